package expr_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules/expr"
)

// These guards prove that no absent value is read.
func TestGuards(t *testing.T) {
	t.Parallel()
	for _, rule := range []string{
		`has(self.Total) && self.Total > 1.0`,
		`!has(self.Total) || self.Total > 1.0`,
		`has(self.Total) ? self.Total > 1.0 : true`,
		`!has(self.Total) ? true : self.Total > 1.0`,
		`self.Total != null && self.Total > 1.0`,
		`!(has(self.Total) && has(self.Memo)) || self.Total > double(size(self.Memo))`,
		`has(self.Total) && (self.Amount > 1.0 || self.Total > 1.0)`,
		`(has(self.Total) && self.Amount > 1.0) ? self.Total > 1.0 : true`,
		`self.?Total.hasValue() && self.Total > 1.0`,
		`has(self.Address) && has(self.Address.City) && self.Address.City != ""`,
		`self.?Address.?City.hasValue() && self.Address.City != ""`,
		`self.Items.all(i, has(i.Qty) && i.Qty > 1)`,
		`self.Items.filter(i, has(i.Qty)).all(j, j.Qty > 1)`,
		`self.Items.filter(i, has(i.Qty) && i.Id != "").map(k, k.Qty).sum() > 1`,
		`self.Items.map(i, has(i.Qty), i.Qty).sum() > 1`,
		`has(self.Total) && self.Items.all(i, self.Total > 1.0)`,
		`self.Items.all(i, !has(i.Parts) || i.Parts.all(p, !has(p.Qty) || p.Qty > 1))`,
		`has(self.Labels) && "a" in self.Labels && self.Labels.a != ""`,
		`has(self.Labels) && self.Labels.all(k, self.Labels[k] != "")`,
		`self.Level == null || self.Level > 1`,
		`cel.bind(known, self.Amount > 1.0, has(self.Total) && known && self.Total > 1.0)`,
	} {
		p := lowered(t, "good", unbounded)
		p.Tools[0].Args.Rules = numbered("r", rule)
		if diags := expr.Compile(p); len(diags) > 0 {
			t.Errorf("%s: %v", rule, diags)
		}
	}
}

func TestReads(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ rule, path, field, reads string }{
		{rule: `self.Amount > 0`, field: "Amount", reads: "Amount"},
		{rule: `self.Amount > 0 && self.Others.size() > 1`, field: "Amount", reads: "Amount Others"},
		{rule: `self.Items.all(i, i.Id != "" && i.?Qty.orValue(1) > 0)`, field: "Items", reads: "Items[].Id Items[].Qty"},
		{rule: `self.Items.all(i, true)`, field: "Items", reads: "Items"},
		{rule: `self.Items.filter(i, has(i.Qty)).all(j, j.Id != "")`, field: "Items", reads: "Items[].Qty Items[].Id"},
		{rule: `!has(self.Address) || has(self.Address.City)`, field: "Address.City", reads: "Address.City"},
		{rule: `self.Items[0].Id != ""`, field: "Items[0].Id", reads: "Items[0].Id"},
		{rule: `has(self.Labels) && "a.b" in self.Labels`, field: `Labels["a.b"]`, reads: `Labels["a.b"]`},
		{rule: `self.Amount > 0`, path: "Items[].Id", field: "Items[].Id", reads: "Amount"},
	} {
		p := lowered(t, "reads", unbounded)
		rules := numbered("r", test.rule)
		rules[0].FieldPath = test.path
		p.Tools[0].Args.Rules = rules
		if diags := expr.Compile(p); len(diags) > 0 {
			t.Errorf("%s: %v", test.rule, diags)
			continue
		}
		code := p.Tools[0].Args.Rules[0].Code
		if reads := strings.Join(code.Reads, " "); code.Field != test.field || reads != test.reads {
			t.Errorf("%s: looks at %q, reads %q", test.rule, code.Field, reads)
		}
	}
}

// A rule that would never run is an error.
func TestRulesThatNeverRun(t *testing.T) {
	t.Parallel()
	p := lowered(t, "never", `{"type":"object","properties":{"Pair":{"type":"array","prefixItems":[{"type":"object","properties":{"a":{"type":"string"}}}]},
		"Amount":{"type":"number"},"Total":{"type":"number"}}}`)
	tool := p.Tools[0]
	pair := at(t, tool.Args, "Pair").Prefix[0]
	pair.Rules = []model.Rule{{ID: "pair", Source: `has(self.a)`}}
	var got []string
	for _, d := range expr.Compile(p) {
		got = append(got, d.String())
	}
	want := []string{
		`tool "never": rule "pair": the value has no Go type of its own, so the rule would never run; put the rule on the object or list around it`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %s", strings.Join(got, "\n"))
	}
}

// Nested lists share the bytes of one call, so that iterating over all of them costs no more than over one.
func TestCostOfNestedLists(t *testing.T) {
	t.Parallel()
	p := lowered(t, "cost", unbounded)
	p.Tools[0].Args.Rules = numbered("r", `self.Items.all(i, !has(i.Parts) || i.Parts.all(p, !has(p.Qty) || p.Qty > 1))`, `self.Items.all(i, i.Id in self.Others)`)
	if diags := expr.Compile(p); len(diags) > 0 {
		t.Error(diags)
	}
}

// Variables that read each other twice do not make the analysis exponential.
func TestVariablesOfVariables(t *testing.T) {
	t.Parallel()
	chain := func(first, next, last string) string {
		const n = 60
		rule := "cel.bind(v0, " + first + ", "
		for i := 1; i < n; i++ {
			rule += fmt.Sprintf("cel.bind(v%d, %s, ", i, strings.ReplaceAll(next, "v", fmt.Sprintf("v%d", i-1)))
		}
		return rule + strings.ReplaceAll(last, "v", fmt.Sprintf("v%d", n-1)) + strings.Repeat(")", n)
	}
	for _, rule := range []string{
		chain(`self.?Code.orValue("")`, `(v + v).substring(0, 1)`, `v != ""`),
		chain(`self.?Code.orValue("")`, `v != "a" ? v : v`, `v != ""`),
		chain(`self.Amount > 1.0`, `v == v`, `v`),
		chain(`self.Others`, `v.size() > 1 ? v : v`, `v.size() < 9`),
		chain(`self.Items.map(i, i.Id)`, `v + v`, `v.size() < 9`),
	} {
		p := lowered(t, "cost", unbounded)
		p.Tools[0].Args.Rules = numbered("r", rule)
		done := make(chan bool)
		go func() {
			expr.Compile(p)
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatalf("takes too long: %.80s", rule)
		}
	}
}
