package mcpguard

import (
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

func TestCheckable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"exact", `{"minimum":-9007199254740991,"maximum":9007199254740991,"not":{"const":1}}`, ""},
		{"bounds", `{"minimum":-9223372036854775808,"maximum":5}`, `{"maximum":5}`},
		{"enum", `{"properties":{"enum":{"enum":["a",[{"b":9007199254740993}]],"type":"array"}}}`, `{"properties":{"enum":{"type":"array"}}}`},
		{"names are no keywords", `{"properties":{"not":{"const":1e16},"maximum":{"type":"string"},"default":{}}}`,
			`{"properties":{"not":{},"maximum":{"type":"string"},"default":{}}}`},
		{"opposed", `{"allOf":[{"oneOf":[{"const":1e16}]},{"if":{},"then":{},"type":"integer"}],"not":{"$ref":"#/$defs/a"},"$defs":{"a":{"const":1e17,"maxLength":1}}}`,
			`{"allOf":[{},{"type":"integer"}],"$defs":{"a":{"maxLength":1}}}`},
		{"not a constraint", `{"default":1e300,"examples":[1e20],"x-minimum":1e20,"oneOf":[{}]}`, ""},
		{"no schema", `true`, ""},
		{"values are not constraints", `{"default":{"minimum":1e20,"not":1},"enum":[{"not":{"maximum":2}}]}`, ""},
	} {
		var in, was any
		if err := json.Unmarshal([]byte(tt.in), &in); err != nil {
			t.Fatal(err)
		}
		_ = json.Unmarshal([]byte(tt.in), &was)
		got, loosened := checkable(in)
		want := was
		if tt.want != "" {
			want = nil
			if err := json.Unmarshal([]byte(tt.want), &want); err != nil {
				t.Fatal(err)
			}
		}
		if loosened != (tt.want != "") {
			t.Errorf("%s: loosened %t", tt.name, loosened)
		}
		if diff := testdiff.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if diff := testdiff.Diff(was, in); diff != "" {
			t.Errorf("%s: the schema was changed:\n%s", tt.name, diff)
		}
	}
	if got, _ := checkable(nil); got != nil {
		t.Errorf("nil becomes %v", got)
	}
}
