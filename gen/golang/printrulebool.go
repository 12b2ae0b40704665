package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// conclude prints the end of a function that says whether a rule holds. What comes first is
// decided first, so that the statements of later parts only run where they matter.
func (p *rulePrinter) conclude(e *model.Expr) {
	op := e.Op
	if op != model.And && op != model.Or {
		op = model.And
	}
	pending := cond{constant: alwaysTrue}
	if op == model.Or {
		pending.constant = alwaysFalse
	}
	settled := map[model.Op]constant{model.And: alwaysFalse, model.Or: alwaysTrue}[op]
	parts := operands(e, op, nil)
	for i, part := range parts {
		if pending.constant == settled {
			break // the rest never runs, and was never asked to guard what it reads
		}
		var test cond
		code := p.inner(func() {
			if i == len(parts)-1 && part.Op == model.All && op == model.And {
				p.concludeAll(part)
				return
			}
			test = p.holds(part, false)
		})
		if len(code) > 0 && pending.constant == varies {
			if op == model.And {
				p.emit(jen.If(pending.no()).Block(jen.Return(jen.False())))
				pending = cond{constant: alwaysTrue}
			} else {
				p.emit(jen.If(pending.yes()).Block(jen.Return(jen.True())))
				pending = cond{constant: alwaysFalse}
			}
		}
		p.emit(code...)
		switch {
		case test.yes == nil && test.constant == varies: // concludeAll
			test = cond{constant: alwaysTrue}
			pending = all(pending, test)
		case op == model.And:
			pending = all(pending, test)
		default:
			pending = anyOf(pending, test)
		}
	}
	p.emit(jen.Return(condition(pending)))
}

// operands flattens a chain of one operator.
func operands(e *model.Expr, op model.Op, list []*model.Expr) []*model.Expr {
	if e.Op != op {
		return append(list, e)
	}
	return operands(e.Args[1], op, operands(e.Args[0], op, list))
}

// concludeAll prints a loop that ends the function at the first item that fails the test.
func (p *rulePrinter) concludeAll(e *model.Expr) {
	outer := p.begin()
	loop := p.inner(func() {
		p.each(e.Args[0], e.Text, true, func() {
			if test := p.holds(e.Args[1], false); test.constant != alwaysTrue {
				p.emit(jen.If(condition(test.not())).Block(jen.Return(jen.False())))
			}
		})
	})
	// The list itself may fail: its steps stand within the block of the loop.
	p.steps.block = p.block
	p.emit(loop...)
	if ok := p.end(outer); ok.constant != alwaysTrue {
		p.emit(jen.If(ok.no()).Block(jen.Return(jen.False())))
	}
}

// holds is the condition that a test is true. Where it cannot be decided, it is otherwise.
func (p *rulePrinter) holds(e *model.Expr, otherwise bool) cond {
	switch e.Op {
	case model.Literal:
		if e.Lit == true {
			return cond{constant: alwaysTrue}
		}
		return cond{constant: alwaysFalse}
	case model.And:
		return p.both(p.holds(e.Args[0], otherwise), e.Args[1], otherwise, true)
	case model.Or:
		return p.both(p.holds(e.Args[0], otherwise), e.Args[1], otherwise, false)
	case model.Call:
		if e.Text == "!" {
			return p.holds(e.Args[0], !otherwise).not()
		}
	case model.Bind:
		p.bind(e)
		return p.holds(e.Args[1], otherwise)
	case model.If:
		if !e.Args[0].CanFail() {
			return p.choose(p.holds(e.Args[0], otherwise), e, otherwise)
		}
	}
	return p.step(otherwise, func() cond { return p.test(e, otherwise) })
}

// step prints a test whose steps may fail.
func (p *rulePrinter) step(otherwise bool, print func() cond) cond {
	outer := p.begin()
	test := print()
	ok := p.end(outer)
	if otherwise {
		return anyOf(ok.not(), test)
	}
	return all(ok, test)
}

// both is left && right, or left || right; the right side is worked out only where it matters.
func (p *rulePrinter) both(left cond, right *model.Expr, otherwise, and bool) cond {
	var test cond
	code := p.inner(func() { test = p.holds(right, otherwise) })
	if len(code) == 0 {
		if and {
			return all(left, test)
		}
		return anyOf(left, test)
	}
	if left.constant != varies {
		if (left.constant == alwaysTrue) != and {
			return left
		}
		p.emit(code...)
		return test
	}
	name := p.fresh("holds")
	p.emit(jen.Id(name).Op(":=").Add(left.yes()))
	when := jen.Id(name)
	if !and {
		when = jen.Op("!").Id(name)
	}
	p.emit(jen.If(when).Block(append(code, jen.Id(name).Op("=").Add(condition(test)))...))
	return flagged(name)
}

// choose is a conditional between two tests.
func (p *rulePrinter) choose(test cond, e *model.Expr, otherwise bool) cond {
	switch yes, no := e.Args[1], e.Args[2]; {
	case no.Lit == true:
		return p.both(test.not(), yes, otherwise, false)
	case no.Lit == false:
		return p.both(test, yes, otherwise, true)
	case yes.Lit == true:
		return p.both(test, no, otherwise, false)
	case yes.Lit == false:
		return p.both(test.not(), no, otherwise, true)
	}
	name := p.fresh("holds")
	p.emit(jen.Var().Id(name).Bool())
	branch := func(e *model.Expr) []jen.Code {
		return p.inner(func() {
			is := p.holds(e, otherwise)
			p.emit(jen.Id(name).Op("=").Add(condition(is)))
		})
	}
	p.emit(jen.If(condition(test)).Block(branch(e.Args[1])...).Else().Block(branch(e.Args[2])...))
	return flagged(name)
}

// decided is a test that must be decided: where it is not, a step has failed.
func (p *rulePrinter) decided(e *model.Expr) cond {
	switch {
	case !e.CanFail():
		return p.holds(e, false)
	case e.Op == model.Call && e.Text == "!":
		return p.decided(e.Args[0]).not()
	case e.Op == model.Bind:
		p.bind(e)
		return p.decided(e.Args[1])
	case e.Op == model.If:
		test, is := p.decided(e.Args[0]), p.fresh("is")
		p.emit(jen.Var().Id(is).Bool())
		branch := func(e *model.Expr) []jen.Code {
			return p.inner(func() { p.emit(jen.Id(is).Op("=").Add(condition(p.decided(e)))) })
		}
		p.emit(jen.If(condition(test)).Block(branch(e.Args[1])...).Else().Block(branch(e.Args[2])...))
		return flagged(is)
	case e.Absorbs():
		return p.decidedTwice(e)
	}
	test, is := p.test(e, false), p.fresh("is")
	p.emit(jen.Id(is).Op(":=").Add(condition(test)))
	return flagged(is)
}

// decidedTwice decides a test that may come out although a part of it is undecided: it is decided if it
// comes out the same whichever way those parts are taken.
func (p *rulePrinter) decidedTwice(e *model.Expr) cond {
	is := p.fresh("is")
	test := p.holds(e, false)
	p.emit(jen.Id(is).Op(":=").Add(condition(test)))
	isNot := p.fresh("isNot")
	test = p.holds(e, true)
	p.emit(jen.Id(isNot).Op(":=").Op("!").Parens(condition(test)))
	p.need(binary(id(is), "!=", "==", id(isNot)))
	return flagged(is)
}

// boolValue is a test as a value.
func (p *rulePrinter) boolValue(e *model.Expr) ruleValue {
	test := p.decided(e)
	return ruleValue{code: func() *jen.Statement { return condition(test) }, t: e.Type}
}

// test prints a test that is no chain of others. Its steps are those of the caller.
func (p *rulePrinter) test(e *model.Expr, otherwise bool) cond {
	switch e.Op {
	case model.HasField:
		return p.hasField(e)
	case model.HasKey:
		m, key := p.value(e.Args[0]), p.value(e.Args[1])
		return p.truth(func() *jen.Statement { return p.f.rt("RuleHasKey").Call(m.code(), key.code()) })
	case model.HasValue:
		return p.hasValue(e)
	case model.IsNull:
		v := p.vars[e.Args[0].Text]
		if !e.Args[0].Type.Nullable {
			return cond{constant: alwaysFalse}
		}
		v.used = true
		return binary(v.value.code, "==", "!=", jen.Nil)
	case model.All, model.Exists, model.ExistsOne:
		return p.quantified(e, otherwise)
	case model.If:
		return p.choose(p.decided(e.Args[0]), e, otherwise)
	case model.Call:
		return p.testCall(e)
	}
	v := p.value(e)
	return p.truth(v.code)
}

// truth is a Go expression of type bool as a condition.
func (p *rulePrinter) truth(e expr) cond {
	return cond{yes: e, no: func() *jen.Statement { return jen.Op("!").Add(e()) }}
}

// quantified prints all, exists and exists_one.
func (p *rulePrinter) quantified(e *model.Expr, otherwise bool) cond {
	early := !e.Args[0].CanFail() // a list that fails further on must be gone through
	if e.Op == model.ExistsOne {
		n := p.fresh("n")
		p.emit(jen.Id(n).Op(":=").Lit(0))
		p.each(e.Args[0], e.Text, false, func() {
			is := p.decided(e.Args[1])
			p.emit(jen.If(condition(is)).Block(jen.Id(n).Op("++")))
		})
		return binary(id(n), "==", "!=", func() *jen.Statement { return jen.Lit(1) })
	}
	name := p.fresh("holds")
	all := e.Op == model.All
	p.emit(jen.Id(name).Op(":=").Lit(all))
	p.each(e.Args[0], e.Text, early, func() {
		is := p.holds(e.Args[1], otherwise)
		if all {
			is = is.not()
		}
		if is.constant == alwaysFalse {
			return
		}
		settle := []jen.Code{jen.Id(name).Op("=").Lit(!all)}
		if early {
			settle = append(settle, jen.Break())
		}
		p.emit(jen.If(condition(is)).Block(settle...))
	})
	return flagged(name)
}
