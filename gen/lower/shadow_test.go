package lower

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/testdiff"
)

// TestShadowedBranches checks that exactly those branches of oneOf are reported that can never match alone.
func TestShadowedBranches(t *testing.T) {
	t.Parallel()
	const a, b = `{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]}`, `{"type":"object","properties":{"k":{"const":"b"}},"required":["k"]}`
	for _, test := range []struct{ name, branches, want string }{
		{"a narrower type", `{"type":"number"},{"type":"integer"}`, "/oneOf/1 matches oneOf/0"},
		{"the other way around", `{"type":"integer","minimum":3},{"type":"number"}`, "/oneOf/0 matches oneOf/1"},
		{"values of the type", `{"type":"string"},{"enum":["a","b"]},{"const":"c"}`, "/oneOf/1 matches oneOf/0, /oneOf/2 matches oneOf/0"},
		{"one of the types", `{"type":["string","null"],"title":"Any"},{"type":"null"}`, "/oneOf/1 matches oneOf/0"},
		{"the same in other words around it", `{"type":"string","minLength":2,"description":"one"},{"minLength":2,"title":"two","type":"string"}`, "/oneOf/1 matches oneOf/0"},
		{"the same reference", `{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"},{"allOf":[{"$ref":"#/$defs/a"},{"minProperties":2}]}`, "/oneOf/2 matches oneOf/0"},
		{"anything", `{"title":"Any"},{"type":"string"}`, "/oneOf/1 matches oneOf/0"},
		{"three that are alike", `{"required":["a"]},{"required":["a"]},{"required":["a"]}`, "/oneOf/1 matches oneOf/0, /oneOf/2 matches oneOf/0"},

		{"kinds", `{"type":"string"},{"type":"number"},{"type":"null"}`, ""},
		{"a condition on the wider type", `{"type":"number","minimum":3},{"type":"integer"}`, ""},
		{"a format on the wider type", `{"type":"string","format":"date"},{"type":"string","minLength":2}`, ""},
		{"a rule on the wider type", `{"type":"number","x-kubernetes-validations":[{"rule":"self > 3.0"}]},{"type":"integer"}`, ""},
		{"a condition", `{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}},` + a, ""},
		{"values in common", `{"required":["a"]},{"required":["b"]}`, ""},
		{"a discriminator", a + `,` + b, ""},
		{"nothing", `false,{"type":"string"}`, ""},
		{"itself", `{"type":"array","items":{"$ref":"#"}},{"$ref":"#/$defs/a"}`, ""},
	} {
		_, diags := lowerSchema(t, `{"properties":{"v":{"oneOf":[`+test.branches+`]}},"$defs":{"a":`+a+`,"b":`+b+`}}`)
		var got []string
		for _, d := range diags {
			if before, after, ok := strings.Cut(d, "this branch of oneOf accepts no value: every value that matches it also "); ok {
				place := before[strings.Index(before, "/oneOf"):]
				after, _, _ = strings.Cut(after, ";")
				got = append(got, place[:strings.Index(place, ":")]+" "+after)
			}
		}
		if diff := testdiff.Diff(test.want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s\n%q", test.name, test.branches, diff, diags)
		}
	}
}
