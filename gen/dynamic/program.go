package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// check checks a value as decoded into an any, or a [number].
type check = func(c *gencode.Checker, v any)

// program is the executable plan of a tool's arguments or result, the counterpart of declarations in generated
// code. Each schema is prepared once, so that recursive types become recursive functions.
type program struct {
	plan   *plan.Plan
	shape  bool // a result: only the shape is checked
	checks map[*model.Type]check
	types  map[*model.Type]*typ
	looks  map[plan.Look]*[]step
}

func newProgram(p *plan.Plan, shape bool) *program {
	return &program{plan: p, shape: shape, checks: map[*model.Type]check{}, types: map[*model.Type]*typ{}, looks: map[plan.Look]*[]step{}}
}

// schema returns the check of any value against a schema.
func (p *program) schema(t *model.Type) check {
	if made, ok := p.checks[t]; ok {
		return made
	}
	var body check
	made := func(c *gencode.Checker, v any) { body(c, v) }
	p.checks[t] = made
	body = p.schemaBody(t)
	return made
}

func (p *program) schemaBody(t *model.Type) check {
	if t.Never {
		return refuse(plan.Blamed(t, "schema"))
	}
	s := p.plan.Schema(t)
	var enums []check
	for _, enum := range s.Enums {
		enums = append(enums, p.check(enum))
	}
	object, array, text, numeric := p.all(s.Object), p.all(s.Array), p.all(s.String), p.all(s.Number)
	applied, unevaluated := p.all(s.Applied), p.unevaluated(s.Unevaluated)
	types, every := gencode.JSONType(s.Types), s.Types == model.JSONAll
	return func(c *gencode.Checker, v any) {
		if !every && !c.TypeOf(v, types) {
			return
		}
		mark := c.Mark()
		run(enums, c, v)
		switch v.(type) {
		case map[string]any:
			run(object, c, v)
		case []any:
			run(array, c, v)
		case string:
			run(text, c, v)
		default:
			run(numeric, c, v)
		}
		run(applied, c, v)
		// What remains unevaluated is known only for a value without other issues.
		for _, check := range unevaluated {
			if c.SoundSince(mark) {
				check(c, v)
			}
		}
	}
}

// sub returns the check of a value against a subschema.
func (p *program) sub(of plan.Sub) check {
	refused := of.Refused()
	switch {
	case of.Type == nil:
		return accept
	case refused != "":
		return refuse(refused)
	}
	return p.schema(of.Type)
}

// inPlace is sub for a subschema that applies to the same value.
func (p *program) inPlace(of plan.Sub) check {
	made := p.sub(of)
	if of.Type == nil || of.Refused() != "" || !p.plan.Schema(of.Type).InPlace {
		return made
	}
	return func(c *gencode.Checker, v any) { c.Also(v, made) }
}

func (p *program) subs(list []plan.Sub) []check {
	made := make([]check, len(list))
	for i, of := range list {
		made[i] = p.sub(of)
	}
	return made
}

func accept(*gencode.Checker, any) {}

func refuse(keyword string) check {
	return func(c *gencode.Checker, _ any) { c.Issue(keyword, nil, nil) }
}

// all prepares checks.
func (p *program) all(list []plan.Check) []check {
	var made []check
	for _, of := range list {
		made = append(made, p.check(of))
	}
	return made
}

func run(list []check, c *gencode.Checker, v any) {
	for _, check := range list {
		check(c, v)
	}
}
