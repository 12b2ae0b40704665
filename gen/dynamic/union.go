package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// union is a choice whose variants have Go types of their own in generated code.
type union struct {
	info     *model.UnionInfo
	spec     gencode.UnionSpec
	variants []*child
}

func (c *compiler) union(t *model.Type) *union {
	of := plan.UnionOf(t, c.shape)
	u := &union{info: t.Union, spec: gencode.UnionSpec{
		Keyword: of.Keyword, Labels: of.Labels, Property: of.Property, Tag: of.Tag, Values: of.Values, Keys: of.Keys,
	}}
	for _, kinds := range of.Kinds {
		u.spec.Kinds = append(u.spec.Kinds, gencode.JSONType(kinds))
	}
	for _, v := range t.Union.Variants {
		u.variants = append(u.variants, c.child(v.Type, t.Union.Keyword))
	}
	return u
}

// decode reads the value as the variant that it is meant for.
func (u *union) decode(r *run, v *any, d *gencode.Decoder) {
	if u.info.Select != model.SelectTry {
		if i := d.Select(&u.spec); i >= 0 {
			u.variants[i].decode(r, v, d)
		}
		return
	}
	readers := make([]func(*gencode.Decoder) any, len(u.variants))
	for i, variant := range u.variants {
		readers[i] = func(d *gencode.Decoder) (value any) {
			variant.decode(r, &value, d)
			return value
		}
	}
	*v = gencode.Choose(d, &u.spec, readers...)
}

// hold checks a value against the variants.
func (u *union) hold(r *run, c *gencode.Checker, v any) {
	if u.info.Select == model.SelectTry && !u.spec.Tagged(v) {
		u.try(r, c, v)
		return
	}
	holders := make([]func(*gencode.Checker, any), len(u.variants))
	for i, variant := range u.variants {
		holders[i] = func(c *gencode.Checker, v any) { variant.hold(r, c, v) }
	}
	gencode.HoldVariant(c, v, &u.spec, holders...)
}

// try holds the value against every variant that has its JSON type.
func (u *union) try(r *run, c *gencode.Checker, v any) {
	kind := kindOf(v)
	choice := choiceRule{word: u.spec.Keyword}
	for i, kinds := range u.spec.Kinds {
		if kinds.Accepts(kind) {
			choice.labels = append(choice.labels, u.spec.Labels[i])
			choice.branches = append(choice.branches, u.variants[i])
		}
	}
	switch len(choice.branches) {
	case 0:
		c.Issue(u.spec.Keyword, u.spec.Labels, v)
	case 1:
		choice.branches[0].hold(r, c, v)
	default:
		choice.hold(r, c, v)
	}
}
