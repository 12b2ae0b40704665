package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// relations is how the constraints on a struct as a whole are enforced.
type relations struct {
	plain bool   // by the method together, which tests fields
	rest  string // by this function on the object as any, "" for none

	rules []rule
}

// rule is a test of fields and what is recorded when they pass it.
type rule struct {
	when  cond
	body  []jen.Code
	reads []int // the fields it reads
}

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
	var hard []model.Constraint
	for _, c := range t.Constraints {
		if size, ok := c.(model.Size); ok && isProperties(size.Word) {
			continue // the decoder counts members
		}
		sc := scope{t: t, base: id("a"), reads: new([]int)}
		rules, ok := f.relate(c, sc)
		if !ok {
			hard = append(hard, c)
			continue
		}
		for _, made := range rules {
			made.reads = *sc.reads
			r.rules = append(r.rules, made)
		}
	}
	r.plain = len(r.rules) > 0
	if rest := f.rest(t, hard); rest != nil {
		r.rest = f.anyCheck(rest)
	}
	return r
}

// printTogether prints the method that checks what ties several fields together. Decoding and
// Validate share it.
func (f *file) printTogether(t *model.Type) {
	r := f.relations(t)
	if !r.plain {
		return
	}
	var body []jen.Code
	for _, test := range r.rules {
		reads := slices.Clone(test.reads)
		slices.Sort(reads)
		if reads = slices.Compact(reads); len(reads) > 0 {
			indexes := make([]jen.Code, len(reads))
			for i, n := range reads {
				indexes[i] = jen.Lit(n)
			}
			sound := func() *jen.Statement { return jen.Id("o").Dot("Sound").Call(indexes...) }
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
