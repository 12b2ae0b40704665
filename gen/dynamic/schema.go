package dynamic

import (
	"encoding/json"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// schema is a type of the model, made ready for reading values of it and for checking values against it.
type schema struct {
	typ     *model.Type
	shape   bool             // only the shape counts: a result
	allowed gencode.JSONType // what is no type issue
	expects []any            // what an issue of the implied keyword expects

	object
	prefix  []*child
	items   *child
	union   *union
	foreign convert // of the Go type that the schema names, where it is known
	checks
}

// object is what a schema says of objects.
type object struct {
	spec       *gencode.ObjectSpec // the declared keys
	required   []string
	fields     []field
	additional *child
	patterns   []patternSet
}

// child is a schema below a keyword of another.
type child struct {
	*schema
	holder string // the keyword, which a false schema names
}

// field is a declared property.
type field struct {
	*child
	key      string
	value    any         // the default, valid if hasValue
	said     model.Value // the same as the schema has it
	hasValue bool
}

// patternSet is patternProperties with the additionalProperties beside it.
type patternSet struct {
	members []patternMember
	known   []string // the properties beside it, and all keys that fields declare
	rest    *child
}

type patternMember struct {
	pattern pattern
	child   *child
}

// compiler makes schemas of types, each once, so that recursive types become recursive schemas.
type compiler struct {
	plan  *plan.Plan
	shape bool
	made  map[*model.Type]*schema
	looks map[plan.Look]*[]step
}

// newSchema makes a type ready, with all that it refers to.
func newSchema(p *plan.Plan, t *model.Type, shape bool) *child {
	c := &compiler{plan: p, shape: shape, made: map[*model.Type]*schema{}, looks: map[plan.Look]*[]step{}}
	return c.child(t, rootHolder)
}

// schema gives the schema of a type.
func (c *compiler) schema(t *model.Type) *schema {
	if s, ok := c.made[t]; ok {
		return s
	}
	s := &schema{typ: t, shape: c.shape}
	c.made[t] = s
	s.allowed = gencode.JSONType(plan.Allowed(t))
	s.expects = impliedValues(t)
	s.foreign = foreignType(t.GoType, t.GoImport)
	s.object = c.object(t)
	for _, p := range t.Prefix {
		s.prefix = append(s.prefix, c.child(p, "prefixItems"))
	}
	if t.Items != nil {
		s.items = c.child(t.Items, "items")
	}
	if t.Union != nil {
		s.union = c.union(t)
	}
	if !c.shape {
		c.rules(s)
		s.rules = celRules(t)
	}
	return s
}

// child makes a schema below a keyword.
func (c *compiler) child(t *model.Type, holder string) *child {
	return &child{c.schema(t), holder}
}

// object makes ready what the type says of objects.
func (c *compiler) object(t *model.Type) (o object) {
	of := plan.ObjectOf(t, c.shape)
	o.spec = &gencode.ObjectSpec{
		Keys: of.Keys, Required: of.Required, Nullable: of.Nullable, Closed: of.Closed, ClosedBy: of.ClosedBy, Keep: of.Keep,
		Blank: of.Blank, Sensitive: of.Masked.Fields, SensitiveRest: of.Masked.Rest, Words: of.Masked.Words,
	}
	for _, f := range t.Fields {
		if f.Required {
			o.required = append(o.required, f.Key)
		}
		made := field{child: c.child(f.Type, "properties"), key: f.Key}
		if f.Default != nil && !f.Required && !f.Unsound && !f.Type.Never {
			made.value, made.hasValue = plainValue(f.Default.JSON)
			made.said = *f.Default
		}
		o.fields = append(o.fields, made)
	}
	if t.Additional != nil {
		o.additional = c.child(t.Additional, "additionalProperties")
	}
	for _, set := range t.Patterns {
		o.patterns = append(o.patterns, c.patternSet(set, o.spec.Keys))
	}
	return o
}

func (c *compiler) patternSet(set model.PatternSet, declared []string) patternSet {
	made := patternSet{known: slices.Clone(declared)}
	for _, key := range set.Keys {
		if !slices.Contains(declared, key) {
			made.known = append(made.known, key)
		}
	}
	for _, p := range set.Patterns {
		made.members = append(made.members, patternMember{newPattern(p.Pattern), c.child(p.Type, "patternProperties")})
	}
	if set.Additional != nil {
		made.rest = c.child(set.Additional, "additionalProperties")
	}
	return made
}

// impliedValues is what an issue of the implied enum or const expects.
func impliedValues(t *model.Type) []any {
	var values []any
	for _, v := range t.ImpliedValues() {
		values = append(values, valueOf(v))
	}
	return values
}

// valueOf is a value of the schema as an issue shows it.
func valueOf(v model.Value) any {
	switch v.Kind {
	case model.NullValue:
		return nil
	case model.StringValue:
		return v.Text
	case model.ArrayValue, model.ObjectValue:
		return json.RawMessage(v.JSON)
	}
	plain, _ := plainValue(v.JSON)
	return plain
}

// plainValue reads JSON that the schema holds.
func plainValue(text string) (v any, ok bool) {
	err := gencode.DecodeWith([]byte(text), func(d *gencode.Decoder) { d.Any(&v) }, runtime.MaxBytes(len(text)+1), runtime.MaxDepth(10_000))
	return v, err == nil
}
