package repair

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
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
		noun, more := s.noun(k)
		if !more && s.Types == anyKind {
			continue // any other type is accepted, too
		}
		if k == Null && limited {
			noun = "null" // set off from the limits, which are not about it
			list[len(list)-1] += ","
		}
		list, limited = append(list, noun), limited || more
	}
	return strings.Join(list, " or "), limited
}

// maxVariantNouns bounds the variants that are named.
const maxVariantNouns = 4

// variantNouns names what the variants of a union accept: objects by the constant that tells them apart.
func variantNouns(s *Schema) (string, bool) {
	var list []string
	tag := tagOf(s)
	limited := tag != ""
	if limited {
		list = append(list, tag)
	}
	for _, v := range s.Variants {
		if tag != "" && v.only(Object) {
			continue
		}
		bare := *v
		if bare.Types&^Null != 0 {
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

// tagOf names the objects of a union by the member whose constants tell them apart, "" if there is none.
func tagOf(s *Schema) string {
	name := ""
	var values []*Node
	for _, v := range s.Variants {
		for p := range v.properties() {
			if !p.Required || len(p.Schema.Enum) == 0 {
				continue
			}
			if name != "" && name != p.Name {
				return ""
			}
			name, values = p.Name, append(values, p.Schema.Enum...)
			break
		}
	}
	if len(values) < 2 {
		return ""
	}
	return "an object whose " + quoteName(name) + " is " + oneOf + allowed(values)
}

// noun names the values of one type that the schema takes.
func (s *Schema) noun(k Kind) (words string, limited bool) {
	switch k {
	case String:
		return s.Text.noun()
	case Number:
		return s.Range.noun(s.Integer)
	case Bool:
		return "true or false", false
	case Null:
		return "null", false
	case Array:
		if a := s.Array; a != nil && (a.Min > 0 || a.Max >= 0) {
			return "an array of " + counts(a.Min, a.Max, "item"), true
		}
		if a := s.Array; a != nil && a.Items != nil && a.Items.only(Object) {
			return "an array of objects", false
		}
		return "an array", false
	}
	if names := s.required(); len(names) > 0 && len(names) <= 4 {
		return "an object with " + enumerated(names), false
	}
	return "an object", false
}

// must says which limits of its type a value must keep: "must be 1 to 100". It is "" if the schema has none for values of
// that type, or does not accept the type.
func must(got *Node, s *Schema) string {
	if got == nil || s == nil || len(s.Variants) > 0 || s.Enum != nil || !s.takes(got.Kind) {
		return ""
	}
	switch got.Kind {
	case Number:
		if !s.Integer || decimal.IsIntegral(got.Text) {
			return mustBe(s.Range.limits())
		}
	case String:
		return s.Text.must()
	case Array:
		if a := s.Array; a != nil && (a.Min > 0 || a.Max >= 0) {
			return "must have " + counts(a.Min, a.Max, "item")
		}
	}
	return ""
}

// Demand says what a constraint that is itself a schema asks for: "must contain one of "a", "b"". It is "" for other
// constraints.
func (s *Schema) Demand(constraint string) string {
	switch constraint {
	case "not":
		if names := s.Not.required(); len(names) == 1 && s.Not.Object.Properties[0].Schema == unsaid {
			return "must not have " + enumerated(names)
		} else if len(names) > 1 {
			return "must not have " + enumerated(names) + " together"
		}
		if w, _ := nouns(s.Not); w != "" {
			return "must not be " + w
		}
	case "then":
		if w := s.If.conditions(" together with "); w != "" {
			return "must not have " + w
		}
	case "else":
		if w := s.If.conditions(" and "); w != "" {
			return "must have " + w
		}
	case "contains":
		if s.Array == nil {
			break
		}
		if w, _ := nouns(s.Array.Contains); w != "" {
			return "must contain " + w
		}
	case "propertyNames":
		if s.Object != nil && s.Object.Names != nil {
			names := s.Object.Names
			if own := names.Text.must(); own != "" && names.Enum == nil {
				return strings.Replace(own, "must ", keysMust, 1)
			} else if w := wants(names); w != "" {
				return keysMust + "be " + w
			}
		}
	case "known":
		return "is not a known value"
	}
	return ""
}

// conditions names what a schema requires of the members of an object: `k ("a") and n`. It is "" if it asks for
// more than that.
func (s *Schema) conditions(and string) string {
	if s == nil || s.Object == nil || s.Variants != nil || s.Enum != nil || s.Not != nil || s.If != nil {
		return ""
	}
	var list []string
	for _, p := range s.Object.Properties {
		words := quoteName(p.Name)
		if w := wants(p.Schema); w != "" {
			words += " (" + w + ")"
		} else if !p.Required {
			continue
		}
		list = append(list, words)
	}
	return strings.Join(list, and)
}

// formatWords are the usual names of the texts of a format, with a sample if the form is not obvious.
var formatWords = map[string]struct{ noun, sample string }{
	"date":         {"a date", "2026-12-31"},
	"date-time":    {"a date and time with its zone,", "2026-12-31T09:30:00Z"},
	"time":         {"a time with its zone,", "09:30:00Z"},
	"duration":     {"a duration", "P1DT12H"},
	"email":        {"an email address", ""},
	"idn-email":    {"an email address", ""},
	"hostname":     {"a host name", "api.example.com"},
	"idn-hostname": {"a host name", "api.example.com"},
	"uri":          {"a URL", ""},
	"url":          {"a URL", ""},
	"iri":          {"a URL", ""},
	"uuid":         {"a UUID", ""},
	"ipv4":         {"an IPv4 address", ""},
	"ipv6":         {"an IPv6 address", ""},
	"regex":        {"a regular expression", ""},
	"json-pointer": {"a JSON pointer", "/a/0"},
}

// maxPattern bounds the pattern that is shown. A longer one is in the schema, and half of it helps nobody.
const maxPattern = 60

// patternWords words a pattern after "match", "" if there is none.
func (t *Text) patternWords() string {
	switch {
	case t.Pattern == "":
		return ""
	case len(t.Pattern) > maxPattern:
		return "the pattern of the schema"
	case strings.ContainsFunc(t.Pattern, func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) }):
		return strconv.Quote(t.Pattern) // or it may read as a sentence of the hint
	}
	return t.Pattern
}

func (t *Text) noun() (words string, limited bool) {
	pattern := t.patternWords()
	if format, ok := formatWords[t.Format]; ok {
		switch {
		case pattern != "": // which the sample may not match
			return strings.TrimSuffix(format.noun, ",") + " that matches " + pattern, true
		case format.sample != "":
			return format.noun + " such as " + format.sample, true
		}
		return format.noun, true
	}
	words = "a text"
	switch {
	case t.Min == 1 && t.Max < 0 && pattern == "":
		return "a text that is not empty", true
	case t.Min > 0 || t.Max >= 0:
		words += " of " + counts(t.Min, t.Max, "character")
	}
	if t.Format != "" {
		words += " of the format " + strconv.Quote(t.Format)
	}
	if pattern != "" {
		words += " that matches " + pattern
	}
	return words, words != "a text"
}

func (t *Text) must() string {
	var list []string
	if t.Min > 0 || t.Max >= 0 {
		list = append(list, "have "+counts(t.Min, t.Max, "character"))
	}
	if pattern := t.patternWords(); pattern != "" {
		list = append(list, "match "+pattern)
	}
	switch {
	case t.Format != "" || len(list) == 0:
		return "" // the noun says it
	case t.Min == 1 && t.Max < 0 && len(list) == 1:
		return "must not be empty"
	}
	return "must " + strings.Join(list, " and ")
}

func (r *Range) noun(integer bool) (words string, limited bool) {
	words = "a number"
	if integer {
		words = "a whole number"
	}
	if r.Multiple != "" {
		words = "a multiple of " + r.Multiple
	}
	switch bounds := r.bounds(); {
	case bounds == "":
		return words, r.Multiple != ""
	case strings.HasPrefix(bounds, "at "):
		words += " of " + bounds
	case strings.HasPrefix(bounds, "greater ") || strings.HasPrefix(bounds, "less "):
		words += " " + bounds
	default:
		words += " from " + bounds
	}
	return words, true
}

// limits says what numbers the range has: "1 to 100", "a multiple of 5 from 0 to 100".
func (r *Range) limits() string {
	if r.Multiple != "" {
		words, _ := r.noun(false)
		return words
	}
	return r.bounds()
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

// counts says how many: "2 to 5 items", "at least 1 item". Most is -1 for no limit.
func counts(least, most int, of string) string {
	switch {
	case most < 0:
		return "at least " + counted(least, of)
	case least == most:
		return "exactly " + counted(most, of)
	case least == 0:
		return "at most " + counted(most, of)
	}
	return fmt.Sprintf("%d to %s", least, counted(most, of))
}

func counted(n int, of string) string {
	if n != 1 {
		of += "s"
	}
	return strconv.Itoa(n) + " " + of
}

// enumerated lists names: "a, b and c".
func enumerated(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = strconv.Quote(short(n))
	}
	if last := len(quoted) - 1; last > 0 {
		return strings.Join(quoted[:last], ", ") + " and " + quoted[last]
	}
	return strings.Join(quoted, "")
}
