package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// Checks of a schema are written where a reader looks for them, at the place that refers to the schema.
// A schema that several places refer to would be written several times, and so would the schemas that
// it refers to: 2^n times for a definition n steps down. So a schema that refers to others is written in
// place only if that is the only place. The code of a tool is then at most a constant times the number of
// its references.

// mostNested is the maximum nesting of function literals.
const mostNested = 12

// Plan holds the decisions for the schemas of a tool.
type Plan struct {
	forms         map[*model.Type]form
	args, results map[*model.Type]*Type
	schemas       map[*model.Type]*Schema
	looks         map[Look][]Seen
}

// form is the decision for a schema.
type form struct{ function, seenFunction bool }

// Function reports whether the check of a schema on any value is a separate function rather than an inlined
// literal. It is true for schemas that are not part of the tool.
func (p *Plan) Function(t *model.Type) bool { return p.form(t).function }

// seenFunction is Function for the code that records evaluated members or items.
func (p *Plan) seenFunction(t *model.Type) bool { return p.form(t).seenFunction }

// Schema returns the check of any value against a schema of the tool, or one that the plan created.
func (p *Plan) Schema(t *model.Type) *Schema {
	if s, ok := p.schemas[t]; ok {
		return s
	}
	panic("plan: there is no check of any value for the schema at " + t.Pointer)
}

// Seen returns the steps that record what a schema evaluates.
func (p *Plan) Seen(look Look) []Seen { return p.looks[look] }

// Type returns the decisions for a type of the tool; shape selects those for a result.
func (p *Plan) Type(t *model.Type, shape bool) *Type {
	types := p.args
	if shape {
		types = p.results
	}
	made, ok := types[t]
	if !ok {
		panic("plan: nothing is decided of the type at " + t.Pointer)
	}
	return made
}

func (p *Plan) form(t *model.Type) form {
	if f, ok := p.forms[t]; ok {
		return f
	}
	return form{function: len(t.Below()) > 0, seenFunction: len(t.Below()) > 0}
}

// Of plans all schemas reachable from a tool.
func Of(tool *model.Tool) *Plan {
	g := explore(tool)
	p := &Plan{forms: make(map[*model.Type]form, len(g.order)), schemas: map[*model.Type]*Schema{}, looks: map[Look][]Seen{}}
	nesting := make(map[*model.Type]int, len(g.order)) // of function literals
	for _, t := range g.order {                        // referenced schemas come first
		parts, depth := t.Below(), 1
		for _, part := range parts {
			if !p.forms[part].function {
				depth = max(depth, 1+nesting[part])
			}
		}
		shared := g.cyclic[t] || g.references[t] > 1
		if len(parts) > 0 {
			p.forms[t] = form{function: shared || t.Name != "" || depth >= mostNested, seenFunction: shared}
		}
		nesting[t] = depth
	}
	for _, t := range g.order {
		p.schemas[t] = p.schema(t)
	}
	p.args = newPlanner(tool, p, false).types(append(slices.Clone(tool.Types), tool.Args))
	for t := range p.args {
		if p.schemas[t] == nil { // a type without references
			p.schemas[t] = p.schema(t)
		}
	}
	p.results = newPlanner(tool, p, true).types(append(slices.Clone(tool.ResultTypes), tool.Result))
	return p
}
