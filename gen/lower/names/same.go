package names

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// shareDeclarations takes the types out of the list that are a type of it with null: one definition is
// one Go type, with or without a pointer to it. The first type is the root, and stays.
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

// alike reports whether the Go declaration of a type does for another one that was made of the same
// schemas. What has constraints as a whole is left alone: they may ask something of null.
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
		return len(t.Constraints) == 0 && slices.EqualFunc(t.Union.Variants, base.Union.Variants, func(a, b *model.Variant) bool { return a.Type == b.Type })
	case model.String:
		return len(t.Constraints) == 1 && slices.EqualFunc(t.Consts, base.Consts, func(a, b model.EnumConst) bool { return a.Value == b.Value })
	}
	return false
}

// nameAlike names a type, and what belongs to it, as the one whose declaration it uses.
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
			t.Union.Variants[i].Label, t.Union.Variants[i].Ctor = v.Label, v.Ctor
		}
	}
}
