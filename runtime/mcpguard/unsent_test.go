package mcpguard_test

import (
	"errors"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/mcpguard"
)

// silentTool accepts arguments with a repair, but does not hand out the repaired text.
type silentTool struct{ runtime.Tool }

func (silentTool) Decode(_ []byte, opts ...runtime.DecodeOption) (any, error) {
	cfg := runtime.DecodingOf(opts...)
	if cfg.Receipts == nil {
		return nil, errors.New("not as it was written")
	}
	*cfg.Receipts = append(*cfg.Receipts, runtime.Receipt{Kind: runtime.ReceiptScalar})
	return nil, nil
}

// TestUnrepairedArguments checks that a call whose repaired form is missing is not sent, and that the outcome says so.
func TestUnrepairedArguments(t *testing.T) {
	t.Parallel()
	var reached log
	_, session := connect(t, overHTTP(t, newServer(&reached)))
	guard := mcpguard.NewGuard(mcpguard.WithTools(runtime.NewToolset(silentTool{booktools.DeleteContact})))
	guard.Attach(session)
	out := guard.Call(t.Context(), runtime.ToolCall{ID: "1", Name: "delete_contact", Arguments: `{}`})
	if !runtime.WasNotRun(out) || out.RetryHint.Kind != "" {
		t.Errorf("got %+v, %+v", out.Error, out.RetryHint)
	}
	if _, err := guard.CallTool(t.Context(), &mcp.CallToolParams{Name: "delete_contact"}); err == nil {
		t.Error("no error")
	}
	if seen := reached.take(); len(seen) > 0 {
		t.Errorf("the server got %q", seen)
	}
}
