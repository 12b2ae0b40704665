package expr_test

import (
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// at finds the type at a path of keys; "[]" stands for items or values.
func at(t *testing.T, of *model.Type, path ...string) *model.Type {
	t.Helper()
	for _, step := range path {
		var next *model.Type
		switch {
		case step == "[]" && of.Kind == model.Slice:
			next = of.Items
		case step == "[]":
			next = of.Additional
		default:
			for _, f := range of.Fields {
				if f.Key == step {
					next = f.Type
				}
			}
		}
		if next == nil {
			t.Fatalf("there is no %q in %v", step, path)
		}
		of = next
	}
	return of
}

// Rules on parts of the arguments run where those parts are valid, whatever their Go type.
func TestNestedRulesAgreeWithCEL(t *testing.T) {
	t.Parallel()
	p := lowered(t, "nested", sample)
	tool := p.Tools[0]
	on := func(prefix string, path []string, sources ...string) {
		rules := numbered(prefix, sources...)
		for i := range rules {
			if i == 0 {
				rules[i].MessageSource = `"not " + string(size(string(self)))`
			}
			if model.ExprTypeOf(at(t, tool.Args, path...)).Kind >= model.ObjectExpr {
				rules[i].MessageSource = ""
			}
		}
		attach(tool, at(t, tool.Args, path...), prefix, rules)
	}
	on("line", []string{"lines", "[]"}, `has(self.debit) != has(self.credit) || self.id == "a"`, `!has(self.qty) || self.qty * 2 > 3`)
	on("parent", []string{"lines", "[]", "parent"}, `self.id != "b"`)
	on("lineTags", []string{"lines", "[]", "tags"}, `self.isSorted()`, `size(self) < 3`)
	on("name", []string{"name"}, `self != "b"`, `!self.contains("é")`)
	on("note", []string{"note"}, `self.size() > 1`)
	on("status", []string{"status"}, `self != "void"`)
	on("tag", []string{"tags", "[]"}, `self.size() < 9`)
	on("tags", []string{"tags"}, `self.exists(t, t == "a") || self.size() < 2`)
	on("gap", []string{"gaps", "[]"}, `self > 1`)
	on("labels", []string{"labels"}, `self.all(k, k != "b")`, `"a" in self`)
	on("count", []string{"counts", "[]"}, `self > 0`)
	on("address", []string{"address"}, `!has(self.geo) || !has(self.geo.lat) || self.geo.lat > 0`)
	on("billing", []string{"billing"}, `self.?city.orValue("x") != "a"`)
	on("single", []string{"single"}, `self < 2.0`)
	on("huge", []string{"huge"}, `self + 1 > 3`)
	on("text", []string{"text"}, `self < 2.0`)
	on("row", []string{"matrix", "[]"}, `self.sum() < 5`)
	differential(t, []*model.Package{p}, nightly(1_500, 15_000))
}

// has() is false for blank strings where blank counts as missing.
func TestRulesOnBlankText(t *testing.T) {
	t.Parallel()
	p := lowered(t, "blank", sample)
	tool := p.Tools[0]
	tool.BlankIsMissing = true
	for _, path := range [][]string{nil, {"lines", "[]"}, {"lines", "[]", "parent"}, {"address"}, {"address", "geo"}, {"billing"}} {
		at(t, tool.Args, path...).Blank = true
	}
	attach(tool, tool.Args, "", numbered("blank",
		`has(self.alias) && self.alias != "b"`,
		`!has(self.note)`,
		`self.?from.orValue("none") != "none"`,
		`has(self.status) == has(self.alias)`,
		`has(self.address) && has(self.address.zip)`,
		`!has(self.billing) || has(self.billing.city)`,
		`has(self.namespace) ? self.n > 1 : self.n > 0`,
	))
	differential(t, []*model.Package{p}, nightly(1_500, 15_000))
}
