package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// Relation is a group of constraints on a struct: tests of fields, or one check of the object as any. Within a
// turn they keep the order of the schema.
type Relation struct {
	Tests  []Test
	Schema *model.Type // nil for Tests
	Reads  Reads       // by Schema
	Turn   Turn
}

// Turn is when a constraint is checked.
type Turn uint8

// Turns.
const (
	Firstly Turn = iota // patternProperties
	Between
	Lastly // unevaluated keywords, only if the other constraints hold
)

// relations separates the constraints on a struct into tests of fields and checks of the object as any.
func (p *planner) relations(t *model.Type) []Relation {
	var list []Relation
	whole := func(reads Reads, turn Turn, part *model.Type) {
		if part.Accepts = model.JSONAll; !asksNothing(part) {
			p.plan.schemas[part] = p.plan.schema(part, true)
			list = append(list, Relation{Schema: part, Reads: reads, Turn: turn})
		}
	}
	if len(t.Patterns) > 0 && t.KeyPattern() == nil {
		whole(Reads{}, Firstly, &model.Type{Patterns: t.Patterns, Fields: onlyNames(t.Fields)})
	}
	for _, c := range t.Constraints {
		if size, ok := c.(model.Size); ok && ofMembers(size) {
			continue // checked by the decoder
		}
		reads := readsOf(t, c)
		if tests, ok := p.relate(c, scope{t: t, walked: true}); ok {
			for i := range tests {
				tests[i].Reads = reads
			}
			list = append(list, Relation{Tests: tests, Turn: Between})
			continue
		}
		turn := Between
		if u, ok := c.(model.Unevaluated); ok {
			if asksNothing(u.Type) {
				continue
			}
			turn = Lastly
		}
		whole(reads, turn, &model.Type{Constraints: []model.Constraint{c}, Blank: t.Blank})
	}
	slices.SortStableFunc(list, func(a, b Relation) int { return int(a.Turn) - int(b.Turn) })
	var joined []Relation
	for _, next := range list {
		last := len(joined) - 1
		switch {
		case next.Schema == nil && len(next.Tests) == 0:
		case next.Schema == nil && last >= 0 && joined[last].Schema == nil:
			joined[last].Tests = append(joined[last].Tests, next.Tests...)
		default:
			joined = append(joined, next)
		}
	}
	return joined
}

// onlyNames returns fields without constraints, for a schema that only needs the declared keys.
func onlyNames(fields []*model.Field) []*model.Field {
	names := make([]*model.Field, len(fields))
	for i, field := range fields {
		names[i] = &model.Field{Key: field.Key, Hoisted: field.Hoisted, Type: AnyType}
	}
	return names
}

// scope is a struct whose fields are tested.
type scope struct {
	t *model.Type
	// walked means that the object is being walked, so its present keys are known.
	walked bool
}

// field returns the field of a key, or nil.
func (sc scope) field(key string) (int, *model.Field) {
	if i := fieldIndex(sc.t, key); i >= 0 {
		return i, sc.t.Fields[i]
	}
	return -1, nil
}

// present returns the condition that a field is present.
func (sc scope) present(i int) Cond {
	if sc.t.Fields[i].Required {
		return Always
	}
	return Present{i}
}

// filled returns the condition that a field counts as present. A valid required field is filled.
func (sc scope) filled(i int) Cond {
	if !sc.t.Blank {
		return sc.present(i)
	}
	if sc.t.Fields[i].Required {
		return Always
	}
	return Filled{i}
}

// value reports whether the field's Go value cannot be null.
func value(field *model.Field) bool {
	return !field.Type.Nullable() && field.Form != model.NullableForm
}

// relate plans a constraint on a struct as tests of its fields; false if impossible.
func (p *planner) relate(c model.Constraint, sc scope) ([]Test, bool) {
	switch c := c.(type) {
	case model.DependentRequired:
		i, key := sc.field(c.Key)
		if key == nil {
			return nil, false
		}
		return require(c.Keys, sc, sc.present(i))
	case model.RequiredKeys:
		return require(c.Keys, sc, Always)
	case model.FieldGroup:
		return group(c, sc)
	case model.FieldPairs:
		return pairs(c, sc)
	case model.DependentSchema:
		i, key := sc.field(c.Key)
		if key == nil {
			return nil, false
		}
		return p.when(sc.present(i), c.Type, sc, "dependentSchemas")
	case model.Choice:
		return p.chooseBranch(c, sc)
	case model.Not:
		is, ok := p.satisfied(c.Type, sc)
		return []Test{{When: is, Do: Issue{"not"}}}, ok
	case model.Conditional:
		is, ok := p.satisfied(c.If, sc)
		if !ok {
			return nil, false
		}
		then, ok1 := p.when(is, c.Then, sc, "then")
		otherwise, ok2 := p.when(not(is), c.Else, sc, "else")
		return append(then, otherwise...), ok1 && ok2
	case model.Bound, model.Pattern, model.Format, model.Content, model.Unique, model.Contains:
		return nil, true // no effect on objects
	}
	return nil, false
}

// require records missing keys.
func require(keys []string, sc scope, condition Cond) ([]Test, bool) {
	var tests []Test
	for _, key := range keys {
		i, field := sc.field(key)
		if field == nil {
			return nil, false
		}
		tests = append(tests, Test{When: all(condition, not(sc.present(i))), Do: Missing{key}})
	}
	return tests, true
}

// when checks the struct against a schema under a condition.
func (p *planner) when(condition Cond, schema *model.Type, sc scope, holder string) ([]Test, bool) {
	if schema == nil {
		return nil, true
	}
	tests, ok := p.holdStruct(schema, sc, holder)
	for i := range tests {
		tests[i].When = all(condition, tests[i].When)
	}
	return tests, ok
}

// chooseBranch plans a union whose branches only concern keys. Other unions need full checks, since the issues
// of the closest branch are reported.
func (p *planner) chooseBranch(c model.Choice, sc scope) ([]Test, bool) {
	if !keysOnlyChoice(c) {
		return nil, false
	}
	branches := make([]Cond, len(c.Branches))
	for i, branch := range c.Branches {
		var ok bool
		if branches[i], ok = p.satisfied(branch, sc); !ok {
			return nil, false
		}
	}
	return []Test{{When: Always, Do: Branch{Word: c.Word, Labels: c.Labels(), Branches: branches}}}, true
}

// group plans exactlyOneOf and the like; false if the struct lacks one of the fields.
func group(c model.FieldGroup, sc scope) ([]Test, bool) {
	conds := make([]Cond, len(c.Keys))
	for k, key := range c.Keys {
		i, field := sc.field(key)
		if field == nil {
			return nil, false
		}
		conds[k] = sc.filled(i)
	}
	broken := not(either(conds...))
	switch c.Word {
	case "exactlyOneOf":
		broken = Count{Of: conds, Op: "!=", Opposite: "==", Limit: 1}
	case "atMostOneOf":
		broken = Count{Of: conds, Op: ">", Opposite: "<=", Limit: 1}
	}
	return []Test{{When: broken, Do: Group{Word: c.Word, Keys: c.Keys, Present: conds}}}, true
}

// pairs plans requires and excludes; false if the struct lacks one of the fields.
func pairs(c model.FieldPairs, sc scope) ([]Test, bool) {
	k, key := sc.field(c.Key)
	if key == nil {
		return nil, false
	}
	var tests []Test
	for _, name := range c.Keys {
		i, other := sc.field(name)
		if other == nil {
			return nil, false
		}
		broken := sc.filled(i)
		if c.Word == "requires" {
			broken = not(broken)
		}
		tests = append(tests, Test{When: all(sc.filled(k), broken), Do: Pair{c.Word, c.Key, name}})
	}
	return tests, true
}

// holdStruct plans the tests of a struct against another schema.
func (p *planner) holdStruct(schema *model.Type, sc scope, holder string) ([]Test, bool) {
	if schema.Never {
		return []Test{{When: Always, Do: Issue{Blamed(schema, holder)}}}, true
	}
	if !fieldSchema(schema) || !p.plan.held(schema) {
		return nil, false
	}
	var tests []Test
	for _, want := range schema.Fields {
		trivial := asksNothing(want.Type)
		if !want.Required && trivial {
			continue
		}
		i, field := sc.field(want.Key)
		if field == nil {
			return nil, false
		}
		there := sc.present(i)
		if want.Required {
			tests = append(tests, Test{When: not(there), Do: Missing{want.Key}})
		}
		if trivial {
			continue
		}
		rounds := mayRound(field.Type)
		if rounds && (!sc.walked || field.Type.Kind != model.Float) {
			return nil, false // only the text has all digits
		}
		if !want.Type.Never && !value(field) {
			return nil, false
		}
		checks, ok := p.hold(want.Type, field.Type, "properties")
		if !ok {
			return nil, false
		}
		if len(checks) > 0 {
			tests = append(tests, Test{When: there, Do: Field{Index: i, Number: rounds, Checks: checks}})
		}
	}
	for _, c := range schema.Constraints {
		more, ok := p.relate(c, sc)
		if !ok {
			return nil, false
		}
		tests = append(tests, more...)
	}
	return tests, true
}

// fieldSchema reports whether a schema only concerns declared properties.
func fieldSchema(t *model.Type) bool {
	return allowed(t)&model.JSONObject != 0 && len(t.Patterns) == 0 && !t.Closed && t.Union == nil && asksNothing(t.Additional)
}
