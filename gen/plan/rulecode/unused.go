package rulecode

import (
	"go/ast"
	"go/token"
)

// blankUnused gives the name _ to variables that are never read, which Go rejects. A step that may fail stores
// its value before later code is known. If nothing reads the value, as in size([x / y]), the step is still
// needed. No two variables of a function have the same name. It also removes parentheses around whole conditions.
func blankUnused(body []ast.Stmt) []ast.Stmt {
	isRead := readNames(body)
	blank := func(n *ast.Ident) bool {
		if !isRead[n.Name] {
			n.Name = "_"
		}
		return n.Name == "_"
	}
	ast.Inspect(&ast.BlockStmt{List: body}, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			n.Results[0] = ast.Unparen(n.Results[0])
		case *ast.IfStmt:
			n.Cond = ast.Unparen(n.Cond)
		case *ast.ValueSpec:
			blank(n.Names[0])
		case *ast.AssignStmt:
			unread := true
			for i, v := range n.Lhs {
				own := *v.(*ast.Ident) // expressions are shared
				n.Lhs[i] = &own
				unread = blank(&own) && unread
			}
			if unread {
				n.Tok = token.ASSIGN // _ := x is not allowed
			}
		}
		return true
	})
	return body
}

// readNames is the set of names that statements read.
func readNames(body []ast.Stmt) map[string]bool {
	read, written := map[string]int{}, map[string]int{}
	ast.Inspect(&ast.BlockStmt{List: body}, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			read[n.Name]++
		case *ast.SelectorExpr:
			written[n.Sel.Name]++
		case *ast.AssignStmt:
			for _, v := range n.Lhs {
				written[v.(*ast.Ident).Name]++
			}
		case *ast.ValueSpec:
			written[n.Names[0].Name]++
		case *ast.RangeStmt:
			for _, v := range []ast.Expr{n.Key, n.Value} {
				if v, ok := v.(*ast.Ident); ok {
					written[v.Name]++
				}
			}
		}
		return true
	})
	is := map[string]bool{}
	for n, times := range read {
		is[n] = times > written[n]
	}
	return is
}
