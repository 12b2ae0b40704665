package repair

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/sugar"
)

// wants names the values that a schema takes, to follow "must be": "a whole number from 1 to 100". It is "" if the
// schema says nothing but plain types.
func wants(s *Schema) string {
	words, limited := nouns(s)
	if !limited {
		return ""
	}
	return words
}

// Words names the values that a schema takes: "a whole number from 1 to 100".
func (s *Schema) Words() string {
	words, _ := nouns(s)
	return cmp.Or(words, "another value")
}

// nouns names the values that a schema accepts, one noun for each type, and reports whether it asks for more than
// types.
func nouns(s *Schema) (words string, limited bool) {
	switch {
	case s == nil:
		return "", false
	case len(s.Enum) > 1:
		return oneOf + allowed(s.Enum), true
	case len(s.Enum) == 1:
		return short(s.Enum[0].JSON()), true
	case len(s.Variants) > 0:
		return variantNouns(s)
	}
	var list []string
	for _, k := range []Kind{String, Number, Bool, Array, Object, Null} {
		if s.Types&k == 0 {
			continue
		}
		noun, limits := s.limits(k)
		if len(limits) == 0 && s.Types == anyKind {
			continue // any other type is accepted, too
		}
		if k == Null && limited {
			list[len(list)-1] += "," // sets it off from the limits, which are not about it
		}
		for _, l := range limits {
			noun += l.of
		}
		list, limited = append(list, noun), limited || len(limits) > 0
	}
	return strings.Join(list, " or "), limited
}

// maxVariantNouns bounds the variants that are named.
const maxVariantNouns = 4

// variantNouns names what the variants of a union accept: objects by the constant that tells them apart.
func variantNouns(s *Schema) (string, bool) {
	tag := tagOf(s)
	limited := tag != ""
	var list []string
	if limited {
		list = append(list, tag)
	}
	for _, v := range s.Variants {
		if tag != "" && v.only(Object) {
			continue
		}
		bare := *v
		if bare.Types != Null {
			bare.Types &^= Null
		}
		noun, more := nouns(&bare)
		if limited = limited || more; !slices.Contains(list, noun) {
			list = append(list, noun)
		}
	}
	if s.Types&Null != 0 {
		list = append(list, "null")
	}
	if len(list) > maxVariantNouns {
		return "", false
	}
	return strings.Join(list, " or "), limited
}

// tagOf names the objects of a union by a member that has constants in them, "" if there is none.
func tagOf(s *Schema) string {
	for _, v := range s.Variants {
		for p := range v.properties() {
			if all := s.constants(p.Name); all != nil && p.Required {
				return "an object whose " + quoteName(p.Name) + " is " + oneOf + allowed(all.Enum)
			}
		}
	}
	return ""
}

// limit is what the values of a type must keep, as words after the noun and after "must"; "" if only the noun says it.
type limit struct{ of, must string }

// limits names the values of one type that the schema takes, and how they are limited.
func (s *Schema) limits(k Kind) (noun string, list []limit) {
	switch k {
	case String:
		return s.textLimits()
	case Number:
		return s.Range.limits(s.Integer)
	case Bool:
		return "true or false", nil
	case Null:
		return "null", nil
	case Array:
		unit, members := s.Array.Items.unit()
		switch n := s.counts("Items", unit); {
		case n != "":
			return "an array", []limit{{" of " + n, "have " + s.counts("Items", "item")}}
		case unit != "item":
			return "an array of " + unit + "s" + members, nil
		}
		return "an array", nil
	}
	if n := s.counts("Properties", "key"); n != "" {
		return "an object", []limit{{" of " + n, "have " + n}}
	}
	return "an object" + s.memberWords(), nil
}

// unit names one item of an array, and what its objects must have.
func (s *Schema) unit() (noun, members string) {
	switch {
	case s == nil || len(s.Variants) > 0:
	case s.only(String):
		return "string", ""
	case s.only(Number):
		noun, _ = (&Range{}).limits(s.Integer)
		return strings.TrimPrefix(noun, "a "), ""
	case s.only(Object):
		return "object", s.memberWords()
	}
	return "item", ""
}

// maxMembers bounds the members of an object that are named.
const maxMembers = 4

// memberWords names the members that an object must have, or may have if it must have none.
func (s *Schema) memberWords() string {
	lead, names, others := " with ", []string(nil), []string(nil)
	for p := range s.properties() {
		if p.Required {
			names = append(names, p.Name)
		} else {
			others = append(others, p.Name)
		}
	}
	if len(names) == 0 {
		if names = others; len(names) > 1 {
			lead = " with any of "
		}
	}
	switch more := len(names) - maxMembers; {
	case len(names) == 0:
		return ""
	case more > 1: // the name of one is as short
		return lead + strings.Join(quotedNames(names[:maxMembers]), ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return lead + enumerated(names)
}

// must says which limits of its type a value must keep: "must be 1 to 100". It is "" if the schema has none for values of
// that type, or does not accept the type.
func must(got *Node, s *Schema) string {
	if got == nil || s == nil || len(s.Variants) > 0 || s.Enum != nil || !s.takes(got.Kind) ||
		got.Kind == Number && s.Integer && !decimal.IsIntegral(got.Text) {
		return ""
	}
	var words []string
	_, list := s.limits(got.Kind)
	for _, l := range list {
		if words = append(words, l.must); l.must == "" {
			return ""
		}
	}
	if words == nil {
		return ""
	}
	return "must " + strings.Join(words, " and ")
}

// mustBe is a demand, "" for none.
func mustBe(want string) string {
	if want == "" {
		return ""
	}
	return "must be " + want
}

// Demand says what a constraint that is itself a schema asks for: "must contain one of "a", "b"". It is "" for other
// constraints.
func (s *Schema) Demand(constraint string) string {
	lead, words := "", ""
	switch constraint {
	case "not":
		lead = "must not be "
		if s.Not == nil {
			break
		}
		if names := s.Not.required(); len(names) == 1 && s.Not.Object.Properties[0].Schema == unsaid {
			return "must not have " + enumerated(names)
		} else if len(names) > 1 {
			return "must not have " + enumerated(names) + " together"
		}
		words, _ = nouns(s.Not)
	case "contains":
		lead = "must contain "
		words, _ = nouns(s.Array.Contains)
	case "propertyNames":
		if s.Object.Names != nil {
			if own := must(&Node{Kind: String}, s.Object.Names); own != "" {
				return "keys " + own
			}
			lead, words = "keys must be ", wants(s.Object.Names)
		}
	}
	if words == "" {
		return ""
	}
	return lead + words
}

// keyWords says that a key is not allowed, and what keys must be.
func (s *Schema) keyWords() string { return clauses("not allowed as a key", s.Demand("propertyNames")) }

// limits names the numbers of the range and its bounds: "a multiple of 5 from 0 to 100".
func (r *Range) limits(integer bool) (noun string, list []limit) {
	noun = "a number"
	if integer {
		noun = "a whole number"
	}
	if r.Multiple != "" {
		noun = "a multiple of " + r.Multiple
	}
	bounds := r.bounds()
	l := limit{" from " + bounds, "be " + bounds}
	switch {
	case bounds == "" && r.Multiple == "":
		return noun, nil
	case bounds == "":
		l.of = ""
	case strings.HasPrefix(bounds, "at "):
		l.of = " of " + bounds
	case strings.HasPrefix(bounds, "greater ") || strings.HasPrefix(bounds, "less "):
		l.of = " " + bounds
	}
	if r.Multiple != "" {
		l.must = "be " + noun + l.of
	}
	return noun, []limit{l}
}

// bounds says which numbers are in the range, "" if it has no bounds but those of the machine.
func (r *Range) bounds() string {
	var words []string
	bound := func(limit string, out bool, is, beyond string) {
		if out {
			is = beyond
		}
		if !isLimitless(limit) {
			words = append(words, is+limit)
		}
	}
	bound(r.Min, r.MinOut, "at least ", "greater than ")
	bound(r.Max, r.MaxOut, "at most ", "less than ")
	if len(words) == 2 && !r.MinOut && !r.MaxOut {
		return r.Min + " to " + r.Max
	}
	return strings.Join(words, " and ")
}

// isLimitless reports whether there is no bound, or only a machine type's, which means nothing to a model.
func isLimitless(bound string) bool {
	return bound == "" || decimal.Compare(strings.TrimPrefix(bound, "-"), "9007199254740991") >= 0
}

// counts says how many characters, items or members there may be by the two keywords for them: "2 to 5 items", "" if
// there is no limit.
func (s *Schema) counts(keyword, unit string) string {
	least, most := s.Count("min"+keyword), s.Count("max"+keyword)
	switch {
	case least <= 0 && most < 0:
		return ""
	case most < 0:
		return "at least " + counted(least, unit)
	case least == most:
		return "exactly " + counted(most, unit)
	case least <= 0:
		return "at most " + counted(most, unit)
	}
	return fmt.Sprintf("%d to %s", least, counted(most, unit))
}

func counted(n int, of string) string {
	if n != 1 {
		of += "s"
	}
	return strconv.Itoa(n) + " " + of
}

// enumerated lists names: "a", "b" and "c".
func enumerated(names []string) string { return sugar.Enumerate(quotedNames(names)) }

func quotedNames(names []string) []string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = strconv.Quote(short(n))
	}
	return quoted
}
