package gen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/toolgen/toolgen/gen/golang"
)

// TestBatchesSuffice passes batches that the printer never produces, and checks that the whole package is
// checked whenever batches are not enough.
func TestBatchesSuffice(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		batches [][]string
		goTypes map[string][]goTypeUse
		user    string
		want    bool
	}{
		"sound":                   {[][]string{{"func a() { b() }", "func b() {}"}, {"func c() {}"}}, nil, "var X = 1", true},
		"import without a stub":   {[][]string{{"import \"example.com/money\"\nvar a money.Amount"}}, nil, "", true},
		"faulty body":             {[][]string{{"func a() { b() }"}, {"func c() {}"}}, nil, "", false},
		"refers to another batch": {[][]string{{"func a() { b() }"}, {"func b() {}"}}, nil, "", false},
		"one name in two":         {[][]string{{"func a() {}"}, {"func a() {}"}}, nil, "", false},
		"one method in two":       {[][]string{{"type t int", "func (t) m() {}"}, {"type t int", "func (t) m() {}"}}, nil, "", false},
		"name of another's import": {[][]string{
			{"import \"errors\"\nvar a = errors.New"}, {"func errors() {}"}}, nil, "", false},
		"predeclared name":           {[][]string{{"func a() int { return 1 }"}, {"type string float64"}}, nil, "", false},
		"types of the user's":        {[][]string{{"func a() {}"}}, map[string][]goTypeUse{"Money": {}}, "", false},
		"user's predeclared name":    {[][]string{{"func a() {}"}}, nil, "func len() {}", false},
		"user's import":              {[][]string{{"func a() {}"}}, nil, "import a \"errors\"", false},
		"user's import of all names": {[][]string{{"func a() {}"}}, nil, "import . \"errors\"", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBatchChecker()
			for i, texts := range c.batches {
				batch := golang.Batch{Fset: token.NewFileSet()}
				batch.Common = parseText(t, batch.Fset, "const common = 1")
				for j, text := range texts {
					batch.Tools = append(batch.Tools, parseText(t, batch.Fset, text))
					batch.Names = append(batch.Names, string(rune('a'+i))+string(rune('a'+j))+".go")
				}
				b.check(batch)
			}
			whole := &checker{fset: token.NewFileSet(), goTypes: c.goTypes}
			whole.user = append(whole.user, parseText(t, whole.fset, c.user))
			if got := b.suffice(whole); got != c.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func parseText(t *testing.T, fset *token.FileSet, text string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(fset, "file.go", "package p\n"+text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
