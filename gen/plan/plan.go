package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// Plan holds the decisions for the schemas of a tool.
type Plan struct {
	args, results map[*model.Type]*Type
	schemas       map[*model.Type]*Schema
	looks         map[Look][]Seen
}

// Function reports whether the check of a schema on any value is a function of its own: one that refers to others is, which
// may refer back to it, or be shared. Others are written in place.
func Function(t *model.Type) bool { return len(t.Below()) > 0 }

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

// Of plans all schemas reachable from a tool.
func Of(tool *model.Tool) *Plan {
	p := &Plan{schemas: map[*model.Type]*Schema{}, looks: map[Look][]Seen{}}
	roots := slices.Concat([]*model.Type{tool.Args, tool.Result}, tool.Types, tool.ResultTypes)
	for _, component := range model.Components(roots...) {
		for _, t := range component {
			p.schemas[t] = p.schema(t)
		}
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
