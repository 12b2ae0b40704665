package golang

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// relation is how constraints on a struct as a whole are enforced: a run of them by a method that
// tests fields, or one of them by a function on the object as any. They keep the order of the schema.
type relation struct {
	rules []rule
	hard  *hardRule
}

// turn is when the constraints are looked at.
func (r relation) turn() turn {
	if r.hard == nil {
		return between
	}
	return r.hard.turn
}

// rule is a test of fields and what is recorded when they pass it.
type rule struct {
	when cond
	body []jen.Code
}

// hardRule is a function on the object as any.
type hardRule struct {
	check string
	sound cond // nothing can be said otherwise
	all   bool // it looks at the values of more than declared fields
	turn  turn
}

// turn is when a constraint is looked at. What nothing has looked at is known last, and only
// where the other constraints find nothing wrong.
type turn uint8

const (
	firstly turn = iota // patternProperties
	between
	lastly // unevaluatedProperties
)

// relations sorts the constraints on a struct into those that compile to tests of its fields and
// those that need the object as any. It is worked out once per struct.
func (f *file) relations(t *model.Type) []relation {
	if list, ok := f.related[t]; ok {
		return list
	}
	f.related[t] = nil
	if f.shape {
		return nil
	}
	var list []relation
	hard := func(made hardRule, part *model.Type) {
		part.Accepts = model.JSONAll
		if plan.Trivial(part) {
			return
		}
		f.keysOnly[part] = true
		made.check = f.anyCheck(part)
		list = append(list, relation{hard: &made})
	}
	if len(t.Patterns) > 0 && t.KeyPattern() == nil {
		hard(hardRule{sound: cond{constant: alwaysTrue}, turn: firstly}, &model.Type{Patterns: t.Patterns, Fields: onlyNames(t.Fields)})
	}
	for _, c := range t.Constraints {
		if size, ok := c.(model.Size); ok && isProperties(size.Word) {
			continue // the decoder counts members
		}
		sc := inStruct(t, id("a"))
		sc.walked = true
		reads := plan.ReadsOf(t, c)
		if rules, ok := f.relate(c, sc); ok {
			var run relation
			for _, made := range rules {
				made.when = all(sc.sound(reads), made.when)
				run.rules = append(run.rules, made)
			}
			list = append(list, run)
			continue
		}
		made := hardRule{sound: inStruct(t, id("a")).sound(reads), all: reads.All, turn: between}
		if u, ok := c.(model.Unevaluated); ok {
			if plan.Trivial(u.Type) {
				continue
			}
			made.turn = lastly
		}
		hard(made, &model.Type{Constraints: []model.Constraint{c}, Blank: t.Blank})
	}
	slices.SortStableFunc(list, func(a, b relation) int { return int(a.turn()) - int(b.turn()) })
	for _, next := range list {
		made := f.related[t]
		last := len(made) - 1
		switch {
		case next.hard == nil && len(next.rules) == 0:
		case next.hard == nil && last >= 0 && made[last].hard == nil:
			made[last].rules = append(made[last].rules, next.rules...)
		default:
			f.related[t] = append(made, next)
		}
	}
	return f.related[t]
}

// together is the name of the method for a run of rules, the first of which is at the index.
func together(list []relation, at int) string {
	n := 1
	for _, r := range list[:at] {
		if r.hard == nil {
			n++
		}
	}
	if n == 1 {
		return "together"
	}
	return "together" + strconv.Itoa(n)
}

// onlyNames are fields that ask for nothing, for a schema that only has to know which keys there
// are.
func onlyNames(fields []*model.Field) []*model.Field {
	names := make([]*model.Field, len(fields))
	for i, field := range fields {
		names[i] = &model.Field{Key: field.Key, Hoisted: field.Hoisted, Type: anyType}
	}
	return names
}

// relationCalls runs what ties the fields of a struct together; object is a pointer to the state
// of the walk over it.
func (f *file) relationCalls(t *model.Type, at *target, object jen.Code) []jen.Code {
	list := f.relations(t)
	var code []jen.Code
	whole, hards := at.whole, 0
	for _, r := range list {
		if r.hard != nil {
			hards++
		}
	}
	if at.recv == "c" {
		whole = id("a") // HoldSound makes its JSON
	}
	if hards > 1 {
		if at.recv == "c" {
			code = append(code, jen.Id("v").Op(":=").Id("c").Dot("Plain").Call(jen.Id("a")))
		} else {
			code = append(code, jen.Id("v").Op(":=").Add(at.whole()))
		}
		whole = id("v")
	}
	call := func(hard *hardRule) jen.Code {
		guard := hard.sound
		if hard.all {
			guard = negatable(func() *jen.Statement { return jen.Id("o").Dot("SoundAll").Call() })
		}
		if hard.turn == lastly {
			guard = all(guard, negatable(func() *jen.Statement { return at.call("SoundSince", jen.Id("mark")) }))
		}
		check := jen.Id(hard.check).Call(at.checker(), whole())
		if at.recv == "c" {
			check = f.rt("HoldSound").Call(jen.Id("c"), whole(), jen.Id(hard.check))
		}
		if guard.constant == alwaysTrue {
			return check
		}
		return jen.If(condition(guard)).Block(check)
	}
	hasLast := slices.ContainsFunc(list, func(r relation) bool { return r.turn() == lastly })
	for i, r := range list {
		// Patterns come first. They are about the keys that no field declares: what is wrong with
		// fields is beside them, and the other way round.
		if hasLast && r.turn() != firstly {
			code = append(code, jen.Id("mark").Op(":=").Add(at.call("Mark")))
			hasLast = false
		}
		if r.hard != nil {
			code = append(code, call(r.hard))
		} else {
			code = append(code, jen.Id("a").Dot(together(list, i)).Call(at.checker(), object))
		}
	}
	return append(code, f.ruleCalls(t, at, nil, object)...)
}

// asksWalk reports whether the code of relationCalls looks at the walk over the struct.
func (f *file) asksWalk(t *model.Type) bool {
	return len(t.Rules) > 0 || slices.ContainsFunc(f.relations(t), func(r relation) bool {
		return r.hard == nil || r.hard.all || r.hard.sound.constant != alwaysTrue
	})
}

func ints(list []int) []jen.Code {
	list = slices.Clone(list)
	slices.Sort(list)
	var codes []jen.Code
	for _, n := range slices.Compact(list) {
		codes = append(codes, jen.Lit(n))
	}
	return codes
}

// printTogether prints the methods that check what ties several fields together. Decoding and
// Validate share them.
func (f *file) printTogether(t *model.Type) {
	list := f.relations(t)
	for i, r := range list {
		if r.hard != nil {
			continue
		}
		f.add(jen.Add(comment(together(list, i)+" checks what ties several fields to each other.")).Line().
			Add(f.method(t, together(list, i))).Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("o").Op("*").Add(f.rt("Object"))).
			Block(ruleCode(r.rules)...))
	}
}

// ruleCode prints rules as if statements.
func ruleCode(rules []rule) []jen.Code {
	var code []jen.Code
	for _, r := range rules {
		switch r.when.constant {
		case alwaysTrue:
			if len(r.body) > 1 {
				code = append(code, jen.Block(r.body...)) // it declares a variable
			} else {
				code = append(code, r.body...)
			}
		case varies:
			code = append(code, jen.If(r.when.yes()).Block(r.body...))
		}
	}
	return code
}
