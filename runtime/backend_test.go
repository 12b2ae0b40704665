package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/backend"
)

// TestBackendErrors checks what a model sees if a handler describes the failure as data.
func TestBackendErrors(t *testing.T) {
	t.Parallel()
	list := HandleAny(NewTool[payArgs, any](&ToolSpec{Name: "list_payments", Description: "List payments.", ReadOnly: True}, decodePayArgs, nil), nil)
	for name, tt := range map[string]*struct {
		spec ToolSpec
		err  error
		want Action
		kind backend.Kind
		text string // of the hint
	}{
		"a wait":                    {ToolSpec{Write: true}, backend.HTTP(429, map[string][]string{"Retry-After": {"7"}}, "busy"), RetryLater, backend.RateLimited, "wait 7 seconds"},
		"a read that timed out":     {ToolSpec{ReadOnly: True}, context.DeadlineExceeded, RetryLater, backend.Timeout, "send the same call again"},
		"a write that timed out":    {ToolSpec{Write: true}, context.DeadlineExceeded, CallFirst, backend.UnknownOutcome, "Call list_payments first to find out"},
		"nobody says that it reads": {ToolSpec{}, backend.Context(context.DeadlineExceeded), CallFirst, backend.UnknownOutcome, "do not send this again before you know"},
		"a write, surely not done":  {ToolSpec{Write: true}, &backend.Error{Kind: backend.Timeout, NotDone: true}, RetryLater, backend.Timeout, ""},
		"the rules say again":       {ToolSpec{Write: true, Retry: RetryAfter}, context.DeadlineExceeded, RetryLater, backend.Timeout, ""},
		"the rules say never":       {ToolSpec{Write: true, Retry: RetryNever}, backend.HTTP(503, nil, "later"), Stop, backend.Unavailable, ""},
		"the rules say who knows":   {ToolSpec{Write: true, Verify: &Remedy{Call: "get_ledger"}}, context.DeadlineExceeded, CallFirst, backend.UnknownOutcome, "get_ledger"},
		"forbidden":                 {ToolSpec{Write: true}, backend.HTTP(403, nil, "AccountId is not allowed"), Stop, backend.Forbidden, ""},
		"already so":                {ToolSpec{Write: true}, &backend.Error{Kind: backend.Already, Message: "sent"}, Stop, backend.Already, "nothing is left to do"},
		"too large":                 {ToolSpec{Write: true}, &backend.Error{Kind: backend.TooLarge, Message: "413"}, Shrink, backend.TooLarge, "less"},
		"its fields":                {ToolSpec{Write: true}, &backend.Error{Kind: backend.Invalid, Message: "closed", Fields: []string{"Memo"}}, Correct, backend.Invalid, "Change Memo"},
		"withheld":                  {ToolSpec{Write: true}, Private(errors.New("rate limit exceeded")), Stop, "", ""},
	} {
		tt.spec.Name, tt.spec.InputSchema = "create_payment", `{"type":"object","properties":{"AccountId":{"type":"string"}}}`
		tool := HandleAny(NewTool[payArgs, any](&tt.spec, decodePayArgs, nil), func(context.Context, Invocation) (any, error) { return nil, tt.err })
		set := NewToolset(tool, list).With(OnError(func(context.Context, Invocation, error) {}))
		h := set.Call(t.Context(), ToolCall{ID: "1", Name: "create_payment", Arguments: goodCall}).RetryHint
		if h == nil || h.Action != tt.want || h.Kind != string(tt.kind) || !strings.Contains(h.Text(), tt.text) {
			t.Errorf("%s: %+v\n%s", name, h, h.Text())
		}
	}
}

// TestHiddenErrors checks that a result that is an error is kept, with a hint next to it.
func TestHiddenErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Action{`{"ok":false,"error":"ratelimited","retry_after":3}`: RetryLater, `{"Id":"p1","status":"failed"}`: ""} {
		tool := HandleAny(NewTool[payArgs, any](&ToolSpec{Name: "create_payment", Write: true}, decodePayArgs, nil), func(context.Context, Invocation) (any, error) {
			return json.RawMessage(text), nil
		})
		out := NewToolset(tool).Call(t.Context(), ToolCall{ID: "1", Name: "create_payment", Arguments: goodCall})
		got := Action("")
		if out.RetryHint != nil {
			got = out.RetryHint.Action
		}
		if out.Error != nil || string(out.Payload) != text || got != want {
			t.Errorf("%s: %s, %+v, %q", text, out.Payload, out.Error, got)
		}
	}
}
