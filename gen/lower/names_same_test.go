package lower

import (
	"slices"
	"testing"

	"github.com/toolgen/toolgen/gen/lower/names"
	"github.com/toolgen/toolgen/gen/lower/shape"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// TestOneGoTypeForADefinition checks that a definition is one Go type even if it is nullable in some places, as pydantic writes
// optional values, and whether or not it is recursive.
func TestOneGoTypeForADefinition(t *testing.T) {
	t.Parallel()
	const address = `"Address":{"type":"object","properties":{"street":{"type":"string"},"kind":{"$ref":"#/$defs/Kind"}},"required":["street"]}`
	const kind = `"Kind":{"enum":["home","work"]}`
	const pay = `"Pay":{"oneOf":[{"type":"object","properties":{"by":{"const":"card"}},"required":["by"]},{"type":"object","properties":{"by":{"const":"bill"}},"required":["by"]}]}`
	null := func(ref string) string { return `{"anyOf":[{"$ref":"#/$defs/` + ref + `"},{"type":"null"}]}` }
	for _, tt := range []struct {
		name, properties, defs string
		want                   []string
	}{
		{"object", `"to":{"$ref":"#/$defs/Address"},"from":` + null("Address") + `,"all":{"type":"array","items":` + null("Address") + `},"by":{"type":"object","additionalProperties":` + null("Address") + `},"kind":` + null("Kind"),
			address + "," + kind, []string{"Thing", "ThingAddress", "ThingKind"}},
		{"only where it may be null", `"from":` + null("Address") + `,"to":` + null("Address"), address + "," + kind, []string{"Thing", "ThingAddress", "ThingKind"}},
		{"union", `"pay":{"$ref":"#/$defs/Pay"},"else":` + null("Pay"), pay, []string{"Thing", "ThingPay", "ThingPayBill", "ThingPayCard"}},
		{"with a Go name", `"to":{"$ref":"#/$defs/A"},"from":` + null("A"), `"A":{"type":"object","x-go-name":"Address","properties":{"a":{"type":"string"}}}`, []string{"Address", "Thing"}},
		{"a list of itself", `"tree":` + null("Node") + `,"all":{"type":"array","items":{"$ref":"#/$defs/Node"}}`, `"Node":{"type":"object","properties":{"sub":{"type":"array","items":{"$ref":"#/$defs/Node"}},"up":{"type":"array","items":` + null("Node") + `}}}`,
			[]string{"Thing", "ThingNode"}},
		{"one another", `"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/$defs/B"}`, `"A":{"type":"object","properties":{"b":` + null("B") + `}},"B":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"]}`,
			[]string{"Thing", "ThingA", "ThingB"}},
		{"itself", `"tree":{"$ref":"#/$defs/Node"},"other":` + null("Node"), `"Node":{"type":"object","properties":{"next":` + null("Node") + `}}`, []string{"Thing", "ThingNode"}},
		{"itself by way of another", `"b":{"$ref":"#/$defs/B"},"a":` + null("A"), `"A":{"type":"object","properties":{"b":` + null("B") + `}},"B":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"]}`,
			[]string{"Thing", "ThingA", "ThingB"}},
		{"more is asked of it", `"to":{"$ref":"#/$defs/Address"},"from":{"minProperties":1,"anyOf":[{"$ref":"#/$defs/Address"},{"type":"null"}]}`, address + "," + kind,
			[]string{"Thing", "ThingAddress", "ThingFrom", "ThingKind"}},
	} {
		tool, diags := lowerSchema(t, `{"type":"object","properties":{`+tt.properties+`},"$defs":{`+tt.defs+`}}`)
		if tool == nil || len(diags) > 0 {
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
		shape.Reach(tool.Args, func(typ *model.Type) {
			if names.NeedsName(typ) && (typ.Name == "" || typ.Same != nil && (typ.Name != typ.Same.Name || !slices.Contains(tool.Types, typ.Same) || slices.Contains(tool.Types, typ))) {
				t.Errorf("%s: the type of %s is named %q", tt.name, typ.Pointer, typ.Name)
			}
		})
	}
}
