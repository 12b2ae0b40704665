package golang

import (
	"go/ast"
	"go/token"
)

// blankUnused gives the name _ to the variables of rules that nothing reads, which Go would refuse. A
// step that may fail stores what it gives before anything is known of what comes after; where that
// never looks at the value, as in size([x / y]), the step still has to be taken.
//
// A variable of a rule has a name that no other of its function has, so that a name which is never
// read belongs to a variable that is never read.
func blankUnused(syntax *ast.File) {
	for _, decl := range syntax.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Body != nil {
			blankIn(f.Body)
		}
	}
}

func blankIn(body *ast.BlockStmt) {
	written := map[*ast.Ident]bool{}
	declared, read := map[string]bool{}, map[string]bool{}
	write := func(declares bool, list ...ast.Expr) {
		for _, left := range list {
			if name, ok := left.(*ast.Ident); ok {
				written[name] = true
				declared[name.Name] = declared[name.Name] || declares
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			write(n.Tok == token.DEFINE, n.Lhs...)
		case *ast.RangeStmt:
			write(n.Tok == token.DEFINE, n.Key, n.Value)
		case *ast.ValueSpec:
			for _, name := range n.Names {
				write(true, name)
			}
		case *ast.Ident:
			if !written[n] {
				read[n.Name] = true
			}
		}
		return true
	})
	for name := range written {
		if declared[name.Name] && !read[name.Name] {
			name.Name = "_"
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE && allBlank(n.Lhs...) {
				n.Tok = token.ASSIGN // there is nothing new in _ := x
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE && allBlank(n.Key, n.Value) {
				n.Key, n.Value, n.Tok = nil, nil, token.ILLEGAL
			}
		}
		return true
	})
}

func allBlank(list ...ast.Expr) bool {
	for _, e := range list {
		if name, ok := e.(*ast.Ident); e != nil && (!ok || name.Name != "_") {
			return false
		}
	}
	return true
}
