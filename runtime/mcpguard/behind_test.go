package mcpguard_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcpguard"
)

// TestBehindAToolset checks that the server gets what a toolset in front of the guard made of the call: repairs
// and injected fields.
func TestBehindAToolset(t *testing.T) {
	t.Parallel()
	overlay, diags := rules.Read("bank.rules.yaml", []byte(`tools: {pay: {fields: {Tenant: {injected: true}}}}`))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for _, required := range []string{`"To"`, `"To","Tenant"`} {
		var reached log
		server := mcp.NewServer(&mcp.Implementation{Name: "bank", Version: "1"}, nil)
		schema := fmt.Sprintf(`{"type":"object","required":[%s],"properties":{"To":{"type":"string"},"Amount":{"type":"number"},"Tenant":{"type":"string"}}}`, required)
		server.AddTool(&mcp.Tool{Name: "pay", InputSchema: json.RawMessage(schema)}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			reached.add(string(req.Params.Arguments))
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "paid"}}}, nil
		})
		guard, _ := connect(t, overHTTP(t, server), mcpguard.Reading(dynamic.Options{Rules: []*rules.Overlay{overlay}}))
		listed, err := guard.Toolset(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		generated, _ := connect(t, overHTTP(t, server), mcpguard.WithTools(listed))
		for name, guard := range map[string]*mcpguard.Guard{"listed": guard, "generated": generated} {
			var tools []runtime.Tool
			for _, tool := range listed.Tools() {
				tools = append(tools, runtime.HandleAny(tool, func(ctx context.Context, inv runtime.Invocation) (any, error) {
					out := guard.Run(ctx, inv)
					return out.Payload, out.Error
				}))
			}
			set := runtime.NewToolset(tools...).Decoding(runtime.CoerceScalars()).Injecting(func(context.Context, runtime.Injection) (any, error) { return "ours", nil })
			out := set.Call(t.Context(), runtime.ToolCall{ID: "c1", Name: "pay", Arguments: `{"To":"ada","Amount":"5","Tenant":"evil"}`})
			if out.Error != nil || string(out.Payload) != `"paid"` {
				t.Errorf("%s, required %s: %s, %v", name, required, out.Payload, out.Error)
				if out.Error != nil {
					t.Error(out.Error.Cause)
				}
			}
			if seen := strings.Join(reached.take(), "\n"); !strings.Contains(seen, `"Tenant":"ours"`) || !strings.Contains(seen, `"Amount":5`) || strings.Contains(seen, "evil") {
				t.Errorf("%s, required %s: the server got %s", name, required, seen)
			}
		}
	}
}
