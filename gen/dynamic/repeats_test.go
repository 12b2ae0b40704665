package dynamic

import (
	"strings"
	"testing"
)

// TestIssuesOfTheClosestBranchAreTold checks that trying a branch, which discards its issues, does not count as reporting
// them.
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
