package rulecode

import (
	"go/ast"

	"github.com/toolgen/toolgen/gen/model"
)

// each runs code for the items of a macro's list, or the keys of its map.
func (c *compiler) each(macro *model.Expr, body func()) {
	c.stream(macro.Args[0], macro.Text, func(item value) {
		outer := c.vars[macro.Text]
		c.vars[macro.Text] = &bound{value: item}
		body()
		c.vars[macro.Text] = outer
	})
}

// stream runs code for the items of a list. Results of map and filter are not built: their loops are fused.
// hint names the loop variable.
func (c *compiler) stream(list *model.Expr, hint string, body func(item value)) {
	switch list.Op {
	case model.FilterItems:
		c.stream(list.Args[0], list.Text, func(item value) {
			c.vars[list.Text] = &bound{value: item}
			test := c.decided(list.Args[1])
			if kept := list.Type.Item(); item.t.Nullable && !kept.Nullable {
				item = c.atPlace(item.code, kept) // the test implies that it is not null
			}
			c.emit(branch(test, c.inner(func() { body(item) })))
		})
	case model.MapItems:
		c.stream(list.Args[0], list.Text, func(item value) {
			c.vars[list.Text] = &bound{value: item}
			if len(list.Args) == 2 {
				body(c.value(list.Args[1]))
				return
			}
			test := c.decided(list.Args[2])
			c.emit(branch(test, c.inner(func() { body(c.value(list.Args[1])) })))
		})
	default:
		c.loop(list, hint, body)
	}
}

// scalars is stream for a list of non-null scalars.
func (c *compiler) scalars(list *model.Expr, body func(item value)) {
	c.stream(list, "item", func(item value) { body(c.unboxed(item)) })
}

// loop generates a loop over an existing list, or over the keys of a map.
func (c *compiler) loop(list *model.Expr, hint string, body func(item value)) {
	if isEmpty(list) {
		return
	}
	n := c.named(hint)
	over := value{t: list.Type}
	if list.Op == model.List {
		over.code = c.array(list)
	} else {
		over = c.value(list)
	}
	if list.Type.Kind == model.MapExpr {
		over = value{code: call("gencode.RuleKeys", over.code), t: &model.ExprType{Kind: model.ListExpr, Elem: stringType}}
	}
	c.items(over, n, body)
}

// items generates a loop over a list whose item is n.
func (b *body) items(list value, n string, body func(item value)) {
	item, at := value{code: name(n), t: list.t.Item()}, ""
	switch isObject := item.t.Kind == model.ObjectExpr; {
	case list.t.Model == nil:
		item.t, item.pointer = stored(item.t), isObject
	case isObject && !item.t.Nullable:
		if !cheap(list.code) {
			list = b.store(list, "list")
		}
		at, item.pointer = b.fresh("i"), true
	default:
		item.pointer = isObject
	}
	b.emit(each(list.code, at, n, b.inner(func() { body(item) })))
}

// array generates a Go array of values, which needs no allocation.
func (c *compiler) array(list *model.Expr) ast.Expr {
	t := stored(list.Type.Item())
	made := &ast.CompositeLit{Type: &ast.ArrayType{Len: &ast.Ellipsis{}, Elt: c.goType(t)}}
	for _, arg := range list.Args {
		made.Elts = append(made.Elts, c.fit(c.value(arg), t))
	}
	return made
}

// list builds a list from the items of others.
func (c *compiler) list(t *model.ExprType, parts ...*model.Expr) value {
	item := t.Item()
	if item == nil || item.Kind == model.AnyExpr {
		return value{code: lit(nil), t: t}
	}
	t = &model.ExprType{Kind: model.ListExpr, Elem: stored(item)}
	made := c.declare("list", c.goType(t))
	add := func(v value) { c.assign(made, call("append", made, c.fit(v, t.Elem))) }
	for _, part := range parts {
		if part.Op != model.List {
			c.scalars(part, add)
			continue
		}
		for _, arg := range part.Args {
			add(c.value(arg))
		}
	}
	return value{code: made, t: t}
}

// unboxed converts a loop item to the types of rules.
func (b *body) unboxed(v value) value {
	switch kind := v.t.Kind; {
	case kind == model.ObjectExpr, kind == model.ListExpr, kind == model.MapExpr:
		return v
	case v.t.Nullable:
		return b.atPlace(b.attempt(call("gencode.RulePlace", v.code)), v.t)
	}
	return b.scalar(v.code, v.t)
}

// canonical converts a list to the item types of rules.
func (b *body) canonical(v value) value {
	item := v.t.Item()
	if v.t.Model == nil || v.t.Model.Name == "" && !item.Nullable && plain(item.Model) {
		return v
	}
	t := &model.ExprType{Kind: model.ListExpr, Elem: stored(item)}
	list := b.declare("list", b.goType(t))
	b.items(v, b.fresh("item"), func(item value) {
		b.assign(list, call("append", list, b.fit(b.unboxed(item), t.Elem)))
	})
	return value{code: list, t: t}
}

// plain reports whether values of a type need no conversion.
func plain(t *model.Type) bool {
	if t == nil || t.Name != "" {
		return false
	}
	switch t.Kind {
	case model.String, model.Bool:
		return true
	case model.Int:
		return !t.Narrow() && !t.Unsigned
	case model.Float:
		return t.Bits != 32
	}
	return false
}

// fit converts a value to the Go type in which values of t are stored.
func (b *body) fit(v value, t *model.ExprType) ast.Expr {
	if t.Kind == model.ListExpr && t.Model == nil && v.t.Model != nil {
		v = b.canonical(v)
	}
	return v.whole()
}
