package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// walked reports whether the method decode of a type checks its Go values, too, see the runtime's
// ValidateBy; other types have a method check for that. It is so of structs and scalars whose constraints
// look at a Go value as at one that was just read, which are most. Not of these are types whose values
// JSON may be unable to write, or have to be written to be checked; unions, whose variant is known in Go;
// and what may contain itself.
//
// The answer depends on the type alone, since the file of another tool may ask for it.
func (f *file) walked(t *model.Type) bool {
	if f.shape {
		return false
	}
	t = t.Declaration() // whose methods they are
	walked, known := f.walks[t]
	if !known {
		walked = f.walkedType(t)
		f.walks[t] = walked
	}
	return walked
}

func (f *file) walkedType(t *model.Type) bool {
	switch {
	case t.Name == "" || t.Never || t.GoType != "":
		return false
	case t.Kind != model.Struct:
		return plan.Scalar(t) && !t.Nullable() && f.walkableShape(t)
	case plan.Keeps(t) || len(t.Patterns) > 0 || plan.HoldsItself(t):
		return false
	}
	for _, c := range t.Constraints {
		if !onFields(c, t) {
			return false
		}
	}
	return !slices.ContainsFunc(t.Fields, func(field *model.Field) bool {
		return field.Form == model.NullableForm && field.Type.Accepts&model.JSONNull == 0 ||
			t.Blank && field.Required && !textAtMost(field.Type) || !f.walkable(field.Type)
	})
}

// textAtMost reports whether of the values of a type only text can count as absent: none are null, and
// text is no variant among others.
func textAtMost(t *model.Type) bool {
	return t.Accepts&model.JSONNull == 0 && (t.Kind == model.String || t.Accepts&model.JSONString == 0)
}

// walkable reports whether a value of t can be checked by the code that reads it.
func (f *file) walkable(t *model.Type) bool {
	switch {
	case t.Never || t.GoType != "" || t.Nullable() && asksOfNull(t):
		return false
	case f.hasMethods(t):
		return f.walked(t) || f.hasChecks(t) && !plan.HoldsNil(t) // which its decode method calls
	}
	return f.walkableShape(t)
}

// walkableShape is walkable without the use of t's own methods.
func (f *file) walkableShape(t *model.Type) bool {
	switch t.Kind {
	case model.Float:
		if t.Bits == 32 && len(t.Constraints) > 0 {
			return false // a check has to know that it is no float64
		}
	case model.Slice:
		if len(t.Prefix) > 0 && t.Each == nil || slices.ContainsFunc(f.itemTypes(t), func(items *model.Type) bool {
			return plan.HoldsNil(items) && items.Nullable() || !f.walkable(items)
		}) {
			return false
		}
	case model.Map:
		if values := f.values(t); len(t.Patterns) > 0 && t.KeyPattern() == nil || plan.HoldsNil(values) && values.Nullable() || !f.walkable(values) {
			return false
		}
	case model.Any:
		return t.Name == "" && plan.Trivial(t)
	case model.Struct, model.Union:
		return false
	}
	return !slices.ContainsFunc(t.Constraints, func(c model.Constraint) bool { return !f.onValue(c, t) })
}

// itemTypes are the types of the items of a slice, those of a tuple by their positions.
func (f *file) itemTypes(t *model.Type) []*model.Type {
	if len(t.Prefix) == 0 {
		return []*model.Type{f.items(t)}
	}
	list := slices.Clone(t.Prefix)
	if t.Items != nil && !t.Items.Never {
		list = append(list, t.Items)
	}
	return list
}

// asksOfNull reports whether null may break a constraint of a type that has it.
func asksOfNull(t *model.Type) bool {
	return slices.ContainsFunc(t.Constraints, func(c model.Constraint) bool {
		switch c := c.(type) {
		case model.Enum:
			return !hasNull(c.Values)
		case model.Choice, model.Not, model.Conditional:
			return true
		}
		return false
	})
}

// onFields reports whether a constraint on a struct asks only which of its fields are there.
func onFields(c model.Constraint, t *model.Type) bool {
	var keys []string
	switch c := c.(type) {
	case model.RequiredKeys:
		keys = c.Keys
	case model.DependentRequired:
		keys = append(slices.Clone(c.Keys), c.Key)
	case model.FieldGroup:
		keys = c.Keys
	case model.FieldPairs:
		keys = append(slices.Clone(c.Keys), c.Key)
	default:
		return false
	}
	return !slices.ContainsFunc(keys, func(key string) bool {
		return !slices.ContainsFunc(t.Fields, func(field *model.Field) bool { return field.Key == key })
	})
}

// onValue reports whether a constraint is checked on the Go value alone, whether it was read or not.
func (f *file) onValue(c model.Constraint, t *model.Type) bool {
	switch c := c.(type) {
	case model.Bound, model.Size, model.Pattern, model.Format, model.Content:
		return true
	case model.Unique:
		return t.Kind != model.Slice || plan.Scalar(f.items(t)) && !f.items(t).Nullable()
	case model.Enum:
		switch t.Kind {
		case model.Bool, model.Number, model.String:
			return true
		case model.Int, model.Float:
			number := func(v model.Value) bool { return v.Kind == model.NumberValue }
			return slices.ContainsFunc(c.Values, number) &&
				!slices.ContainsFunc(c.Values, func(v model.Value) bool { return !number(v) && v.Kind != model.NullValue })
		}
	}
	return false
}

// decodeMade reads a value into the place that a pointer is given for it. Where the decoder checks, the place
// is the one that there is, if any.
func (f *file) decodeMade(t *model.Type, pointer place, holder string) []jen.Code {
	made := pointer.addr().Op("=").New(f.goType(t))
	code := f.decodeValue(t, pointer, holder).code(nil)
	if !f.walking {
		return append(one(made), code...)
	}
	reads := jen.If(jen.Id("d").Dot("Reads").Call())
	switch {
	case !f.hasMethods(t):
		return append(one(reads.Block(made)), code...) // the runtime knows what to do without a place
	case !f.hasChecks(t):
		return one(reads.Block(append(one(made), code...)...))
	}
	return []jen.Code{reads.Block(made), jen.If(pointer.addr().Op("!=").Nil()).Block(code...)}
}

// checksItself is where the method decode of a type that has a method check leaves a Go value to that.
func (f *file) checksItself(t *model.Type) []jen.Code {
	if f.shape || !f.entered[t] {
		return nil
	}
	return []jen.Code{jen.If(jen.Id("c").Op(":=").Id("d").Dot("Checking").Call(), jen.Id("c").Op("!=").Nil()).Block(
		jen.Id(receiver(t)).Dot("check").Call(jen.Id("c")),
		jen.Return(),
	)}
}

// enteredTypes are the types that have a method check and are part of a type that has none, by whose
// decode method they are then reached. They may be in the files of different tools.
func enteredTypes(p *model.Package) map[*model.Type]bool {
	entered := map[*model.Type]bool{}
	for _, tool := range p.Tools {
		f := &file{tool: tool, standalone: standaloneTypes(tool), walks: map[*model.Type]bool{}}
		results := map[*model.Type]bool{}
		for _, t := range tool.ResultTypes {
			results[t] = true
		}
		var enter func(t *model.Type)
		enter = func(t *model.Type) {
			switch {
			case f.hasMethods(t):
				if !f.walked(t) {
					entered[t.Declaration()] = true
				}
			case t.Kind == model.Slice || t.Kind == model.Map:
				for _, part := range plan.Parts(t) {
					enter(part)
				}
			}
		}
		for _, t := range tool.Types {
			if t != nil && !results[t] && f.walked(t) {
				for _, part := range plan.Parts(t) {
					enter(part)
				}
			}
		}
	}
	return entered
}

// checkMethod calls what checks a value that has methods.
func (f *file) checkMethod(t *model.Type, recv *jen.Statement) *jen.Statement {
	if f.walked(t) {
		return recv.Dot("decode").Call(jen.Id("c").Dot("Walker").Call())
	}
	return recv.Dot("check").Call(jen.Id("c"))
}
