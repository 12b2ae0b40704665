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

// lostSession is a session whose only tool annotates its own schema, and whose calls end with a lost connection.
type lostSession struct{ schema any }

func (s lostSession) ListTools(context.Context, *mcp.ListToolsParams) (*mcp.ListToolsResult, error) {
	return &mcp.ListToolsResult{Tools: []*mcp.Tool{{Name: "pay", InputSchema: s.schema}}}, nil
}

func (lostSession) CallTool(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "connection reset by peer"}}}, nil
}

// TestServerGrantsNothing holds that what a server says of its own tools in the words of the rules allows nothing: only
// an overlay of the program does. What refuses more, or shows less, counts.
func TestServerGrantsNothing(t *testing.T) {
	t.Parallel()
	const annotated = `{"type":"object","properties":{"to":{"type":"string"},"pin":{"type":"string","x-toolgen":{"sensitive":true,"injected":true}},` +
		`"x-toolgen":{"type":"string","enum":["a"]}},"x-toolgen":{"write":false,"retry":"after","requires":{"to":["pin"]}}}`
	var decoded any
	if err := json.Unmarshal([]byte(annotated), &decoded); err != nil {
		t.Fatal(err)
	}
	overlay, diags := rules.Read("pay.rules.yaml", []byte(`tools: {pay: {retry: after}}`))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for name, schema := range map[string]any{"decoded": decoded, "raw": json.RawMessage(annotated)} {
		for _, opts := range []dynamic.Options{{}, {Rules: []*rules.Overlay{overlay}}} {
			guard := mcpguard.NewGuard(mcpguard.Reading(opts))
			guard.Attach(lostSession{schema})
			call := func(args string) runtime.ToolOutput {
				return guard.Call(t.Context(), runtime.ToolCall{Name: "pay", Arguments: args})
			}
			want := runtime.Stop
			if len(opts.Rules) > 0 {
				want = runtime.RetryLater
			}
			if out := call(`{"to":"a","pin":"1234"}`); out.RetryHint == nil || out.RetryHint.Action != want {
				t.Errorf("%s: %+v, want %s", name, out.RetryHint, want)
			}
			if out := call(`{"to":"a"}`); out.Error == nil || out.Error.Kind != runtime.FailureValidation {
				t.Errorf("%s: a rule of the server is not checked: %+v", name, out.Error)
			}
			if out := call(`{"x-toolgen":"b"}`); out.Error == nil || out.Error.Kind != runtime.FailureValidation {
				t.Errorf("%s: a field named x-toolgen is not checked: %+v", name, out.Error)
			}
			set, err := guard.Toolset(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			tool, _ := set.Lookup("pay")
			if shown := string(tool.Spec().Redact([]byte(`{"pin":"1234"}`))); shown != `{"pin":"•••"}` {
				t.Errorf("%s: %s", name, shown)
			}
		}
	}
}

// TestServerGrantsNothingByReference checks that rules of a server count nowhere that a reference can lead to.
func TestServerGrantsNothingByReference(t *testing.T) {
	t.Parallel()
	const word = `{"type":"string","x-toolgen":{"injected":true}}`
	for to, value := range map[string]string{
		"default/a": `{"a":` + word + `}`, "examples/0": `[` + word + `]`, "enum/0": `[` + word + `]`, "const/a": `{"a":` + word + `}`,
		"x-shared/a": `{"a":` + word + `}`, "$defs": `{"x-toolgen":{"injected":true}}`, "properties": `{"x-toolgen":{"injected":true}}`,
		"default/properties": `{"properties":{"x-toolgen":{"injected":true}}}`, "$defs/a/properties": `{"a":{"properties":{"x-toolgen":{"injected":true}}}}`,
		"x-toolgen/requires": `{"requires":{"x-toolgen":{"injected":true}}}`, "allOf/0": `[` + word + `]`,
	} {
		keyword, _, _ := strings.Cut(to, "/")
		guard := mcpguard.NewGuard()
		guard.Attach(lostSession{json.RawMessage(`{"type":"object","properties":{"pin":{"$ref":"#/properties/b/` + to + `"},"b":{"` + keyword + `":` + value + `}}}`)})
		set, err := guard.Toolset(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if tool, ok := set.Lookup("pay"); ok && len(tool.Spec().View().Filled) > 0 {
			t.Errorf("%s: the server's rule counts", to)
		}
	}
}
