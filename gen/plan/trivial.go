package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// asksNothing reports whether a schema, with everything it refers to, accepts every value. Each schema is visited
// once.
func asksNothing(t *model.Type) bool {
	var seen map[*model.Type]bool // allocated only if there are references
	var trivial func(t *model.Type) bool
	trivial = func(t *model.Type) bool {
		if t == nil || seen[t] {
			return true
		}
		if t.Never || t.Closed || withIntegers(t.Accepts) != model.JSONAll || len(t.Constraints) > 0 || t.Union != nil {
			return false
		}
		if len(t.Fields)+len(t.Patterns)+len(t.Prefix) == 0 && t.Additional == nil && t.Items == nil {
			return true
		}
		if seen == nil {
			seen = map[*model.Type]bool{}
		}
		seen[t] = true
		if slices.ContainsFunc(t.Fields, func(f *model.Field) bool { return f.Required || !trivial(f.Type) }) {
			return false
		}
		for _, set := range t.Patterns {
			if !trivial(set.Additional) || slices.ContainsFunc(set.Patterns, func(p model.PatternProperty) bool { return !trivial(p.Type) }) {
				return false
			}
		}
		return !slices.ContainsFunc(t.Prefix, func(item *model.Type) bool { return !trivial(item) }) && trivial(t.Additional) && trivial(t.Items)
	}
	return trivial(t)
}

// beyondType reports whether a schema constrains more than the JSON type.
func beyondType(t *model.Type) bool {
	bare := *t
	bare.Declared, bare.Implied, bare.Accepts = nil, "", model.JSONAll
	return !asksNothing(&bare)
}
