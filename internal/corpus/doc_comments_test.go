package corpus

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/golang"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/txtar"
)

// Every exported declaration of generated code has a doc comment that starts with its name, as staticcheck
// (ST1020 to ST1022) and revive (exported) require: in all golden files and a sample of the corpus.
func TestDocComments(t *testing.T) {
	t.Parallel()
	goldens, err := filepath.Glob(filepath.Join("..", "..", "golden", "*.txtar"))
	if err != nil || len(goldens) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	n := 0
	for _, path := range goldens {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".go") {
				n += checkComments(t, path+"/"+f.Name, f.Data)
			}
		}
	}
	for _, def := range someTools(t) {
		p, diags := lower.Lower([]*tooldef.Tool{def}, lower.Options{Package: "p"})
		if diags.HasErrors() || len(p.Tools) == 0 {
			continue
		}
		files, err := golang.Print(p)
		if err != nil {
			t.Errorf("%s: %v", def.Name, err)
		}
		for name, source := range files {
			n += checkComments(t, def.Name+"/"+name, source)
		}
	}
	t.Logf("%d exported declarations", n)
}

// someTools returns every twentieth tool of the corpus, none without the corpus.
func someTools(t *testing.T) (some []*tooldef.Tool) {
	t.Helper()
	shared, n := gentest.Shared(), 0
	if shared == "" {
		return nil
	}
	err := filepath.WalkDir(filepath.Join(shared, "corpus", "tools"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		defs, _ := tooldef.Read(path, data, tooldef.Options{})
		for _, def := range defs {
			if n++; n%20 == 0 {
				some = append(some, def)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return some
}

// checkComments checks and counts the exported declarations of a file.
func checkComments(t *testing.T, name string, source []byte) (n int) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return 0
	}
	check := func(id *ast.Ident, docs ...*ast.CommentGroup) {
		if !id.IsExported() {
			return
		}
		n++
		for _, doc := range docs {
			if strings.HasPrefix(doc.Text(), id.Name+" ") {
				return
			}
		}
		t.Errorf("%s: the comment of %s is %.80q", name, id.Name, docs[0].Text())
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil || ast.IsExported(receiverType(d)) {
				check(d.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					check(s.Name, d.Doc, s.Doc)
				case *ast.ValueSpec:
					if d.Lparen.IsValid() && d.Doc.Text() != "" {
						continue // one comment per group is enough
					}
					check(s.Names[0], d.Doc, s.Doc)
				}
			}
		}
	}
	return n
}

func receiverType(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if id, ok := t.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}
