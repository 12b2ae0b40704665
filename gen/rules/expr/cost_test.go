package expr_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules/expr"
)

// problemOf returns what is said of a rule on the arguments of a schema.
func problemOf(t *testing.T, schema, rule string) string {
	t.Helper()
	p := lowered(t, "cost", schema)
	p.Tools[0].Args.Rules = []model.Rule{{ID: "r", Source: rule}}
	var said []string
	for _, d := range expr.Compile(p) {
		said = append(said, d.Problem+"; "+d.Fix)
	}
	return strings.Join(said, "\n")
}

// TestCostOfItemsThatMayBeNull: null is shorter than an object with long keys, so that a call has room for more items.
func TestCostOfItemsThatMayBeNull(t *testing.T) {
	t.Parallel()
	key := strings.Repeat("k", 400)
	const rule = `self.Rows.all(i, i == null || self.Rows.exists(j, j != null && j.K == i.K))`
	schema := func(kind string) string {
		return fmt.Sprintf(`{"type":"object","required":["Rows"],"properties":{"Rows":{"type":"array","items":{"type":%s,"required":["K",%q],
			"properties":{"K":{"type":"integer"},%q:{"type":"integer"}}}}}}`, kind, key, key)
	}
	const said = "more than 10^9; bound the list self.Rows with maxItems"
	if got := problemOf(t, schema(`["object","null"]`), rule); !strings.Contains(got, said) {
		t.Errorf("said %q, want %q", got, said)
	}
	if got := problemOf(t, schema(`"object"`), `self.Rows.all(i, self.Rows.exists(j, j.K == i.K))`); got != "" {
		t.Errorf("said %q", got)
	}
}

// TestCostOfHostileSchema bounds the items of a list whose type contains others in exponentially many ways.
func TestCostOfHostileSchema(t *testing.T) {
	t.Parallel()
	var defs strings.Builder
	const levels = 60
	for i := range levels {
		fmt.Fprintf(&defs, `"a%d":{"type":"object","required":["x","y"],"properties":{"x":{"$ref":"#/$defs/a%d"},"y":{"$ref":"#/$defs/a%d"}}},`, i, i+1, i+1)
	}
	schema := fmt.Sprintf(`{"type":"object","required":["L"],"properties":{"L":{"type":"array","items":{"$ref":"#/$defs/a0"}}},
		"$defs":{%s"a%d":{"type":"object","properties":{"x":{"type":"integer"}}}}}`, defs.String(), levels)
	began := time.Now()
	if got := problemOf(t, schema, `self.L.all(i, self.L.exists(j, has(j.x) && has(i.x)))`); got != "" {
		t.Errorf("said %q", got)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("took %v", took)
	}
}
