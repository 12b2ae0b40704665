package repair

import (
	"slices"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/formats"
)

// faults names the keywords that a scalar breaks, or those that an object or array itself breaks: its type, its allowed
// values, its number of items. Members and items are not checked. There are none if the schema accepts the value.
func faults(v *Node, s *Schema) (broken []string) {
	add := func(keyword string, is bool) {
		if is {
			broken = append(broken, keyword)
		}
	}
	counted := func(what string, n int) {
		most := s.Count("max" + what)
		add("min"+what, n < s.Count("min"+what))
		add("max"+what, most >= 0 && n > most)
	}
	switch {
	case !s.takes(v.Kind) || v.Kind == Number && s.Integer && !decimal.IsIntegral(v.Text):
		add("type", true)
	case s.Enum != nil:
		add("enum", !isAllowed(v, s))
	case v.Kind == Number:
		r, n := &s.Range, decimal.Parse(v.Text)
		breaks := func(keyword, limit string) bool { // the strict decoder judges the bounds of the machine
			return !isLimitless(limit) && !decimal.Satisfies(keyword, n, decimal.Parse(limit))
		}
		add("minimum", breaks("minimum", r.Min) || r.MinOut && breaks("exclusiveMinimum", r.Min))
		add("maximum", breaks("maximum", r.Max) || r.MaxOut && breaks("exclusiveMaximum", r.Max))
		add("multipleOf", breaks("multipleOf", r.Multiple))
	case v.Kind == String:
		counted("Length", utf8.RuneCountInString(v.Text))
		add("pattern", s.pattern != nil && !s.pattern.MatchString(v.Text))
		add("format", !formats.Is(v.Text, s.Text("format")))
	case v.Kind == Array:
		counted("Items", len(v.Items))
	}
	return broken
}

func isAllowed(v *Node, s *Schema) bool {
	return slices.ContainsFunc(s.Enum, func(e *Node) bool { return equal(v, e) })
}

// fits reports whether the schema takes the scalar or the kind of the container as it is.
func fits(v *Node, s *Schema) bool {
	if len(s.Variants) > 0 && v.Kind&s.Types != 0 {
		return slices.ContainsFunc(s.Variants, func(variant *Schema) bool { return fits(v, variant) })
	}
	return len(faults(v, s)) == 0
}
