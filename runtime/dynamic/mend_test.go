package dynamic

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// mendCase is a faulty call and what following its hint literally has to make of it: want is the call
// with the example merged into it.
type mendCase struct{ schema, call, want string }

var mendCases = []mendCase{
	// The multiple that is nearest to what came, within the bounds.
	{`{"type":"number","multipleOf":5}`, `48`, `50`},
	{`{"type":"number","multipleOf":5}`, `52`, `50`},
	{`{"type":"number","multipleOf":5}`, `-48`, `-50`},
	{`{"type":"number","multipleOf":0.05,"minimum":0}`, `1.07`, `1.05`},
	{`{"type":"integer","multipleOf":7,"minimum":10,"maximum":30}`, `29`, `28`},
	{`{"type":"integer","multipleOf":7,"minimum":10,"maximum":30}`, `8`, `14`},
	{`{"type":"integer","multipleOf":7,"exclusiveMinimum":14}`, `15`, `21`},
	{`{"type":"integer","multipleOf":2.5}`, `6`, `5`},
	{`{"type":"integer","minimum":1,"maximum":10}`, `2.4`, `2`},
	{`{"type":"number","multipleOf":5}`, `"48"`, `50`},
	{`{"type":"array","items":{"type":"integer","multipleOf":10}}`, `[10,23]`, `[10,20]`},
}

// TestMends holds that a call is mended by its example alone, and to what was most likely meant.
func TestMends(t *testing.T) {
	t.Parallel()
	for _, m := range mendCases {
		w := wordCase{schema: m.schema, call: m.call}
		tool, args := w.make(t)
		want := m.want
		if string(args) != m.call {
			want = `{"v":` + want + `}`
		}
		_, err := tool.Decode(args)
		if err == nil {
			t.Errorf("%s takes %s", m.schema, m.call)
			continue
		}
		hint := runtime.BuildHint(tool, err, runtime.WithCall(args))
		got := merged(t, args, hint.ExampleInput)
		if diff := cmp.Diff(plainJSON(t, want), plainJSON(t, got)); diff != "" {
			t.Errorf("%s\n%s\n%s\n(-want +got):\n%s", m.schema, args, hint.Text(), diff)
		}
		if _, err := tool.Decode([]byte(got)); err != nil {
			t.Errorf("%s\n%s\n%s\nleaves %v", m.schema, args, hint.Text(), err)
		}
		says := map[string]bool{}
		for _, line := range strings.Split(hint.Text(), "\n") {
			if says[line] {
				t.Errorf("%s\n%s\nsays twice: %s", m.schema, args, line)
			}
			says[line] = true
		}
	}
}

// merged is a call with a merge patch applied to it.
func merged(t *testing.T, call []byte, patch json.RawMessage) string {
	t.Helper()
	if len(patch) == 0 {
		return string(call)
	}
	v, err := json.Marshal(mergePatch(plainJSON(t, string(call)), plainJSON(t, string(patch))))
	if err != nil {
		t.Fatal(err)
	}
	return string(v)
}

func mergePatch(target, patch any) any {
	changes, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	object, ok := target.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	for key, v := range changes {
		if v == nil {
			delete(object, key)
		} else {
			object[key] = mergePatch(object[key], v)
		}
	}
	return object
}

func plainJSON(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}
