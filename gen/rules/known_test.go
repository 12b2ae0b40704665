package rules_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// TestKnownEverywhere checks that the rule of a definition applies wherever the definition is used.
func TestKnownEverywhere(t *testing.T) {
	t.Parallel()
	const source = `[{"name": "move", "annotations": {"readOnlyHint": false}, "inputSchema": {"type": "object", "properties": {
		"From": {"$ref": "#/$defs/Place"}, "To": {"$ref": "#/$defs/Place"}, "Via": {"type": "array", "items": {"$ref": "#/$defs/Place"}},
		"By": {"oneOf": [{"type": "object", "required": ["Truck"], "properties": {"Truck": {"$ref": "#/$defs/Id"}}}, {"type": "object", "required": ["Ship"], "properties": {"Ship": {"$ref": "#/$defs/Id"}}}]}
		}, "$defs": {"Place": {"type": "object", "properties": {"Id": {"$ref": "#/$defs/Id"}}},
		"Id": {"type": "string", "x-toolgen": {"known": {"from": "find", "at": "$[*].Id"}}}}}},
		{"name": "find", "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object", "properties": {"Q": {"type": "string"}}}}]`
	pkg, diags := load(t, source)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	var got []string
	for _, k := range pkg.Tools[0].Known {
		got = append(got, k.Field+" "+k.From+" "+k.At)
	}
	want := []string{"From.Id find [].Id", "To.Id find [].Id", "Via[].Id find [].Id", "By.Truck find [].Id", "By.Ship find [].Id"}
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}

	_, diags = load(t, strings.Replace(source, `"Place": {"type": "object", "properties": {`, `"Place": {"type": "object", "properties": {"Next": {"$ref": "#/$defs/Place"}, `, 1))
	if len(diags) != 1 || diags[0].Severity != model.Error || !strings.Contains(diags[0].Problem, "a schema that contains itself, at From.Next") {
		t.Errorf("%v", diags)
	}
	_, diags = load(t, strings.Replace(source, `"To": {"$ref": "#/$defs/Place"}`, `"To": {"type": "array", "prefixItems": [{"$ref": "#/$defs/Id"}]}`, 1))
	if !diags.HasErrors() {
		t.Error("a rule of an item by its place is dropped in silence")
	}
}
