package dynamic

import (
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// hintTwice makes hints of calls twice: for the tool as it is, whose examples are always tried out on
// the call, and for a tool as generated code has it, whose examples are not where it is certain what
// would come of it.
type hintTwice struct {
	*Tool
	typed   runtime.Tool
	decodes int
}

// Decode counts what it is asked.
func (h *hintTwice) Decode(data []byte, opts ...runtime.DecodeOption) (any, error) {
	h.decodes++
	return h.Tool.Decode(data, opts...)
}

func newHintTwice(tool *Tool) *hintTwice {
	h := &hintTwice{Tool: tool}
	h.typed = runtime.NewTool[any, json.RawMessage](tool.Spec(), func(data []byte, opts ...runtime.DecodeOption) (*any, error) {
		v, err := h.Decode(data, opts...)
		if err != nil {
			return nil, err
		}
		return &v, nil
	}, nil)
	return h
}

// compare reports whether a call is faulty, and whether its example was not tried out. The two hints
// must be the same, also once the values of examples are known to be taken.
func (h *hintTwice) compare(t *testing.T, call []byte) (faulty, spared bool) {
	t.Helper()
	_, err := h.Decode(call)
	if err == nil {
		return false, false
	}
	hint := func(tool runtime.Tool) (hint string, decodes int) {
		before := h.decodes
		raw, _ := json.Marshal(runtime.BuildHint(tool, err, runtime.WithCall(call)))
		return string(raw), h.decodes - before
	}
	want, most := hint(h)
	for range 2 {
		got, n := hint(h.typed)
		if got != want {
			t.Errorf("the schema %s\n  the call %s\n  tried out: %s\n  not tried out: %s", h.Spec().InputSchema, call, want, got)
			return true, false
		}
		spared = n < most
	}
	return true, spared
}

// TestHintsOfOddValues holds the same of allowed values that their own field refuses, and of numbers
// that a Go type has no room for.
func TestHintsOfOddValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ field, value string }{
		{`{"type":"array","items":{"type":"integer","minimum":5},"enum":[[1],[6]]}`, `"x"`},
		{`{"type":"array","items":{"type":"integer"},"enum":[["x"],[6]]}`, `[3]`},
		{`{"type":"integer","enum":[99999999999999999999,3]}`, `4`},
		{`{"type":"number","enum":[0.1000000000000000000001,3]}`, `4`},
		{`{"type":"number","enum":[99999999999999999999,3]}`, `4`},
		{`{"type":"number","format":"float","enum":[0.1,3]}`, `4`},
		{`{"type":"number","format":"float","multipleOf":0.1}`, `"0.3"`},
		{`{"type":"number","format":"float","maximum":0.1}`, `"0.1"`},
	} {
		h := newHintTwice(loadSchema(t, `{"type":"object","properties":{"a":`+c.field+`},"required":["a"]}`))
		for _, call := range []string{`{"a":` + c.value + `}`, `{}`} {
			if faulty, _ := h.compare(t, []byte(call)); !faulty {
				t.Errorf("%s takes %s", c.field, call)
			}
		}
	}
}
