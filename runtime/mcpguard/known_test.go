package mcpguard_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcpguard"
)

// TestKnownValues has a value that no result had never reach the server, in both ways through the guard.
func TestKnownValues(t *testing.T) {
	t.Parallel()
	overlay, diags := rules.Read("rows.rules.yaml", []byte(`tools: {use: {fields: {id: {known: {from: find, at: "$.rows[*].id"}}}}, find: {write: false}}`))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	var reached log
	server := mcp.NewServer(&mcp.Implementation{Name: "rows", Version: "1"}, nil)
	for _, name := range []string{"find", "use"} {
		server.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object","properties":{"id":{"type":"string"}}}`)},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				reached.add(name)
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: `{"rows":[{"id":"r1"}]}`}}}, nil
			})
	}
	guard, _ := connect(t, overHTTP(t, server), mcpguard.Reading(dynamic.Options{Rules: []*rules.Overlay{overlay}}))
	for name, call := range map[string]func(ctx context.Context, tool, args string) bool{
		"Call": func(ctx context.Context, tool, args string) bool {
			return guard.Call(ctx, runtime.ToolCall{Name: tool, Arguments: args}).Error == nil
		},
		"CallTool": func(ctx context.Context, tool, args string) bool {
			result, err := guard.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
			return err == nil && !result.IsError
		},
	} {
		ctx := runtime.WithKnown(t.Context(), &runtime.Known{})
		if call(ctx, "use", `{"id":"r1"}`) {
			t.Errorf("%s: an invented id passes", name)
		}
		if !call(ctx, "find", `{}`) || !call(ctx, "use", `{"id":"r1"}`) || call(ctx, "use", `{"id":"r2"}`) || !call(t.Context(), "use", `{"id":"r2"}`) {
			t.Errorf("%s: known values are not those of the results", name)
		}
		if seen := strings.Join(reached.take(), " "); seen != "find use use" {
			t.Errorf("%s: the server got %s", name, seen)
		}
	}
}
