package runtime

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestNotApproved checks that if a person says no, the model gets the handler's own words: nothing has failed, and the tool reports
// nothing.
func TestNotApproved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err        error
		kind       FailureKind
		text, want string
	}{
		{NotApproved("The user said no."), FailureApproval, "The user said no.", "create_payment failed: The user said no. Do not call it again for the same purpose."},
		{fmt.Errorf("asked: %w", NotApproved("The user\x1b[2J\nsaid no")), FailureApproval, "", ""},
		{NotApproved(""), FailureApproval, "The call was not approved, so nothing was done.", ""},
		{NotApproved(strings.Repeat("x", 10_000)), FailureApproval, "", ""},
		{&ToolError{Kind: FailureApproval, Message: "of another tool"}, FailureHandler, "", ""},
		{errors.New("no db"), FailureHandler, "", `create_payment failed: The tool reported an error; its text is withheld, since the tool takes sensitive values. Do not call it again for the same purpose.`},
	} {
		tool := HandleAny(payTool, func(context.Context, Invocation) (any, error) { return nil, tt.err })
		out := NewToolset(tool).Call(t.Context(), ToolCall{ID: "1", Name: "create_payment", Arguments: goodCall})
		switch told := out.RetryHint.Text(); {
		case out.Error.Kind != tt.kind || !errors.Is(out.Error, tt.err) || out.CallID != "1":
			t.Errorf("%v: %+v", tt.err, out)
		case tt.text != "" && out.Error.Message != tt.text, tt.want != "" && told != tt.want, strings.ContainsAny(told, "\x1b\n"), len(told) > 600:
			t.Errorf("%v: told %q, %q", tt.err, out.Error.Message, told)
		}
	}
}
