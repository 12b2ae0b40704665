package preflight_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestErrorsOfHandlersAreScrubbed checks that nothing that the gate shows, reports or records contains the secrets in an error, however
// the call ended.
func TestErrorsOfHandlersAreScrubbed(t *testing.T) {
	t.Parallel()
	refused := errors.New("dial tcp 10.0.0.5:443: password=hunter2")
	for name, err := range map[string]error{
		"of the backend":   refused,
		"of the transport": fmt.Errorf("%w: %w", errTransport, refused),
		"private":          runtime.Private(errors.New("the vault is at hunter2")),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var logged []error
				log := runtime.OnError(func(_ context.Context, _ runtime.Invocation, err error) { logged = append(logged, err) })
				set := newSet(func(context.Context, runtime.Invocation) (any, error) { return nil, err }).With(log)
				g, k := newGate(t, set, preflight.WithTransportErrors(func(err error) bool { return errors.Is(err, errTransport) }))
				out := g.Call(t.Context(), preflight.Turn{Thread: "t"}, pay("c1"))
				now, _ := g.Ran(preflight.Turn{Thread: "t"})
				closeGate(t, g, k, preflight.OutcomeFailed)
				text, _ := json.Marshal([]any{out, out.Error.Error(), now, k.events, k.records})
				if strings.Contains(string(text)+out.RetryHint.Text(), "hunter2") || strings.Contains(string(text), "10.0.0.5") {
					t.Errorf("%s", text)
				}
				if len(logged) != 1 || !strings.Contains(logged[0].Error(), "hunter2") || !errors.Is(out.Error, err) {
					t.Errorf("logged %v, cause %v", logged, out.Error.Cause)
				}
			})
		})
	}
}

// refuser is an approver that rejects calls with an error.
type refuser struct{ out runtime.ToolOutput }

func (r refuser) RequestApproval(context.Context, string, runtime.Invocation) (runtime.ToolOutput, error) {
	return r.out, errors.New("the queue: password=hunter2")
}

// TestErrorsOfApproversAreScrubbed covers errors of the approver, which may quote its database.
func TestErrorsOfApproversAreScrubbed(t *testing.T) {
	t.Parallel()
	for _, out := range []runtime.ToolOutput{{}, {Error: &runtime.ToolError{Message: "Too many calls wait (postgres://ada:hunter2@db/calls)."}}} {
		synctest.Test(t, func(t *testing.T) {
			g, k := newGate(t, newSet(done), preflight.WithApprover(refuser{out}))
			got := g.Call(t.Context(), preflight.Turn{Thread: "t"}, call("c1", "approve_bill", `{"BillId":"B-1"}`))
			closeGate(t, g, k, preflight.OutcomeAborted)
			text, _ := json.Marshal([]any{got, k.events, k.records})
			if got.Error == nil || strings.Contains(string(text)+got.RetryHint.Text(), "hunter2") || out.Error != nil &&
				!strings.Contains(string(text), "Too many calls wait") {
				t.Errorf("%s", text)
			}
		})
	}
}

var errTransport = errors.New("broken pipe")
