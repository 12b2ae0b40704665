package dynamic

import (
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// hintTwice builds hints twice: for the tool as it is, which always tries its examples on the call, and for a tool like
// generated code, which does not try examples whose result is certain.
type hintTwice struct {
	*Tool
	typed   runtime.Tool
	decodes int
}

// Decode counts its calls.
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

// compare reports whether a call is invalid, and whether its example was not tried. Both hints must be the same, even when
// the values of examples are known to be valid.
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

// TestHintsOfOddValues checks the same for enum values that their own field rejects, and for numbers that do not fit a Go
// type.
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
				t.Errorf("%s accepts %s", c.field, call)
			}
		}
	}
}
