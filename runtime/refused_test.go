package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// refund is a tool without generated code: its decoder is that of encoding/json.
func refund(answer error) *runtime.Toolset {
	type args struct {
		Amount int `json:"amount,omitempty"`
	}
	tool := runtime.NewTool[args, runtime.RawJSON](&runtime.ToolSpec{Name: "refund", InputSchema: `{"type":"object","properties":{"amount":{"type":"integer"}}}`},
		func(data []byte, _ ...runtime.DecodeOption) (*args, error) {
			if string(data) == "null" {
				return nil, runtime.Invalid("", "type", "object", "")
			}
			a := new(args)
			return a, json.Unmarshal(data, a)
		}, nil)
	return runtime.NewToolset(runtime.Handle(tool, func(context.Context, *args) (*runtime.RawJSON, error) { return nil, answer }))
}

// The text of the hint is true: a tool that was called is not said to have been left out, and nobody is said to have
// reported what is the hint's own sentence.
func TestTextOfRefusals(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		call   string
		answer error
		want   string
	}{
		"of a handler": {`{"amount":12}`, runtime.Invalid("amount", "maximum", 10, ""),
			"refund refused the call. Change this and send the whole call again:\n- amount: must be at most 10; got 12."},
		"private": {`{"amount":12}`, runtime.Private(errors.New("secret")),
			"refund failed: The tool failed; the reason is not shown. Do not call it again for the same purpose."},
		"null": {`null`, nil, "refund was not called. Send this call:\nThe call: {}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := refund(tc.answer).Call(t.Context(), runtime.ToolCall{ID: "1", Name: "refund", Arguments: tc.call})
			if text := out.RetryHint.Text(); !strings.HasPrefix(text, tc.want) {
				t.Errorf("got %s\nwant %s", text, tc.want)
			}
		})
	}
}

// A backend does not say which value it got: the hint of the second failure must not call it missing.
func TestSinceOfRefusals(t *testing.T) {
	t.Parallel()
	set, ledger := refund(runtime.Invalid("amount", "maximum", 10, "")), new(runtime.Ledger)
	call := runtime.ToolCall{ID: "1", Name: "refund", Arguments: `{"amount":12}`}
	for range 2 {
		tool, _ := set.Lookup(call.Name)
		out := ledger.Turn("p").Answer(tool, call, set.Call(t.Context(), call))
		if text := out.RetryHint.Text(); strings.Contains(text, "missing") || strings.Contains(text, "not called") {
			t.Errorf("got %s", text)
		}
	}
}
