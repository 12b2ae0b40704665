package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// sum prints the sum of a list: of doubles in exact decimals, of ints with overflow as an error.
func (p *rulePrinter) sum(e *model.Expr) ruleValue {
	name := p.fresh("sum")
	if e.Type.Kind == model.DoubleExpr {
		p.emit(jen.Var().Id(name).Add(p.f.rt("Sum")))
		p.stream(e.Args[0], "item", func(v ruleValue) {
			v = p.unboxed(v)
			p.emit(jen.Id(name).Dot("Add").Call(v.code()))
		})
		return ruleValue{code: func() *jen.Statement { return jen.Id(name).Dot("Value").Call() }, t: e.Type}
	}
	p.emit(jen.Var().Id(name).Int64())
	ok := p.fresh("ok")
	p.emit(jen.Id(ok).Op(":=").True())
	p.stream(e.Args[0], "item", func(v ruleValue) {
		v = p.unboxed(v)
		more, fits := p.fresh("v"), p.fresh("ok")
		p.emit(jen.List(jen.Id(more), jen.Id(fits)).Op(":=").Add(p.f.rt("RuleAdd").Call(jen.Id(name), v.code())))
		p.emit(jen.List(jen.Id(name), jen.Id(ok)).Op("=").List(jen.Id(more), jen.Id(ok).Op("&&").Id(fits)))
	})
	p.need(flagged(ok))
	return ruleValue{code: id(name), t: e.Type}
}

// extreme prints the least or greatest item of a list; there is none in an empty one.
func (p *rulePrinter) extreme(e *model.Expr, least bool) ruleValue {
	name, there := p.fresh("v"), p.fresh("there")
	t := storedType(e.Type)
	p.emit(jen.Var().Id(name).Add(p.goType(t)), jen.Var().Id(there).Bool())
	nan := e.Args[0].MaybeNaN()
	p.stream(e.Args[0], "item", func(v ruleValue) {
		v = p.simple(p.unboxed(v))
		best := ruleValue{code: id(name), t: t}
		if nan {
			ordered := func() *jen.Statement { return p.f.rt("RuleOrdered").Call(best.code(), v.code()) }
			p.need(anyOf(flagged(there).not(), p.truth(ordered)))
		}
		better := p.ordered("<", v, best)
		if !least {
			better = p.ordered(">", v, best)
		}
		p.emit(jen.If(condition(anyOf(flagged(there).not(), better))).Block(
			jen.List(jen.Id(name), jen.Id(there)).Op("=").List(v.code(), jen.True())))
	})
	p.need(flagged(there))
	return ruleValue{code: id(name), t: t}
}

// simple stores a value that costs something to repeat.
func (p *rulePrinter) simple(v ruleValue) ruleValue {
	if simple(v.code()) {
		return v
	}
	return p.store(v, "v")
}

// isSorted prints the test that no item is less than the one before.
func (p *rulePrinter) isSorted(e *model.Expr) cond {
	list := e.Args[0]
	t := storedType(list.Type.Item())
	last, there, sorted := p.fresh("v"), p.fresh("there"), p.fresh("holds")
	p.emit(jen.Var().Id(last).Add(p.goType(t)))
	p.emit(jen.List(jen.Id(there), jen.Id(sorted)).Op(":=").List(jen.False(), jen.True()))
	p.stream(list, "item", func(v ruleValue) {
		v = p.simple(p.unboxed(v))
		before := ruleValue{code: id(last), t: t}
		if list.MaybeNaN() {
			ordered := func() *jen.Statement { return p.f.rt("RuleOrdered").Call(before.code(), v.code()) }
			p.need(anyOf(flagged(there).not(), flagged(sorted).not(), p.truth(ordered)))
		}
		p.emit(jen.If(condition(all(flagged(there), p.ordered("<", v, before)))).Block(jen.Id(sorted).Op("=").False()))
		p.emit(jen.List(jen.Id(last), jen.Id(there)).Op("=").List(v.code(), jen.True()))
	})
	return flagged(sorted)
}

// isIn prints the test that a list has an item.
func (p *rulePrinter) isIn(e *model.Expr) cond {
	x, list := p.simple(p.value(e.Args[0])), e.Args[1]
	if list.Op == model.List && len(list.Args) > 0 && len(list.Args) <= 4 && !list.CanFail() {
		var is []cond
		for _, arg := range list.Args {
			is = append(is, p.equal(x, p.value(arg)))
		}
		return anyOf(is...)
	}
	if item := list.Type.Item(); item == nil || item.Kind == model.AnyExpr {
		return cond{constant: alwaysFalse}
	}
	found := p.fresh("holds")
	p.emit(jen.Id(found).Op(":=").False())
	early := !list.CanFail()
	p.stream(list, "item", func(v ruleValue) {
		settle := []jen.Code{jen.Id(found).Op("=").True()}
		if early {
			settle = append(settle, jen.Break())
		}
		if v.t.Nullable {
			there := binary(v.code, "!=", "==", jen.Nil)
			inner := p.inner(func() {
				same := p.equal(p.atPlace(v.code, v.t), x)
				p.emit(jen.If(condition(same)).Block(settle...))
			})
			p.emit(jen.If(there.yes()).Block(inner...))
			return
		}
		p.emit(jen.If(condition(p.equal(p.unboxed(v), x))).Block(settle...))
	})
	return flagged(found)
}

// position prints the place of the first or last item of a list that equals a value, or -1.
func (p *rulePrinter) position(e *model.Expr, last bool) ruleValue {
	at, n := p.fresh("at"), p.fresh("n")
	p.emit(jen.List(jen.Id(at), jen.Id(n)).Op(":=").List(jen.Int64().Call(jen.Lit(-1)), jen.Int64().Call(jen.Lit(0))))
	x := p.simple(p.value(e.Args[1]))
	p.stream(e.Args[0], "item", func(v ruleValue) {
		there := cond{constant: alwaysTrue}
		if v.t.Nullable {
			there = binary(v.code, "!=", "==", jen.Nil)
			v = p.atPlace(v.code, v.t)
		}
		same := all(there, p.equal(p.unboxed(v), x))
		if !last {
			same = all(binary(id(at), "<", ">=", func() *jen.Statement { return jen.Lit(0) }), same)
		}
		p.emit(jen.If(condition(same)).Block(jen.Id(at).Op("=").Id(n)), jen.Id(n).Op("++"))
	})
	return ruleValue{code: id(at), t: e.Type}
}

// size prints the number of items of a list that is not built.
func (p *rulePrinter) size(list *model.Expr) ruleValue {
	t := &model.ExprType{Kind: model.IntExpr}
	if list.Op == model.List {
		n := len(list.Args)
		for _, arg := range list.Args {
			p.value(arg)
		}
		return ruleValue{code: func() *jen.Statement { return jen.Int64().Call(jen.Lit(n)) }, t: t}
	}
	n := p.fresh("n")
	p.emit(jen.Id(n).Op(":=").Int64().Call(jen.Lit(0)))
	p.stream(list, "item", func(v ruleValue) {
		p.emit(jen.Id(n).Op("++"))
	})
	return ruleValue{code: id(n), t: t}
}
