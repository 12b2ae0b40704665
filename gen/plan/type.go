package plan

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// Type are the decisions for a type. For types of a result only the shape matters.
type Type struct {
	Methods bool                // has methods
	Walked  bool                // its decode method also checks Go values
	Free    bool                // accepts every JSON value
	Allowed model.JSONTypes     // JSON types that a value may have; any other is a type issue
	Object  *gencode.ObjectSpec // for a struct
	Union   *gencode.UnionSpec  // how the variant of a union is selected
	Own     Own
	Null    []Check // for null
	// Members bound the number of members of a struct.
	Members []Size
	// Relations are the constraints on a struct as a whole.
	Relations []Relation
	// Rest are the constraints of a union besides its variants, or nil.
	Rest *model.Type
}

// planner plans the types of a tool's arguments or result.
type planner struct {
	plan       *Plan
	shape      bool
	standalone map[*model.Type]bool
	walks      map[*model.Type]bool // memo of walked
}

func newPlanner(tool *model.Tool, plan *Plan, shape bool) *planner {
	return &planner{plan: plan, shape: shape, standalone: standaloneTypes(tool), walks: map[*model.Type]bool{}}
}

// types plans all types reachable from roots.
func (p *planner) types(roots []*model.Type) map[*model.Type]*Type {
	made := map[*model.Type]*Type{}
	queue := append([]*model.Type{AnyType}, roots...)
	for len(queue) > 0 {
		t := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if t == nil || made[t] != nil {
			continue
		}
		made[t] = p.typ(t)
		queue = append(append(queue, t.Below()...), t.Same, t.Each, t.Additional)
	}
	return made
}

func (p *planner) typ(t *model.Type) *Type {
	made := &Type{Methods: p.methods(t), Free: asksNothing(t), Allowed: allowed(t)}
	if t.Kind == model.Struct {
		made.Object = objectOf(t, p.shape)
	}
	if t.Union != nil {
		made.Union = unionOf(t, p.shape)
	}
	if p.shape {
		return made
	}
	made.Walked, made.Null = p.walked(t), p.null(t)
	switch {
	case t.Kind == model.Struct && !t.Never:
		if made.Methods {
			made.Members, made.Relations = members(t), p.relations(t)
		}
	case t.Kind == model.Union && !t.Never:
		made.Rest = p.rest(t, t.Constraints, true)
	default:
		made.Own = p.own(t)
	}
	return made
}
