package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// relations is how the constraints on a struct as a whole are enforced: some by the method
// together, which tests fields, the others by functions on the object as any.
type relations struct {
	rules []rule
	hard  []hardRule
}

// rule is a test of fields and what is recorded when they pass it.
type rule struct {
	when  cond
	body  []jen.Code
	reads []int // the fields it reads
}

// hardRule is a function on the object as any.
type hardRule struct {
	check string
	reads []int
	all   bool // it looks at more than declared fields
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
func (f *file) relations(t *model.Type) *relations {
	if r := f.related[t]; r != nil {
		return r
	}
	r := &relations{}
	f.related[t] = r
	if f.shape {
		return r
	}
	if len(t.Patterns) > 0 {
		f.addHard(r, hardRule{all: true, turn: firstly}, &model.Type{Patterns: t.Patterns, Fields: onlyNames(t.Fields)})
	}
	for _, c := range t.Constraints {
		if size, ok := c.(model.Size); ok && isProperties(size.Word) {
			continue // the decoder counts members
		}
		sc := scope{t: t, base: id("a"), reads: new([]int)}
		if rules, ok := f.relate(c, sc); ok {
			for _, made := range rules {
				made.reads = *sc.reads
				r.rules = append(r.rules, made)
			}
			continue
		}
		reads := reading{f: f, t: t}
		reads.constraint(c)
		hard := hardRule{reads: reads.fields, all: reads.all, turn: between}
		if u, ok := c.(model.Unevaluated); ok {
			if f.trivial(u.Type) {
				continue
			}
			hard.turn = lastly
		}
		f.addHard(r, hard, &model.Type{Constraints: []model.Constraint{c}, Blank: t.Blank})
	}
	slices.SortStableFunc(r.hard, func(a, b hardRule) int { return int(a.turn) - int(b.turn) })
	return r
}

// addHard makes the function for a part of a struct's schema.
func (f *file) addHard(r *relations, hard hardRule, part *model.Type) {
	part.Accepts = model.JSONAll
	if f.trivial(part) {
		return
	}
	f.keysOnly[part] = true
	hard.check = f.anyCheck(part)
	r.hard = append(r.hard, hard)
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
	r := f.relations(t)
	var code []jen.Code
	whole := at.whole
	if len(r.hard) > 1 {
		code = append(code, jen.Id("v").Op(":=").Add(at.whole()))
		whole = id("v")
	}
	call := func(hard hardRule) jen.Code {
		guard := jen.Id("o").Dot("SoundAll").Call()
		if !hard.all {
			guard = jen.Id("o").Dot("Sound").Call(ints(hard.reads)...)
		}
		if hard.turn == lastly {
			guard.Op("&&").Add(at.call("SoundSince", jen.Id("mark")))
		}
		return jen.If(guard).Block(jen.Id(hard.check).Call(at.checker(), whole()))
	}
	rest := r.hard
	for len(rest) > 0 && rest[0].turn == firstly {
		code = append(code, call(rest[0]))
		rest = rest[1:]
	}
	if len(rest) > 0 && rest[len(rest)-1].turn == lastly {
		code = append(code, jen.Id("mark").Op(":=").Add(at.call("Mark")))
	}
	if len(r.rules) > 0 {
		code = append(code, jen.Id("a").Dot("together").Call(at.checker(), object))
	}
	for _, hard := range rest {
		code = append(code, call(hard))
	}
	return append(code, f.ruleCalls(t, at, nil, object)...)
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

// printTogether prints the method that checks what ties several fields together. Decoding and
// Validate share it.
func (f *file) printTogether(t *model.Type) {
	r := f.relations(t)
	if len(r.rules) == 0 {
		return
	}
	var body []jen.Code
	for _, test := range r.rules {
		if reads := ints(test.reads); len(reads) > 0 {
			sound := func() *jen.Statement { return jen.Id("o").Dot("Sound").Call(reads...) }
			test.when = all(cond{yes: sound, no: sound}, test.when)
		}
		body = append(body, ruleCode([]rule{test})...)
	}
	f.add(jen.Add(comment("together checks what ties several fields to each other.")).Line().
		Add(f.method(t, "together")).Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("o").Op("*").Add(f.rt("Object"))).Block(body...))
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
