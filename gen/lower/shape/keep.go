package shape

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// A struct drops undeclared keys unless something can observe them: Validate on a decoded value must agree with
// decoding. Constraints of the struct itself are considered when its shape is decided. This pass considers its
// context: the other variants of a oneOf that is decided by trying, branches of outer constraints, and
// comparisons of whole values.

// keeper marks structs that keep unknown keys.
type keeper struct {
	seen    map[[2]*model.Type]bool
	wholeOf map[*model.Type]bool
}

// KeepWhatIsSeen decides which structs below a root keep unknown keys because of their context.
func KeepWhatIsSeen(root *model.Type) {
	k := keeper{seen: map[[2]*model.Type]bool{}, wholeOf: map[*model.Type]bool{}}
	Reach(root, func(t *model.Type) {
		if u := t.Union; u != nil && u.Select == model.SelectTry && u.Keyword == "oneOf" {
			for _, v := range u.Variants {
				k.variant(v.Type, u)
			}
		}
		for _, c := range t.Constraints {
			k.constraint(t, c)
		}
	})
}

// variant lets a variant keep what the other variants observe. If one of them requires a key that the variant
// drops, it would no longer match.
func (k keeper) variant(t *model.Type, u *model.UnionInfo) {
	for _, other := range u.Variants {
		if !requiresMore(other.Type, t) {
			k.keep(t, other.Type)
		}
	}
	if t.KeepUnknown {
		for _, other := range u.Variants {
			k.keep(t, other.Type)
		}
	}
}

func requiresMore(other, t *model.Type) bool {
	return other.Kind == model.Struct && t.Kind == model.Struct && slices.ContainsFunc(other.Fields, func(f *model.Field) bool {
		return f.Required && !slices.ContainsFunc(t.Fields, func(g *model.Field) bool { return g.Key == f.Key })
	})
}

// constraint lets a type keep what a constraint observes.
func (k keeper) constraint(t *model.Type, c model.Constraint) {
	switch c := c.(type) {
	case model.Enum:
		if slices.ContainsFunc(c.Values, func(v model.Value) bool { return v.Kind == model.ObjectValue || v.Kind == model.ArrayValue }) {
			k.whole(t)
		}
	case model.Unique:
		k.whole(t.Element())
	case model.Contains:
		k.keep(t.Element(), c.Type)
	}
	for _, branch := range model.Branches(c) {
		k.keep(t, branch)
	}
}

// keep lets values of t keep what the schema other observes.
func (k keeper) keep(t, other *model.Type) {
	pair := [2]*model.Type{t, other}
	if t == other || t == nil || other == nil || t.GoType != "" || k.seen[pair] {
		return
	}
	k.seen[pair] = true
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			k.keep(v.Type, other)
		}
	}
	if other.Union != nil {
		for _, v := range other.Union.Variants {
			k.keep(t, v.Type)
		}
	}
	for _, c := range other.Constraints {
		switch c := c.(type) {
		case model.Enum, model.Unique:
			k.constraint(t, c)
		case model.Contains:
			k.keep(t.Element(), c.Type)
		}
		for _, branch := range model.Branches(c) {
			k.keep(t, branch)
		}
	}
	switch t.Kind {
	case model.Struct:
		k.members(t, other)
	case model.Slice:
		k.keep(t.Element(), other.Items)
		for _, item := range other.Prefix {
			k.keep(t.Element(), item)
		}
	case model.Map:
		k.keep(t.Additional, other.Additional)
		for _, f := range other.Fields {
			k.keep(t.Additional, f.Type)
		}
		for _, set := range other.Patterns {
			for _, p := range set.Patterns {
				k.keep(t.Additional, p.Type)
			}
			k.keep(t.Additional, set.Additional)
		}
	}
}

// members is keep for the members of a struct.
func (k keeper) members(t, other *model.Type) {
	if !t.Closed && seesMore(other, t) {
		KeepUnknown(t)
	}
	for _, f := range t.Fields {
		schema := other.Additional
		for _, g := range other.Fields {
			if g.Key == f.Key {
				schema = g.Type
			}
		}
		k.keep(f.Type, schema)
		for _, set := range other.Patterns {
			for _, p := range set.Patterns {
				k.keep(f.Type, p.Type)
			}
			k.keep(f.Type, set.Additional)
		}
	}
}

// seesMore reports whether a schema distinguishes objects that differ in keys that the struct t does not
// declare.
func seesMore(other, t *model.Type) bool {
	if other.Accepts&model.JSONObject == 0 {
		return false
	}
	if other.Closed || len(other.Patterns) > 0 || !acceptsAll(other.Additional) || SeesUnknown(other, map[*model.Type]bool{}) {
		return true
	}
	return slices.ContainsFunc(other.Fields, func(f *model.Field) bool {
		declared := slices.ContainsFunc(t.Fields, func(g *model.Field) bool { return g.Key == f.Key })
		return !declared && (f.Required || !acceptsAll(f.Type))
	})
}

// acceptsAll reports whether a schema (nil for none) trivially accepts every value.
func acceptsAll(t *model.Type) bool {
	return t == nil || t.Accepts == model.JSONAll && len(t.Constraints) == 0 && len(t.Fields) == 0 && len(t.Patterns) == 0 &&
		len(t.Prefix) == 0 && t.Union == nil && !t.Closed && acceptsAll(t.Items) && acceptsAll(t.Additional)
}

// whole lets values of t keep everything, because they are compared.
func (k keeper) whole(t *model.Type) {
	if t == nil || k.wholeOf[t] {
		return
	}
	k.wholeOf[t] = true
	if t.Kind == model.Struct && !t.Closed && t.GoType == "" {
		KeepUnknown(t)
	}
	for _, child := range t.GoParts() {
		k.whole(child)
	}
}

// KeepUnknown lets a struct keep undeclared members.
func KeepUnknown(t *model.Type) {
	t.KeepUnknown = true
	if t.Additional == nil {
		t.Additional = Anything()
	}
}

// SeesUnknown reports whether a constraint of the object observes undeclared keys, so that a decoded value must
// keep them.
func SeesUnknown(t *model.Type, seen map[*model.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Size:
			if c.Word == "minProperties" || c.Word == "maxProperties" {
				return true
			}
		case model.PropertyNames, model.Unevaluated, model.Enum:
			return true
		}
		// A branch observes all keys if it constrains undeclared ones.
		if slices.ContainsFunc(model.Branches(c), func(b *model.Type) bool {
			return b.Closed || b.Additional != nil || len(b.Patterns) > 0 || SeesUnknown(b, seen)
		}) {
			return true
		}
	}
	return false
}

// Anything returns the true schema.
func Anything() *model.Type {
	return &model.Type{Kind: model.Any, Accepts: model.JSONAll}
}
