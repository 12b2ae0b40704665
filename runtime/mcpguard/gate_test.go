package mcpguard_test

import (
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcpguard"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// dyingSession ends while it has a call.
type dyingSession struct{ calls int }

func (s *dyingSession) ListTools(context.Context, *mcp.ListToolsParams) (*mcp.ListToolsResult, error) {
	return nil, io.ErrUnexpectedEOF
}

func (s *dyingSession) CallTool(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	s.calls++
	return nil, io.ErrUnexpectedEOF
}

// TestUnsentCallsWereNotRun tells calls that were not sent to a server from those whose session ended.
func TestUnsentCallsWereNotRun(t *testing.T) {
	t.Parallel()
	tool := payTool(runtime.Unset)
	for name, test := range map[string]struct {
		session mcpguard.Session
		options []mcpguard.GuardOption
		call    string
		notRun  bool
	}{
		"no session":  {nil, nil, `{}`, true},
		"no list":     {&dyingSession{}, nil, `{}`, true},
		"invalid":     {&dyingSession{}, []mcpguard.GuardOption{mcpguard.WithTools(runtime.NewToolset(tool))}, `[`, true},
		"session end": {&dyingSession{}, []mcpguard.GuardOption{mcpguard.WithTools(runtime.NewToolset(tool))}, `{}`, false},
	} {
		guard := mcpguard.NewGuard(test.options...)
		guard.Attach(test.session)
		out := guard.Call(t.Context(), runtime.ToolCall{ID: "c1", Name: "pay", Arguments: test.call})
		if out.Error == nil || runtime.WasNotRun(out) != test.notRun || strings.Contains(out.RetryHint.Text(), "is unknown whether") == test.notRun {
			t.Errorf("%s: %+v, %s", name, out, out.RetryHint.Text())
		}
	}
}

// payTool is a write tool for any JSON.
func payTool(idempotent runtime.Annotation) runtime.Tool {
	decode := func(data []byte, _ ...runtime.DecodeOption) (*json.RawMessage, error) {
		if !json.Valid(data) {
			return nil, runtime.Invalid("", "json", nil, "")
		}
		raw := json.RawMessage(data)
		return &raw, nil
	}
	return runtime.NewTool[json.RawMessage, json.RawMessage](&runtime.ToolSpec{Name: "pay", Write: true, Idempotent: idempotent}, decode, nil)
}

// TestSessionEndsAtTheGate has a session end during a call of a write tool behind a gate: the call is repeated only if that is safe, and
// its outcome is unknown.
func TestSessionEndsAtTheGate(t *testing.T) {
	t.Parallel()
	for calls, idempotent := range map[int]runtime.Annotation{1: runtime.Unset, 2: runtime.True} {
		tool := payTool(idempotent)
		guard := mcpguard.NewGuard(mcpguard.WithTools(runtime.NewToolset(tool)))
		session := &dyingSession{}
		guard.Attach(session)
		gate, err := preflight.New(runtime.NewToolset(runtime.HandleAny(tool, func(ctx context.Context, inv runtime.Invocation) (any, error) {
			out := guard.Run(ctx, inv)
			return out.Payload, out.Error
		})))
		if err != nil {
			t.Fatal(err)
		}
		out := gate.Call(t.Context(), preflight.Turn{}, runtime.ToolCall{ID: "c1", Name: "pay", Arguments: `{}`})
		if out.Error == nil || session.calls != calls || !strings.Contains(out.RetryHint.Text(), "not known whether") {
			t.Errorf("%d calls: %+v", session.calls, out.RetryHint)
		}
		if err := gate.Close(); err != nil {
			t.Error(err)
		}
	}
}
