package repair

import (
	"math/big"
	"unicode/utf8"
)

// faults names the keywords that a scalar breaks, or those of the value itself that an object or
// array breaks: its type, its allowed values, its number of items. Members and items are not
// looked at. A nil result means that the schema takes it.
func faults(v *Node, s *Schema) []string {
	var broken []string
	add := func(word string, is bool) {
		if is {
			broken = append(broken, word)
		}
	}
	if s.never || !s.takes(v.Kind) {
		return []string{"type"}
	}
	if s.Enum != nil && !isAllowed(v, s) {
		return []string{"enum"}
	}
	switch v.Kind {
	case Number:
		if s.Integer && !isInteger(v.Text) {
			return []string{"type"}
		}
		n := exact(v.Text)
		if n == nil {
			return nil
		}
		r := &s.Range
		add("minimum", r.Min != nil && (n.Cmp(r.Min) < 0 || r.MinOut && n.Cmp(r.Min) == 0))
		add("maximum", r.Max != nil && (n.Cmp(r.Max) > 0 || r.MaxOut && n.Cmp(r.Max) == 0))
		add("multipleOf", r.Multiple != nil && !new(big.Rat).Quo(n, r.Multiple).IsInt())
	case String:
		n := utf8.RuneCountInString(v.Text)
		add("minLength", n < s.Text.Min)
		add("maxLength", s.Text.Max >= 0 && n > s.Text.Max)
		add("pattern", s.Text.pattern != nil && !s.Text.pattern.MatchString(v.Text))
		add("format", s.Text.Format != "" && !hasFormat(v.Text, s.Text.Format))
	case Array:
		if s.Array != nil {
			add("minItems", len(v.Items) < s.Array.Min)
			add("maxItems", s.Array.Max >= 0 && len(v.Items) > s.Array.Max)
		}
	}
	return broken
}

func isAllowed(v *Node, s *Schema) bool {
	for _, e := range s.Enum {
		if equal(v, e) {
			return true
		}
	}
	return v.Kind == Null && s.takes(Null)
}

// fits reports whether the schema takes the scalar or the kind of the container as it is.
func fits(v *Node, s *Schema) bool {
	if len(s.Variants) > 0 && v.Kind&s.Types != 0 {
		for _, variant := range s.Variants {
			if fits(v, variant) {
				return true
			}
		}
		return false
	}
	return len(faults(v, s)) == 0
}
