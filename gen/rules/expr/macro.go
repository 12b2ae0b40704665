package expr

import (
	"strconv"

	"cel.dev/cel-go/common/ast"
	"github.com/toolgen/toolgen/gen/model"
)

// macro converts the expansion of a macro.
func (c *converter) macro(e ast.Expr) *model.Expr {
	call, ok := c.tree.SourceInfo().GetMacroCall(e.ID())
	loop := e.AsComprehension()
	name := ""
	if ok {
		name = call.AsCall().FunctionName()
	}
	if loop.HasIterVar2() {
		return c.refuse(e, "use one variable", "macros of two variables are not supported")
	}
	if len(loop.IterRange().AsList().Elements()) == 0 && loop.IterRange().Kind() == ast.ListKind && loop.IterVar() == "#unused" {
		return c.bind(e, loop)
	}
	over := c.value(loop.IterRange())
	var item *model.ExprType
	switch over.Type.Kind {
	case model.ListExpr:
		item = over.Type.Item()
	case model.MapExpr:
		item = stringType
	default:
		return c.refuse(e, "use lists and maps", "%s() needs a list or a map, not %s", name, kindName(over.Type.Kind))
	}
	op, known := macros[name]
	if !known {
		return c.refuse(e, "use all, exists, exists_one, map or filter", "the macro %s is not supported", strconv.Quote(name))
	}
	made := c.node(e, op, boolType, over)
	leave := c.enter(loop.IterVar(), item, made)
	defer leave()
	step := loop.LoopStep().AsCall().Args()
	switch op {
	case model.MapItems:
		tests := step[:len(step)-2]
		if len(tests) > 0 {
			step = step[1].AsCall().Args()
		}
		body := c.kept(step[1].AsList().Elements()[0])
		made.Type, made.Args = listOf(computed(body.Type)), append(made.Args, body)
		for _, test := range tests {
			made.Args = append(made.Args, c.value(test))
		}
	case model.All, model.Exists:
		made.Args = append(made.Args, c.value(step[1]))
	default:
		test := c.value(step[0])
		if made.Args = append(made.Args, test); op == model.FilterItems {
			kept := computed(item)
			kept.Nullable = item.Nullable && !whenTrue(test).has(made.Text)
			made.Type = listOf(kept)
		}
	}
	return made
}

var macros = map[string]model.Op{
	"all": model.All, "exists": model.Exists, "exists_one": model.ExistsOne, "existsOne": model.ExistsOne, "filter": model.FilterItems, "map": model.MapItems,
}

// bind converts cel.bind(name, value, expression).
func (c *converter) bind(e ast.Expr, loop ast.ComprehensionExpr) *model.Expr {
	init := c.kept(loop.AccuInit())
	made := c.node(e, model.Bind, nil, init)
	leave := c.enter(loop.AccuVar(), init.Type, made)
	defer leave()
	c.vars[loop.AccuVar()].Bound = init
	body := c.value(loop.Result())
	made.Args, made.Type = append(made.Args, body), body.Type
	return made
}

// enter declares a variable under a unique name and returns the function that ends its scope.
func (c *converter) enter(name string, t *model.ExprType, owner *model.Expr) (leave func()) {
	unique := name
	for n := 2; c.taken[unique]; n++ {
		unique = name + strconv.Itoa(n)
	}
	c.taken[unique] = true
	owner.Text = unique
	before := c.vars[name]
	c.vars[name] = &model.Expr{Op: model.Var, Type: t, Text: unique}
	return func() { c.vars[name] = before }
}
