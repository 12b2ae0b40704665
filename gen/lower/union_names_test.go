package lower

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// TestNamesOfVariants checks that types within a variant are named after it, that variants are named by a word if possible, and
// that no label is a position.
func TestNamesOfVariants(t *testing.T) {
	t.Parallel()
	const email = `{"type":"object","properties":{"kind":{"const":"email"},"p":{"enum":["low","high"]}},"required":["kind"]}`
	const sms = `{"type":"object","properties":{"kind":{"const":"sms"},"p":{"enum":["low","urgent"]}},"required":["kind"]}`
	const push = `{"type":"object","properties":{"kind":{"const":"push"}},"required":["kind"]}`
	for _, tt := range []struct {
		name, properties string
		want, labels     []string
	}{
		{"constant", `"to":{"oneOf":[` + email + `,` + sms + `]}`,
			[]string{"Thing", "ThingTo", "ThingToEmail", "ThingToEmailP", "ThingToSms", "ThingToSmsP"}, []string{"email", "sms"}},
		{"one more", `"to":{"oneOf":[` + push + `,` + email + `,` + sms + `]}`,
			[]string{"Thing", "ThingTo", "ThingToEmail", "ThingToEmailP", "ThingToPush", "ThingToSms", "ThingToSmsP"}, []string{"push", "email", "sms"}},
		{"title", `"to":{"anyOf":[{"title":"By mail","type":"object","properties":{"o":{"type":"object","properties":{"x":{}}}}},{"title":"By hand","type":"object","properties":{"o":{"type":"object","properties":{"y":{}}}}}]}`,
			[]string{"Thing", "ThingTo", "ThingToByHand", "ThingToByHandO", "ThingToByMail", "ThingToByMailO"}, []string{"By mail", "By hand"}},
		{"keys", `"to":{"anyOf":[{"type":"object","properties":{"a":{"enum":["x"]}}},{"type":"object","properties":{"b":{},"c":{}},"required":["b","c"]}]}`,
			[]string{"Thing", "ThingTo", "ThingToA", "ThingToAA", "ThingToB"}, []string{"object with a", "object with b, c"}},
		{"a union in a union", `"to":{"anyOf":[{"anyOf":[{"title":"M","type":"object","properties":{"k":{"enum":["x"]}}},{"title":"N","type":"object","properties":{"k":{"enum":["y"]},"z":{}}}]},{"type":"string"}]}`,
			[]string{"Thing", "ThingTo", "ThingToM", "ThingToMK", "ThingToN", "ThingToNK", "ThingToString"}, []string{"M", "N", "string"}},
		{"those of another field", `"body":{"anyOf":[{"type":"object","additionalProperties":{}},{"type":"string"}]},"query":{"anyOf":[{"$ref":"#/properties/body/anyOf/0"},{"$ref":"#/properties/body/anyOf/1"}]}`,
			[]string{"Thing", "ThingBody", "ThingBodyObject", "ThingBodyString", "ThingQuery", "ThingQueryObject", "ThingQueryString"}, []string{"object", "string", "object", "string"}},
		{"no word", `"to":{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"object","properties":{"a":{"type":"integer"}}}]}`,
			[]string{"Thing", "ThingTo", "ThingToOption1", "ThingToOption2"}, []string{"object with a as string", "object with a as integer"}},
	} {
		tool, diags := lowerSchema(t, `{"type":"object","properties":{`+tt.properties+`}}`)
		if tool == nil {
			t.Fatal(tt.name, diags)
		}
		var names, labels, ctors []string
		for _, typ := range tool.Types {
			names = append(names, typ.Name)
		}
		for _, f := range tool.Args.Fields {
			if f.Type.Kind == model.Union {
				var types []*model.Type
				var said []string
				for _, v := range f.Type.Union.Variants {
					types, said, ctors = append(types, v.Type), append(said, v.Label), append(ctors, v.Ctor)
				}
				labels = append(labels, model.Labels(types, said)...)
			}
		}
		slices.Sort(names)
		if diff := testdiff.Diff(tt.want, names); diff != "" {
			t.Errorf("%s: names (-want +got):\n%s", tt.name, diff)
		}
		if diff := testdiff.Diff(tt.labels, labels); diff != "" {
			t.Errorf("%s: labels (-want +got):\n%s", tt.name, diff)
		}
		for _, ctor := range ctors {
			if !slices.Contains(names, strings.TrimPrefix(ctor, "New")) {
				t.Errorf("%s: the constructor %s is not named after its variant", tt.name, ctor)
			}
		}
	}
}

// TestOneBranchBesideAType checks that a union with one branch is that branch, even next to a type.
func TestOneBranchBesideAType(t *testing.T) {
	t.Parallel()
	const a = `"$defs":{"A":{"type":"object","properties":{"x":{"type":"string"},"n":{"type":"object","properties":{"y":{"type":"integer"}}}},"required":["x"]}}`
	for _, schema := range []string{
		`{"type":"object","oneOf":[{"$ref":"#/$defs/A"}],` + a + `}`,
		`{"anyOf":[{"$ref":"#/$defs/A"}],"type":"object",` + a + `}`,
		`{"type":["object"],"anyOf":[{"type":"object","oneOf":[{"$ref":"#/$defs/A"}]}],` + a + `}`,
	} {
		tool, diags := lowerSchema(t, schema)
		if tool == nil || len(diags) > 0 {
			t.Fatal(schema, diags)
		}
		if got := tool.Args; got.Kind != model.Struct || len(got.Fields) != 2 || got.Fields[0].Type.Kind != model.String || !got.Fields[0].Required || got.Fields[1].Type.Kind != model.Struct {
			t.Errorf("%s: %v with %d fields", schema, got.Kind, len(got.Fields))
		}
	}
}
