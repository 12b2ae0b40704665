package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// The printer makes no decisions: the plan determines what is checked, in which form and order. The printer reads names
// and shapes of the model, but no constraints.
func TestPrinterReadsNoConstraint(t *testing.T) {
	t.Parallel()
	constraints := map[string]bool{}
	for _, f := range parsed(t, "../model/*.go") {
		for _, decl := range f.Decls {
			if m, ok := decl.(*ast.FuncDecl); ok && m.Recv != nil && m.Name.Name == "Keyword" {
				constraints[m.Recv.List[0].Type.(*ast.Ident).Name] = true
			}
		}
	}
	if len(constraints) < 10 {
		t.Fatalf("only %d constraints were found", len(constraints))
	}
	for name, f := range parsed(t, "*.go") {
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, _ := s.X.(*ast.Ident)
			switch ofModel := of != nil && of.Name == "model"; {
			case s.Sel.Name == "Constraints", ofModel && s.Sel.Name == "Constraint":
				t.Errorf("%s reads constraints of the model", name)
			case ofModel && constraints[s.Sel.Name] && s.Sel.Name != "Pattern": // patterns with their own functions
				t.Errorf("%s reads model.%s", name, s.Sel.Name)
			}
			return true
		})
	}
}

// parsed parses the Go files that match a glob, without tests.
func parsed(t *testing.T, pattern string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = f
	}
	return files
}
