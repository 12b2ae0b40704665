package runtime

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// TestHandlerTexts holds that what a handler says in words of its own becomes a hint too, and that
// only fields that the tool has are named for it.
func TestHandlerTexts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text   string
		field  string // that the hint names, "" for none
		action Action
	}{
		{"AccountId acc_x1 is closed", "AccountId", Correct},
		{`unknown "InvoiceId"`, "", Stop},
		{"no such AccountNumber", "", Stop},
		{"connection refused", "", Stop},
		{`[{"code":"too_small","minimum":3,"path":["Applications",0,"InvoiceId"],"message":"Too small"}]`, "Applications[0].InvoiceId", Correct},
	} {
		tool := Handle(payTool, func(context.Context, *payArgs) (*payResult, error) { return nil, errors.New(tt.text) })
		out := NewToolset(tool).Call(t.Context(), ToolCall{ID: "1", Name: "create_payment", Arguments: goodCall})
		if out.Error == nil || out.Error.Kind != FailureHandler {
			t.Errorf("%s: error %+v", tt.text, out.Error)
			continue
		}
		var named []string
		for _, c := range out.RetryHint.Constraints {
			named = append(named, c.Field)
		}
		if got := strings.Join(named, " "); got != tt.field || out.RetryHint.Action != tt.action {
			t.Errorf("%s: the hint names %q and says %s, want %q and %s", tt.text, got, out.RetryHint.Action, tt.field, tt.action)
		}
	}
}
