package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
)

// union is a choice whose variants have Go types of their own in generated code.
type union struct {
	info     *model.UnionInfo
	spec     runtime.UnionSpec
	variants []*child
	readers  []func(*runtime.Decoder) any
}

func (c *compiler) union(t *model.Type) *union {
	u := &union{info: t.Union, spec: runtime.UnionSpec{Keyword: t.Union.Keyword}}
	for _, v := range t.Union.Variants {
		made := c.child(v.Type, u.info.Keyword)
		u.variants = append(u.variants, made)
		u.readers = append(u.readers, func(d *runtime.Decoder) any {
			var value any
			made.decode(&value, d)
			return value
		})
		u.spec.Labels = append(u.spec.Labels, v.Label)
		kinds := v.Kinds
		if kinds == 0 {
			kinds = v.Type.Accepts
		}
		u.spec.Kinds = append(u.spec.Kinds, runtime.JSONType(kinds))
		u.spec.Keys = append(u.spec.Keys, v.Keys)
		var values []string
		for _, value := range v.Value {
			values = append(values, value.JSON)
		}
		u.spec.Values = append(u.spec.Values, values)
	}
	if u.info.Select == model.SelectProperty {
		u.spec.Property = u.info.Property
	}
	return u
}

// decode reads the value as the variant that it is meant for.
func (u *union) decode(v *any, d *runtime.Decoder) {
	if u.info.Select == model.SelectTry {
		*v = runtime.Choose(d, &u.spec, u.readers...)
		return
	}
	if i := d.Select(&u.spec); i >= 0 {
		u.variants[i].decode(v, d)
	}
}

// hold checks a value against the variants.
func (u *union) hold(c *runtime.Checker, v any) {
	if u.info.Select == model.SelectTry {
		u.try(c, v)
		return
	}
	if i := u.choose(c, v); i >= 0 {
		u.variants[i].check(c, v)
	}
}

// choose finds the variant by the discriminator or the JSON type, and records that there is none.
func (u *union) choose(c *runtime.Checker, v any) int {
	if u.info.Select == model.SelectKind {
		kind := kindOf(v)
		for i, kinds := range u.spec.Kinds {
			if kinds.Accepts(kind) {
				return i
			}
		}
		c.Issue(u.spec.Keyword, u.spec.Labels, v)
		return -1
	}
	var got any
	if m, ok := v.(map[string]any); ok {
		got = m[u.spec.Property]
		for i, variant := range u.info.Variants {
			for _, want := range variant.Value {
				if s, ok := got.(string); ok && want.Kind == model.StringValue && want.Text == s {
					return i
				}
			}
		}
	}
	allowed := []any{}
	for _, variant := range u.info.Variants {
		for _, value := range variant.Value {
			allowed = append(allowed, valueOf(value))
		}
	}
	c.Issue(u.spec.Keyword, map[string]any{u.spec.Property: allowed}, got)
	return -1
}

// try holds the value against every variant that has its JSON type.
func (u *union) try(c *runtime.Checker, v any) {
	kind := kindOf(v)
	var labels []string
	var checks []func(*runtime.Checker, any)
	for i, kinds := range u.spec.Kinds {
		if kinds.Accepts(kind) {
			labels = append(labels, u.spec.Labels[i])
			checks = append(checks, u.variants[i].check)
		}
	}
	switch {
	case len(checks) == 0:
		c.Issue(u.spec.Keyword, u.spec.Labels, v)
	case len(checks) == 1:
		checks[0](c, v)
	case u.spec.Keyword == "oneOf":
		runtime.OneOf(c, v, labels, checks...)
	default:
		runtime.AnyOf(c, v, labels, checks...)
	}
}
