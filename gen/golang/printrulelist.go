package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// each runs code for the items of a list, or the keys of a map, each in the variable name. Lists
// that map and filter make are never built: their loops are one. Early says that the code may leave
// the loop.
func (p *rulePrinter) each(list *model.Expr, name string, early bool, body func()) {
	p.stream(list, name, func(item ruleValue) {
		outer := p.vars[name]
		p.vars[name] = &ruleVar{value: item, used: true}
		body()
		p.vars[name] = outer
	})
}

// stream runs code for the items of a list. Hint is a name for the variable of the loop.
func (p *rulePrinter) stream(list *model.Expr, hint string, body func(item ruleValue)) {
	switch list.Op {
	case model.FilterItems:
		p.stream(list.Args[0], list.Text, func(item ruleValue) {
			p.vars[list.Text] = &ruleVar{value: item}
			test := p.decided(list.Args[1])
			if kept := list.Type.Item(); item.t.Nullable && !kept.Nullable {
				item = p.atPlace(item.code, kept) // the test says that it is not null
			}
			inner := p.inner(func() { body(item) })
			p.emit(jen.If(condition(test)).Block(inner...))
		})
	case model.MapItems:
		p.stream(list.Args[0], list.Text, func(item ruleValue) {
			p.vars[list.Text] = &ruleVar{value: item}
			if len(list.Args) == 2 {
				body(p.value(list.Args[1]))
				return
			}
			test := p.decided(list.Args[2])
			inner := p.inner(func() { body(p.value(list.Args[1])) })
			p.emit(jen.If(condition(test)).Block(inner...))
		})
	default:
		p.loop(list, hint, body)
	}
}

// loop prints a loop over a list that there is, or over the keys of a map.
func (p *rulePrinter) loop(list *model.Expr, hint string, body func(item ruleValue)) {
	name := p.named(hint)
	over := ruleValue{t: list.Type}
	if list.Op == model.List && len(list.Args) > 0 {
		over.code = p.array(list)
	} else {
		over = p.value(list)
	}
	if list.Type.Kind == model.MapExpr {
		keys := func() *jen.Statement { return p.f.rt("RuleKeys").Call(over.code()) }
		inner := p.inner(func() { body(ruleValue{code: id(name), t: &model.ExprType{Kind: model.StringExpr}}) })
		p.emit(forEach(name, keys(), inner))
		return
	}
	item := over.t.Item()
	if over.t.Model == nil {
		item = storedType(item)
	}
	used := &usage{of: name}
	made := ruleValue{code: used.read, t: item}
	if over.t.Model != nil && item.Kind == model.ObjectExpr && !item.Nullable {
		list := over.code
		if !simple(list()) {
			list = p.store(over, "list").code
		}
		made.pointer = true
		index := p.fresh("i")
		inner := p.inner(func() { body(made) })
		place := jen.Id(name).Op(":=").Op("&").Add(list()).Index(jen.Id(index))
		if !used.is {
			p.emit(jen.For(jen.Range().Add(list())).Block(inner...))
			return
		}
		p.emit(jen.For(jen.Id(index).Op(":=").Range().Add(list())).Block(append([]jen.Code{place}, inner...)...))
		return
	}
	made.pointer = item.Kind == model.ObjectExpr
	inner := p.inner(func() { body(made) })
	if !used.is {
		name = "_"
	}
	p.emit(forEach(name, over.code(), inner))
}

// usage notes whether the variable of a loop is read at all.
type usage struct {
	of string
	is bool
}

func (u *usage) read() *jen.Statement {
	u.is = true
	return jen.Id(u.of)
}

func forEach(name string, over *jen.Statement, body []jen.Code) jen.Code {
	if name == "_" {
		return jen.For(jen.Range().Add(over)).Block(body...)
	}
	return jen.For(jen.List(jen.Id("_"), jen.Id(name)).Op(":=").Range().Add(over)).Block(body...)
}

// simple reports whether a Go expression is only a chain of names, which costs nothing to repeat.
func simple(code *jen.Statement) bool { return len(*code) <= 3 }

// array is a list of values as an array of Go, which needs no memory of its own.
func (p *rulePrinter) array(list *model.Expr) expr {
	t := storedType(list.Type.Item())
	items := make([]expr, len(list.Args))
	for i, arg := range list.Args {
		v := p.value(arg)
		items[i] = func() *jen.Statement { return p.fit(v, t) }
	}
	return func() *jen.Statement {
		codes := make([]jen.Code, len(items))
		for i, item := range items {
			codes[i] = item()
		}
		return jen.Index(jen.Op("...")).Add(p.goType(t)).Values(codes...)
	}
}

// listValue builds a list.
func (p *rulePrinter) listValue(e *model.Expr) ruleValue {
	item := e.Type.Item()
	if item == nil || item.Kind == model.AnyExpr {
		return ruleValue{code: jenNil, t: e.Type}
	}
	t := &model.ExprType{Kind: model.ListExpr, Elem: storedType(item)}
	name := p.fresh("list")
	p.emit(jen.Var().Id(name).Index().Add(p.goType(t.Elem)))
	p.appendTo(name, e, t.Elem)
	return ruleValue{code: id(name), t: t}
}

func jenNil() *jen.Statement { return jen.Nil() }

// appendTo appends the items of a list to a variable.
func (p *rulePrinter) appendTo(name string, list *model.Expr, item *model.ExprType) {
	if list.Op == model.List {
		for _, arg := range list.Args {
			p.emit(jen.Id(name).Op("=").Append(jen.Id(name), p.fit(p.value(arg), item)))
		}
		return
	}
	p.stream(list, "item", func(v ruleValue) {
		v = p.unboxed(v)
		p.emit(jen.Id(name).Op("=").Append(jen.Id(name), p.fit(v, item)))
	})
}

// unboxed is an item of a loop as rules compute with it.
func (p *rulePrinter) unboxed(v ruleValue) ruleValue {
	switch v.t.Kind {
	case model.ObjectExpr, model.ListExpr, model.MapExpr:
		return v
	}
	if v.t.Nullable {
		return p.atPlace(p.attempt(p.f.rt("RulePlace").Call(v.code()), v.t).code, v.t)
	}
	return p.scalar(v.code, v.t)
}

// canonical is a list whose items are of the types that rules compute with.
func (p *rulePrinter) canonical(v ruleValue) ruleValue {
	if v.t.Model == nil {
		return v
	}
	item := v.t.Item()
	m := item.Model
	if m != nil && m.Name == "" && !item.Nullable {
		switch {
		case m.Kind == model.String, m.Kind == model.Bool, m.Kind == model.Int && !m.Narrow() && !m.Unsigned, m.Kind == model.Float && m.Bits != 32:
			if v.t.Model.Name == "" {
				return v
			}
		}
	}
	t := &model.ExprType{Kind: model.ListExpr, Elem: storedType(item)}
	name, loop := p.fresh("list"), p.fresh("item")
	p.emit(jen.Var().Id(name).Index().Add(p.goType(t.Elem)))
	if item.Kind == model.ObjectExpr && !item.Nullable {
		i := p.fresh("i")
		p.emit(jen.For(jen.Id(i).Op(":=").Range().Add(v.code())).Block(
			jen.Id(name).Op("=").Append(jen.Id(name), jen.Op("&").Add(v.code()).Index(jen.Id(i)))))
		return ruleValue{code: id(name), t: t}
	}
	inner := p.inner(func() {
		made := p.unboxed(ruleValue{code: id(loop), t: item, pointer: item.Kind == model.ObjectExpr})
		p.emit(jen.Id(name).Op("=").Append(jen.Id(name), p.fit(made, t.Elem)))
	})
	p.emit(forEach(loop, v.code(), inner))
	return ruleValue{code: id(name), t: t}
}
