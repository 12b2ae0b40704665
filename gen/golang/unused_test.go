package golang

import (
	"bytes"
	"go/format"
	"go/parser"
	"go/token"
	"testing"

	"github.com/toolgen/toolgen/internal/testdiff"
)

func TestBlankUnused(t *testing.T) {
	t.Parallel()
	const source = `package p

func rule(a *T) (named bool) {
	v, ok := step(a)
	v2, ok2 := step(a)
	var v3 string
	v3 = a.Name
	for _, item := range a.List {
		v4 := item
	}
	for i, item2 := range a.List {
		use(i)
	}
	if v5, ok3 := a.Map["k"]; ok3 {
		use(a)
	}
	named, outside = true, 1
	return ok && v2
}

func (a *T) method() { kept := 1 }
`
	const want = `package p

func rule(a *T) (named bool) {
	_, ok := step(a)
	v2, _ := step(a)
	var _ string
	_ = a.Name
	for _, item := range a.List {
		_ = item
	}
	for i, _ := range a.List {
		use(i)
	}
	if _, ok3 := a.Map["k"]; ok3 {
		use(a)
	}
	named, outside = true, 1
	return ok && v2
}

func (a *T) method() { kept := 1 }
`
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	blankUnused(syntax)
	var got bytes.Buffer
	if err := format.Node(&got, fset, syntax); err != nil {
		t.Fatal(err)
	}
	if diff := testdiff.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
