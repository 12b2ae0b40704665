package toolgentest

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/dynamic"
)

// TestRepairWithoutAnswers holds what a repairer makes of a call that has nobody to ask.
func TestRepairWithoutAnswers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, schema, call, want string }{
		{"too many keys", `{"type":"object","maxProperties":2,"properties":{"y":{}},"required":["y"]}`, `{"x":1,"y":2,"z":3}`, `{"x":1,"y":2}`},
		{"too many keys within", `{"type":"object","properties":{"m":{"type":"object","maxProperties":1}}}`, `{"m":{"x":1,"y":2,"z":3}}`, `{"m":{"x":1}}`},
		{"what has to be null", `{"type":"object","properties":{"n":{"type":"null"}},"required":["n"]}`, `{}`, `{"n":null}`},
		{"a constant that is null", `{"type":"object","properties":{"n":{"const":null}},"required":["n"]}`, `{}`, `{"n":null}`},
		{"another value than null", `{"type":"object","properties":{"n":{"type":"null"}},"required":["n"]}`, `{"n":3}`, `{"n":null}`},
		{"another value than the constant", `{"type":"object","properties":{"n":{"const":null}},"required":["n"]}`, `{"n":3}`, `{"n":null}`},
		{"null in a list", `{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"n":{"type":"null"}},"required":["n"]}}}}`, `{"l":[{},{"n":3}]}`, `{"l":[{"n":null},{"n":null}]}`},
		{"a date or null", `{"type":"object","properties":{"d":{"type":["string","null"],"format":"date"}},"required":["d"]}`, `{}`, `{"d":null}`},
		{"one of a list or null", `{"type":"object","properties":{"d":{"enum":["a","b",null]}},"required":["d"]}`, `{}`, `{"d":null}`},
		{"no null", `{"type":"object","properties":{"d":{"type":"string","format":"date"}},"required":["d"]}`, `{}`, `{"d":"2025-01-31"}`},
		{"a date written otherwise", `{"type":"object","properties":{"d":{"type":"string","format":"date"}}}`, `{"d":"2026/1/5"}`, `{"d":"2026-01-05"}`},
	} {
		set, diags := dynamic.Load("thing.json", []byte(tt.schema), dynamic.Options{})
		if len(diags) > 0 || len(set.Toolset().Names()) == 0 {
			t.Fatalf("%s: %s", tt.name, diags)
		}
		tool, _ := set.Toolset().Lookup(set.Toolset().Names()[0])
		_, err := tool.Decode([]byte(tt.call))
		hint, _ := json.Marshal(runtime.BuildHint(tool, err, runtime.WithCall([]byte(tt.call))))
		var r Repairer
		mended := r.Repair([]byte(tt.call), hint)
		if _, err := tool.Decode(mended); err != nil {
			t.Errorf("%s: %s makes of it %s: %v", tt.name, hint, mended, err)
		}
		if diff := cmp.Diff(tt.want, string(mended)); diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", tt.name, hint, diff)
		}
	}
}
