package gen

import (
	"fmt"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestWideStructs checks that faults beside a very wide struct are still found.
func TestWideStructs(t *testing.T) {
	t.Parallel()
	var fields strings.Builder
	for i := range wideStruct {
		fmt.Fprintf(&fields, "F%d *int64\n", i)
	}
	declared := "type wide struct {\n" + fields.String() + "}\n"
	for name, c := range map[string]struct {
		method string
		sound  bool
	}{
		"reads":           {"func (a *wide) m() *int64 { return a.F3 }", true},
		"writes":          {"func (a *wide) m() { a.F3 = new(int64); *a.F4, a.F5 = 1, nil }", true},
		"takes a place":   {"func (a *wide) m() **int64 { return &a.F3 }", true},
		"calls a method":  {"func (a *wide) m() { a.m() }", true},
		"by value":        {"func (a wide) m() *int64 { return a.F3 }", true},
		"of another type": {"func (a *wide) m() string { return a.F3 }", false},
		"without a field": {"func (a *wide) m() { a.G3 = nil }", false},
		"twice":           {"func (a *wide) F3() {}", false},
		"hides it":        {"func (a *wide) m() { a := 1; a.F3 = nil }", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check := &checker{fset: token.NewFileSet()}
			file, err := parser.ParseFile(check.fset, "file.go", "package p\n"+declared+c.method, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			check.generated = append(check.generated, narrowed(file))
			if faults := check.faults(check.generated); (len(faults) == 0) != c.sound {
				t.Errorf("got %v", faults)
			}
		})
	}
}
