package names

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// shareDeclarations removes types that are a nullable form of another: one definition is one Go type. The first
// type is the root, and is kept.
func (w *Wishes) shareDeclarations(types []*model.Type) (own, shared []*model.Type) {
	listed := map[*model.Type]bool{}
	for _, t := range types {
		listed[t] = true
	}
	for i, t := range types {
		if base := w.Bases[t]; i > 0 && base != nil && listed[base] && !w.Variants[t] && alike(t, base) {
			t.Same = base
			shared = append(shared, t)
		} else {
			own = append(own, t)
		}
	}
	return own, shared
}

// alike reports whether two types made of the same schemas can share a Go declaration. Types with constraints
// on the whole value are excluded, since these may concern null.
func alike(t, base *model.Type) bool {
	if t.Kind != base.Kind || t.Never || base.Never || t.GoType != "" || base.GoType != "" || len(t.Constraints) != len(base.Constraints) {
		return false
	}
	switch t.Kind {
	case model.Struct:
		return len(t.Constraints) == 0 && len(t.Patterns) == 0 && t.Additional == base.Additional && t.KeepUnknown == base.KeepUnknown &&
			slices.EqualFunc(t.Fields, base.Fields, func(a, b *model.Field) bool {
				return a.Key == b.Key && a.Type == b.Type && a.Required == b.Required && a.Form == b.Form && a.Apart == b.Apart
			})
	case model.Union:
		return len(t.Constraints) == 0 && slices.EqualFunc(t.Union.Variants, base.Union.Variants,
			func(a, b *model.Variant) bool { return a.Type == b.Type })
	case model.String:
		return len(t.Constraints) == 1 && slices.EqualFunc(t.Consts, base.Consts, func(a, b model.EnumConst) bool { return a.Value == b.Value })
	}
	return false
}

// nameAlike gives a type, and everything that belongs to it, the names of the type whose declaration it uses.
func nameAlike(t *model.Type) {
	base := t.Same
	t.Name = base.Name
	for i, c := range base.Consts {
		t.Consts[i].Name = c.Name
	}
	for i, f := range base.Fields {
		t.Fields[i].Name, t.Fields[i].Getter = f.Name, f.Getter
	}
	if t.Union != nil {
		t.Union.Interface = base.Union.Interface
		for i, v := range base.Union.Variants {
			t.Union.Variants[i].Ctor = v.Ctor
		}
	}
}
