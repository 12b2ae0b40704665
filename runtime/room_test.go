package runtime

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// mostNames limits the exported names of package runtime: its documentation should fit on two screens.
const mostNames = 100

// TestRoomOfUsers checks that the public packages stay small, and need only the standard library without its network packages.
func TestRoomOfUsers(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			own := strings.Contains(path, "/runtime/internal/") || strings.HasSuffix(path, "/runtime/backend")
			if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") && !own || path == "net/http" {
				t.Errorf("%s imports %s", name, path)
			}
		}
		for _, decl := range file.Decls {
			exported(decl, names)
		}
	}
	if len(names) > mostNames {
		t.Errorf("%d exported names, want at most %d", len(names), mostNames)
	}
	if len(names) < mostNames/2 {
		t.Errorf("only %d exported names were found", len(names))
	}
}

// exported collects the exported package-level names of a declaration. Constants of a group count once, because go doc lists them with
// their type.
func exported(decl ast.Decl, names map[string]bool) {
	add := func(id *ast.Ident) {
		if id.IsExported() {
			names[id.Name] = true
		}
	}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			add(d.Name)
		}
	case *ast.GenDecl:
		for i, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				add(s.Name)
			case *ast.ValueSpec:
				if d.Tok == token.CONST && i > 0 {
					continue
				}
				for _, id := range s.Names {
					add(id)
				}
			}
		}
	}
}
