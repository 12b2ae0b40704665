package plan

import "github.com/toolgen/toolgen/gen/model"

// Type is what is decided of a type. Of the types of a result only the shape counts, and nothing is
// checked.
type Type struct {
	Methods   bool // it has methods of its own
	Walked    bool // its method decode checks Go values, too
	Checked   bool // a Go value of it can be at fault
	Plain     bool // nothing is asked beyond what its Go type says
	Free      bool // every JSON value satisfies it
	Recursive bool // a Go value of it may contain itself
	Finite    bool // a float is checked to be a number that JSON has
	Keeps     bool // a struct keeps unknown keys
	HoldsNil  bool // its Go type has a nil of its own
	// Unwritable says that JSON may be unable to write a value of somebody else's Go type.
	Unwritable bool
	// Allowed are the JSON types whose absence is a type issue, Possible those that values of the Go type
	// have; 0 where there is no telling.
	Allowed, Possible model.JSONTypes
	Object            *Object // of a struct
	Union             *Union  // of a union
	Own               Own
	Null              []Check // of null
	// Members are the bounds of the number of members of a struct.
	Members []Size
	// Relations are the constraints on a struct as a whole.
	Relations []Relation
	// Rest is what a union asks for beside its variants, nil for nothing.
	Rest *model.Type
}

// planner decides for the types of the arguments, or of the result, of a tool.
type planner struct {
	plan       *Plan
	shape      bool
	standalone map[*model.Type]bool
	walks      map[*model.Type]bool // the answers of walked
}

func newPlanner(tool *model.Tool, plan *Plan, shape bool) *planner {
	return &planner{plan: plan, shape: shape, standalone: standaloneTypes(tool), walks: map[*model.Type]bool{}}
}

// types decides for types and all that they lead to.
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
	made := &Type{
		Methods: p.methods(t), Free: Trivial(t), Plain: len(t.Constraints)+len(t.Rules) == 0, Keeps: keeps(t), HoldsNil: holdsNil(t),
		Unwritable: unwritable(t), Allowed: allowed(t), Possible: possible(t),
	}
	if t.Kind == model.Struct {
		made.Object = objectOf(t, p.shape)
	}
	if t.Union != nil {
		made.Union = unionOf(t, p.shape)
	}
	if p.shape {
		return made
	}
	made.Recursive, made.Finite = holdsItself(t), mayBeInfinite(t)
	made.Walked, made.Checked, made.Null = p.walked(t), checked(t, p.methods), p.null(t)
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
