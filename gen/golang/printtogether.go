package golang

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// rule is a test of fields and the statements for when it succeeds.
type rule struct {
	when cond
	body []jen.Code
}

// together returns the name of the method for a run of rules, starting at an index.
func together(list []plan.Relation, at int) string {
	n := 1
	for _, r := range list[:at] {
		if r.Schema == nil {
			n++
		}
	}
	if n == 1 {
		return "together"
	}
	return "together" + strconv.Itoa(n)
}

// relationCalls runs the constraints over several fields; object is a pointer to the state of the walk.
func (f *valuePrinter) relationCalls(t *model.Type, at *target, object jen.Code) []jen.Code {
	list := f.of(t).Relations
	var code []jen.Code
	whole, hards := at.whole, 0
	for _, r := range list {
		if r.Schema != nil {
			hards++
		}
	}
	if at.recv == "c" {
		whole = id("a") // HoldSound marshals it
	}
	if hards > 1 {
		if at.recv == "c" {
			code = append(code, jen.Id("v").Op(":=").Id("c").Dot("Plain").Call(jen.Id("a")))
		} else {
			code = append(code, jen.Id("v").Op(":=").Add(at.whole()))
		}
		whole = id("v")
	}
	call := func(r plan.Relation) jen.Code {
		guard := scope{t: t, base: id("a")}.sound(r.Reads)
		if r.Reads.All {
			guard = negatable(func() *jen.Statement { return jen.Id("o").Dot("SoundAll").Call() })
		}
		if r.Turn == plan.Lastly {
			guard = all(guard, negatable(func() *jen.Statement { return at.call("SoundSince", jen.Id("mark")) }))
		}
		check := jen.Id(f.anyCheck(r.Schema)).Call(at.checker(), whole())
		if at.recv == "c" {
			check = f.rt("HoldSound").Call(jen.Id("c"), whole(), jen.Id(f.anyCheck(r.Schema)))
		}
		if guard.constant == alwaysTrue {
			return check
		}
		return jen.If(condition(guard)).Block(check)
	}
	hasLast := slices.ContainsFunc(list, func(r plan.Relation) bool { return r.Turn == plan.Lastly })
	for i, r := range list {
		// Patterns come first and are independent of the fields: they concern undeclared keys.
		if hasLast && r.Turn != plan.Firstly {
			code = append(code, jen.Id("mark").Op(":=").Add(at.call("Mark")))
			hasLast = false
		}
		if r.Schema != nil {
			code = append(code, call(r))
		} else {
			code = append(code, jen.Id("a").Dot(together(list, i)).Call(at.checker(), object))
		}
	}
	return append(code, f.ruleCalls(t, at, nil, object)...)
}

// asksWalk reports whether relationCalls uses the walk over the struct.
func (f *valuePrinter) asksWalk(t *model.Type) bool {
	return len(t.Rules) > 0 || slices.ContainsFunc(f.of(t).Relations, func(r plan.Relation) bool {
		return r.Schema == nil || !r.Reads.Always()
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

// printTogether prints the methods that check constraints over several fields, for decoding and Validate.
func (f *valuePrinter) printTogether(t *model.Type) {
	list := f.of(t).Relations
	for i, r := range list {
		if r.Schema != nil {
			continue
		}
		f.add(jen.Add(comment(together(list, i)+" checks what ties several fields to each other.")).Line().
			Add(f.method(t, together(list, i))).Params(jen.Id("c").Op("*").Add(f.rt("Checker")), jen.Id("o").Op("*").Add(f.rt("Object"))).
			Block(ruleCode(f.tests(r.Tests, scope{t: t, base: id("a"), walked: true}))...))
	}
}

// ruleCode prints rules as if statements.
func ruleCode(rules []rule) []jen.Code {
	var code []jen.Code
	for _, r := range rules {
		switch r.when.constant {
		case alwaysTrue:
			if len(r.body) > 1 {
				code = append(code, jen.Block(r.body...)) // declares a variable
			} else {
				code = append(code, r.body...)
			}
		case varies:
			code = append(code, jen.If(r.when.yes()).Block(r.body...))
		}
	}
	return code
}
