package dynamic

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// TestRepeatedIssuesAreCounted holds that what is checked very often is not told each time, but never
// passes for sound: whoever compares counts would take a branch for the right one, or remember that it is.
func TestRepeatedIssuesAreCounted(t *testing.T) {
	t.Parallel()
	text := &model.Type{Kind: model.Any, Accepts: model.JSONString}
	s := newSchema(plan.Of(&model.Tool{Args: text}), text, false)
	part := map[string]any{"k": true}
	for name, v := range map[string]any{"an object": part, "an array": []any{part}, "an empty array": []any{}, "a boolean": true} {
		for how, hold := range map[string]func(r *run, c *gencode.Checker){
			"as a part":  func(r *run, c *gencode.Checker) { r.check(s)(c, v) },
			"as a whole": func(r *run, c *gencode.Checker) { r.holdAlso(c, v, s) },
		} {
			r, c := &run{held: checksForAny}, &gencode.Checker{}
			for range 2 * mostEqual {
				mark := c.Mark()
				if hold(r, c); c.Mark() == mark {
					t.Fatalf("%s, %s: nothing was counted", name, how)
				}
			}
		}
	}
}

// TestIssuesOfTheClosestBranchAreTold holds that looking at a branch on the side, which tells nobody of its
// issues, does not count as telling them.
func TestIssuesOfTheClosestBranchAreTold(t *testing.T) {
	t.Parallel()
	set, diags := Load("tools.json", []byte(`[{"name":"t","inputSchema":{"type":"object","properties":{"v":{"if":true,"then":{"anyOf":[
		{"type":"string"},{"$ref":"#/$defs/d"}]}}},"$defs":{
		"d":{"properties":{"x":{"$ref":"#/$defs/d"},"k":{"type":"string"}},"if":true,"then":{"properties":{"x":{"$ref":"#/$defs/d"}}}}}}}]`), Options{})
	if len(set.Tools) != 1 {
		t.Fatal(diags)
	}
	for _, depth := range []int{1, 16, 40} {
		_, err := set.Tools[0].Decode([]byte(`{"v":` + strings.Repeat(`{"x":`, depth) + `{"k":1}` + strings.Repeat("}", depth) + "}"))
		if err == nil || !strings.Contains(err.Error(), "x.k: type") {
			t.Errorf("depth %d: %v", depth, err)
		}
	}
}
