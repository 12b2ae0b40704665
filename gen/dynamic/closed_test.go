package dynamic

import (
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime"
)

// Closed rejects keys that the schema declares nowhere. A branch, a condition or a test declares some keys of a value and
// is not about the others.
func TestClosed(t *testing.T) {
	object := func(more string) string {
		return `{"type":"object","properties":{"t":{"type":"string"},"d":{"type":"integer"}},` + more + `}`
	}
	tests := []struct{ name, schema, value, want string }{
		{"plain", object(`"required":["t"]`), `{"t":"","q":1}`, "q additionalProperties"},
		{"condition", object(`"if":{"properties":{"t":{"const":"1"}},"required":["t"]},"then":{"properties":{"d":{"minimum":3},"e":{}}}`), `{"t":"1","d":2,"e":1,"q":1}`, "q additionalProperties, d minimum"},
		{"else", object(`"if":{"required":["t"]},"else":{"anyOf":[{"required":["d"]},{"properties":{"f":{"type":"string"}}}]}`), `{"f":"","q":1}`, "q additionalProperties"},
		{"dependent schema", object(`"dependentSchemas":{"t":{"properties":{"d":{"minimum":3}}}}`), `{"t":"1","d":3}`, ""},
		{"not", object(`"not":{"properties":{"d":{"const":9}},"required":["d"]}`), `{"t":"1","d":9}`, " not"},
		{"required keys", object(`"anyOf":[{"required":["t"]},{"required":["u"]}]`), `{"u":1,"q":1}`, "q additionalProperties"},
		{"shapes", object(`"anyOf":[{"properties":{"u":{"type":"string"}}},{"$ref":"#/$defs/v"}],"$defs":{"v":{"properties":{"v":{}}}}`), `{"t":"","u":"","v":1,"q":1}`, "q additionalProperties"},
		{"contains", `{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"a":{},"b":{}}},"contains":{"properties":{"a":{"const":1}},"required":["a"]}}}}`, `{"l":[{"a":1,"b":2},{"c":3}]}`, "l[1].c additionalProperties"},
		{"variants", `{"type":"object","properties":{"u":{"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"},"x":{}},"required":["k"]}]}}}`, `{"u":{"k":"a","x":1}}`, "u.x additionalProperties"},
		{"a branch that speaks of other keys", object(`"anyOf":[{"patternProperties":{"^x":{"type":"integer"}}},{"required":["t"]}]`), `{"x1":1,"q":1}`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			set, diags := Load("case.json", []byte(test.schema), Options{Envelope: tooldef.Schema, TypeName: "Case", Closed: true})
			if len(set.Tools) != 1 {
				t.Fatal(diags)
			}
			_, err := set.Tools[0].Decode([]byte(test.value))
			var got []string
			var invalid *runtime.ValidationError
			if errors.As(err, &invalid) {
				for _, issue := range invalid.Issues() {
					got = append(got, issue.Field+" "+issue.Constraint)
				}
			}
			if text := strings.Join(got, ", "); text != test.want {
				t.Errorf("%s\n got %s\nwant %s", test.value, text, test.want)
			}
		})
	}
}
