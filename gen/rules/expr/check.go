package expr

import (
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"github.com/toolgen/toolgen/gen/model"
)

// checker parses and type-checks expressions on values of one type.
type checker struct {
	env   *cel.Env
	types *provider
	self  *model.Type
}

// check parses and type-checks an expression. Integer literals next to doubles become doubles: it repeats the
// check with these rewritten until nothing changes.
func (c *checker) check(source string) (*cel.Ast, *fault) {
	doubles := map[int64]bool{}
	for {
		known := len(doubles)
		parsed, issues := c.env.Parse(source)
		if issues.Err() != nil {
			return nil, c.explain(source, issues.Errors())
		}
		tree := parsed.NativeRep()
		rewrite(tree, doubles)
		c.types.missed = nil
		checked, issues := c.env.Check(parsed)
		if issues.Err() != nil {
			besideDoubles(tree, issues.Errors(), doubles)
		} else {
			mixedNumbers(checked.NativeRep(), doubles)
		}
		switch {
		case len(doubles) > known:
		case issues.Err() != nil:
			return nil, c.explain(source, issues.Errors())
		default:
			return checked, nil
		}
	}
}

// rewrite turns some literals into doubles and comparisons with null into presence tests: a null field counts
// as absent.
func rewrite(tree *ast.AST, doubles map[int64]bool) {
	factory := ast.NewExprFactory()
	ast.PostOrderVisit(tree.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		switch e.Kind() {
		case ast.LiteralKind:
			if n, ok := e.AsLiteral().(types.Int); ok && doubles[e.ID()] {
				e.SetKindCase(factory.NewLiteral(e.ID(), types.Double(n)))
			}
		case ast.CallKind:
			call := e.AsCall()
			name := call.FunctionName()
			if name != "_==_" && name != "_!=_" {
				return
			}
			x, null := call.Args()[0], call.Args()[1]
			if isNull(x) {
				x, null = null, x
			}
			if !isNull(null) || x.Kind() != ast.SelectKind || x.AsSelect().IsTestOnly() {
				return
			}
			sel := x.AsSelect()
			if name == "_!=_" {
				e.SetKindCase(factory.NewPresenceTest(e.ID(), sel.Operand(), sel.FieldName()))
				return
			}
			e.SetKindCase(factory.NewCall(e.ID(), "!_", factory.NewPresenceTest(x.ID(), sel.Operand(), sel.FieldName())))
		}
	}))
}

// besideDoubles adds the integer literals that cause overload errors where a double is expected.
func besideDoubles(tree *ast.AST, errs []*common.Error, doubles map[int64]bool) {
	for _, err := range errs {
		if !strings.HasPrefix(err.Message, "found no matching overload") || !strings.Contains(err.Message, "double") {
			continue
		}
		isCause := func(e ast.NavigableExpr) bool { return e.ID() == err.ExprID && e.Kind() == ast.CallKind }
		for _, e := range ast.MatchDescendants(ast.NavigateAST(tree), isCause) {
			call := e.AsCall()
			if call.IsMemberFunction() {
				wholeLiterals(doubles, call.Target())
			}
			wholeLiterals(doubles, call.Args()...)
		}
	}
}

// wholeLiterals adds the integer literals that determine the values of expressions.
func wholeLiterals(doubles map[int64]bool, list ...ast.Expr) {
	for _, e := range list {
		switch e.Kind() {
		case ast.LiteralKind:
			if _, ok := e.AsLiteral().(types.Int); ok {
				doubles[e.ID()] = true
			}
		case ast.ListKind:
			wholeLiterals(doubles, e.AsList().Elements()...)
		case ast.CallKind:
			switch call := e.AsCall(); call.FunctionName() {
			case "_?:_":
				wholeLiterals(doubles, call.Args()[1:]...)
			case "_+_", "_-_", "_*_", "-_", "optional.of":
				wholeLiterals(doubles, call.Args()...)
			}
		}
	}
}

// mixedNumbers adds the integer literals next to doubles where cel-go accepts a mix: in lists, math.least and
// math.greatest.
func mixedNumbers(tree *ast.AST, doubles map[int64]bool) {
	values := map[int64]bool{} // arguments of format(), which may have any type
	ast.PreOrderVisit(tree.Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		var parts []ast.Expr
		switch e.Kind() {
		case ast.ListKind:
			if !values[e.ID()] {
				parts = e.AsList().Elements()
			}
		case ast.CallKind:
			call := e.AsCall()
			if call.FunctionName() == "format" && len(call.Args()) == 1 {
				values[call.Args()[0].ID()] = true
			}
			if strings.HasPrefix(call.FunctionName(), "math.@m") {
				parts = call.Args()
			}
		}
		if slices.ContainsFunc(parts, func(part ast.Expr) bool { return tree.GetType(part.ID()).Kind() == types.DoubleKind }) {
			wholeLiterals(doubles, parts...)
		}
	}))
}

// offsetOf converts a location of cel-go to an offset in runes.
func offsetOf(source string, at common.Location) int {
	offset, _ := common.NewTextSource(source).LocationOffset(at)
	return int(offset)
}
