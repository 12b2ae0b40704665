package lower

import (
	"slices"
	"testing"

	"github.com/toolgen/toolgen/internal/testdiff"
)

// TestNamesBelowARootThatRefers checks that a root that only references one of its own definitions, as zod-to-json-schema
// writes it, gives the same names as that definition as root: the definition's name adds nothing to the tool's.
func TestNamesBelowARootThatRefers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, schema string
		want         []string
	}{
		{"definition", `{"$ref":"#/definitions/Thing","$schema":"http://json-schema.org/draft-07/schema#","definitions":{"Thing":{"type":"object","properties":{
			"dock":{"enum":["a","b"]},
			"who":{"type":"object","properties":{"name":{"type":"string"}}},
			"again":{"$ref":"#/definitions/Thing/properties/who"},
			"list":{"type":"array","items":{"type":"object","properties":{"at":{"$ref":"#/definitions/Thing"}}}},
			"cargo":{"anyOf":[{"type":"object","properties":{"kind":{"const":"x"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"y"}},"required":["kind"]}]}
		}}}}`, []string{"Thing", "ThingCargo", "ThingCargoX", "ThingCargoY", "ThingDock", "ThingListItem", "ThingWho"}},
		{"other definitions", `{"$ref":"#/$defs/Root","$defs":{"Root":{"type":"object","properties":{"a":{"$ref":"#/$defs/Rooted"},"rooted":{"type":"object","properties":{"x":{"type":"string"}}}}},
			"Rooted":{"type":"object","properties":{"c":{"type":"object","properties":{"y":{"type":"string"}}}}}}}`,
			[]string{"Thing", "ThingRooted", "ThingRooted2", "ThingRootedC"}},
		{"with more beside it", `{"$ref":"#/$defs/Base","type":"object","properties":{"b":{"enum":["p"]}},"$defs":{"Base":{"type":"object","properties":{"a":{"enum":["q"]}}}}}`,
			[]string{"Thing", "ThingB", "ThingBaseA"}},
	} {
		tool, diags := lowerSchema(t, tt.schema)
		if tool == nil {
			t.Fatal(tt.name, diags)
		}
		var got []string
		for _, typ := range tool.Types {
			got = append(got, typ.Name)
		}
		slices.Sort(got)
		if diff := testdiff.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: names (-want +got):\n%s", tt.name, diff)
		}
	}
}
