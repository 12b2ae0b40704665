package mcpguard_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcpguard"
)

// oddSession is a faulty implementation of a session.
type oddSession struct {
	list func(params *mcp.ListToolsParams) *mcp.ListToolsResult
	call func() *mcp.CallToolResult
}

func (s oddSession) ListTools(_ context.Context, params *mcp.ListToolsParams) (*mcp.ListToolsResult, error) {
	return s.list(params), nil
}

func (s oddSession) CallTool(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	return s.call(), nil
}

// TestOddSessions checks that a session that panics or returns nothing fails the call, not the program, and
// that the guard stays usable.
func TestOddSessions(t *testing.T) {
	t.Parallel()
	page := func(n int, next string) *mcp.ListToolsResult {
		result := &mcp.ListToolsResult{NextCursor: next}
		for i := range n {
			result.Tools = append(result.Tools, &mcp.Tool{Name: fmt.Sprintf("tool%s_%d", next, i), InputSchema: map[string]any{"type": "object"}})
		}
		return result
	}
	good := func(*mcp.ListToolsParams) *mcp.ListToolsResult { return page(1, "") }
	for _, tt := range []struct {
		name string
		oddSession
	}{
		{"no list", oddSession{list: func(*mcp.ListToolsParams) *mcp.ListToolsResult { return nil }}},
		{"a list that panics", oddSession{list: func(*mcp.ListToolsParams) *mcp.ListToolsResult { panic("boom") }}},
		{"a list of far too many", oddSession{list: func(p *mcp.ListToolsParams) *mcp.ListToolsResult { return page(10_000, p.Cursor+"x") }}},
		{"no result", oddSession{list: good, call: func() *mcp.CallToolResult { return nil }}},
		{"a call that panics", oddSession{list: good, call: func() *mcp.CallToolResult { panic("boom") }}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			g := mcpguard.NewGuard()
			g.Attach(tt.oddSession)
			for range 2 {
				out := g.Call(t.Context(), runtime.ToolCall{ID: "c1", Name: "tool_0", Arguments: `{}`})
				if out.Error == nil || out.Error.Kind != runtime.FailureInternal || out.CallID != "c1" || strings.Contains(out.RetryHint.Text(), "boom") {
					t.Errorf("%+v", out)
				}
				if result, err := g.CallTool(t.Context(), &mcp.CallToolParams{Name: "tool_0"}); err == nil {
					t.Errorf("%+v", result)
				}
			}
			g.Attach(oddSession{list: good, call: func() *mcp.CallToolResult {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "fine"}}}
			}})
			if out := g.Call(t.Context(), runtime.ToolCall{ID: "c1", Name: "tool_0", Arguments: `{}`}); out.Error != nil {
				t.Errorf("%v", out.Error.Cause)
			}
		})
	}
}
