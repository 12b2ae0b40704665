package rulecode_test

import (
	"go/ast"
	"go/format"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan/rulecode"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/internal/testdiff"
)

const schema = `[{"name":"t","inputSchema":{"type":"object","properties":{
	"n":{"type":"integer"},"x":{"type":"number"},"s":{"type":"string"},"o":{"type":"string"},
	"list":{"type":"array","maxItems":9,"items":{"type":"object","properties":{"v":{"type":"number"},"k":{"type":"string"}},"required":["k"]}}
	},"required":["n","x","s","list"]}}]`

// TestCode holds what rules compile to. That the code and CEL give the same result is the subject of the differential
// tests of package expr.
func TestCode(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, want string }{
		{`self.x > 0.0`, `return a.X > 0.0`},
		{`!(self.x > 0.0)`, `return a.X <= 0.0`},
		{`self.n != 3`, `return a.N != 3`},
		{`self.n > 0 || self.s == "a" && self.s != "b"`, `return a.N > 0 || a.S == "a" && a.S != "b"`},
		{`self.n + 1 > 5`, `v, ok := gencode.RuleAdd(a.N, 1)
return ok && v > 5`},
		{`has(self.o) && self.o.startsWith("a")`, `return a.O != nil && strings.HasPrefix(*a.O, "a")`},
		{`self.?o.orValue("none") == "none"`, `v := "none"
if a.O != nil {
	v = *a.O
}
return v == "none"`},
		{`self.s in ["a", "b"]`, `return a.S == "a" || a.S == "b"`},
		{`self.list.all(l, l.k != "")`, `holds := true
for i := range a.List {
	l := &a.List[i]
	if l.K == "" {
		holds = false
		break
	}
}
return holds`},
		{`self.list.exists(l, has(l.v) && l.v > 1.0)`, `holds := false
for i := range a.List {
	l := &a.List[i]
	if l.V != nil && *l.V > 1.0 {
		holds = true
		break
	}
}
return holds`},
		{`self.list.map(l, l.?v.orValue(0.0)).sum() == self.x`, `var sum gencode.Sum
for i := range a.List {
	l := &a.List[i]
	var v float64
	if l.V != nil {
		v = *l.V
	}
	sum.Add(v)
}
return sum.Value() == a.X`},
		{`size(self.list.filter(l, l.k == self.s)) == 1`, `n := int64(0)
for i := range a.List {
	l := &a.List[i]
	if l.K == a.S {
		n++
	}
}
return n == 1`},
		{`self.s.matches("^a+$")`, `return pattern.Match(a.S)`},
		{`!(optional.of(self.x / self.x).orValue(1.0) > 2.0)`, `var v float64
var there bool
there = true
v = float64(a.X / a.X)
if !there {
	v = 1.0
}
return !(v > 2.0)`},
		{`self.n > 0 ? self.s == "a" : self.x == 1.0`, `var holds bool
if a.N > 0 {
	holds = a.S == "a"
} else {
	holds = a.X == 1.0
}
return holds`},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			overlay, diags := rules.Read("rules.yaml", []byte("tools: {t: {rules: [{id: r, rule: "+strconv.Quote(tt.rule)+"}]}}"))
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			set, diags := dynamic.Load("tools.json", []byte(schema), dynamic.Options{Rules: []*rules.Overlay{overlay}})
			if len(set.Tools) != 1 {
				t.Fatal(diags)
			}
			compiled, err := rulecode.Compile(set.Tools[0].Model().Args, names{})
			if err != nil {
				t.Fatal(err)
			}
			got := printed(t, compiled[0].Holds)
			if diff := testdiff.Diff(tt.want, got); diff != "" {
				t.Errorf("code (-want +got):\n%s\n%s", diff, strconv.Quote(got))
			}
		})
	}
}

// printed is the code of statements.
func printed(t *testing.T, body []ast.Stmt) string {
	t.Helper()
	var b strings.Builder
	if err := format.Node(&b, token.NewFileSet(), body); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), rulecode.Mark, "")
}

// names are those of a package that has nothing but rules.
type names struct{}

func (names) Type(t *model.Type) string    { return t.Name }
func (names) Pattern(source string) string { return "pattern" }
func (names) Text(s string) string         { return strconv.Quote(s) }
