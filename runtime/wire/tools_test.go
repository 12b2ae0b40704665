package wire_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/wire"
)

// named returns a tool that accepts anything.
func named(name, schema string) runtime.Tool {
	spec := &runtime.ToolSpec{Name: name, Description: "Does " + name + ".", InputSchema: schema}
	return runtime.HandleAny(runtime.NewTool[json.RawMessage, json.RawMessage](spec, func(raw []byte, _ ...runtime.DecodeOption) (*json.RawMessage, error) {
		args := json.RawMessage(raw)
		return &args, nil
	}, nil), func(context.Context, runtime.Invocation) (any, error) { return name, nil })
}

func TestOfferedTools(t *testing.T) {
	t.Parallel()
	set := runtime.NewToolset(named("files.read", `{"type":"object","properties":{"path":{"type":"string"}}}`), named("now", ""), named("odd", `{"type":"array"}`), named("refers", ` {"$ref":"#/$defs/a"}`))
	for name, tt := range map[string]struct {
		got  func() (any, error)
		want string
	}{
		"chat":      {func() (any, error) { return wire.OpenAIChatTools(set) }, `[{"type":"function","function":{"name":"files_read_NNNNNN","description":"Does files.read.","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}},{"type":"function","function":{"name":"now","description":"Does now.","parameters":{"type":"object"}}},{"type":"function","function":{"name":"refers","description":"Does refers.","parameters":{"type":"object","$ref":"#/$defs/a"}}}]`},
		"responses": {func() (any, error) { return wire.OpenAIResponsesTools(set) }, `[{"type":"function","name":"files_read_NNNNNN","description":"Does files.read.","parameters":{"type":"object","properties":{"path":{"type":"string"}}},"strict":false},{"type":"function","name":"now","description":"Does now.","parameters":{"type":"object"},"strict":false},{"type":"function","name":"refers","description":"Does refers.","parameters":{"type":"object","$ref":"#/$defs/a"},"strict":false}]`},
		"anthropic": {func() (any, error) { return wire.AnthropicTools(set) }, `[{"name":"files_read_NNNNNN","description":"Does files.read.","input_schema":{"type":"object","properties":{"path":{"type":"string"}}}},{"name":"now","description":"Does now.","input_schema":{"type":"object"}},{"name":"refers","description":"Does refers.","input_schema":{"type":"object","$ref":"#/$defs/a"}}]`},
		"gemini":    {func() (any, error) { return wire.GeminiTools(set) }, `[{"functionDeclarations":[{"name":"files.read","description":"Does files.read.","parametersJsonSchema":{"type":"object","properties":{"path":{"type":"string"}}}},{"name":"now","description":"Does now.","parametersJsonSchema":{"type":"object"}},{"name":"refers","description":"Does refers.","parametersJsonSchema":{"type":"object"}}]}]`},
		"bedrock":   {func() (any, error) { return wire.BedrockTools(set) }, `[{"toolSpec":{"name":"files_read_NNNNNN","description":"Does files.read.","inputSchema":{"json":{"type":"object","properties":{"path":{"type":"string"}}}}}},{"toolSpec":{"name":"now","description":"Does now.","inputSchema":{"json":{"type":"object"}}}},{"toolSpec":{"name":"refers","description":"Does refers.","inputSchema":{"json":{"type":"object","$ref":"#/$defs/a"}}}}]`},
		"mcp":       {func() (any, error) { return wire.MCPTools(set) }, `[{"name":"files.read","description":"Does files.read.","inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}},{"name":"now","description":"Does now.","inputSchema":{"type":"object"}},{"name":"refers","description":"Does refers.","inputSchema":{"type":"object","$ref":"#/$defs/a"}}]`},
	} {
		tools, err := tt.got()
		if err == nil || !strings.Contains(err.Error(), `tool "odd" cannot be offered`) || strings.Contains(err.Error(), "now") {
			t.Errorf("%s: %v", name, err)
		}
		got := string(encode(t, tools))
		if i := strings.Index(got, "files_read_"); i >= 0 {
			i += len("files_read_")
			got = got[:i] + "NNNNNN" + got[i+6:]
		}
		if diff := testdiff.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if tools, err := wire.GeminiTools(runtime.NewToolset()); err != nil || string(encode(t, tools)) != "[]" {
		t.Errorf("no tools: %v, %v", tools, err)
	}
}

func TestAnnotations(t *testing.T) {
	t.Parallel()
	for want, spec := range map[string]*runtime.ToolSpec{
		`null`:                      {},
		`{"readOnlyHint":true}`:     {ReadOnly: runtime.True},
		`{"readOnlyHint":false}`:    {ReadOnly: runtime.True, Write: true},
		`{"destructiveHint":false}`: {Destructive: runtime.False},
		`{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true,"openWorldHint":false}`: {Write: true, Confirm: runtime.ConfirmSpec{Tier: 2}, Idempotent: runtime.True, OpenWorld: runtime.False},
	} {
		spec.Name = "f"
		tool := runtime.NewTool[json.RawMessage, json.RawMessage](spec, nil, nil)
		tools, err := wire.MCPTools(runtime.NewToolset(tool))
		if err != nil || len(tools) != 1 || string(encode(t, tools[0].Annotations)) != want {
			t.Errorf("%v, %v, want %s", tools, err, want)
		}
	}
}

// TestNamesComeBack offers tools with names that no provider accepts, some of which collide, calls them by the
// offered names and replays the calls.
func TestNamesComeBack(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("very_", 30)
	names := []string{"a.b", "a_b", "a b", "größe", "grüße", "9lives", "-x", long + "1", long + "2", "x:y", "now"}
	var tools []runtime.Tool
	for _, name := range names {
		tools = append(tools, named(name, ""))
	}
	set := runtime.NewToolset(tools...)
	chat, _ := wire.OpenAIChatTools(set)
	anthropic, _ := wire.AnthropicTools(set)
	gemini, _ := wire.GeminiTools(set)
	bedrock, _ := wire.BedrockTools(set)
	for i, name := range names {
		for provider, c := range map[string]struct {
			offered string
			again   func([]runtime.ToolCall) string
		}{
			"chat":      {chat[i].Function.Name, func(c []runtime.ToolCall) string { return wire.OpenAIChatCalls(c).ToolCalls[0].Function.Name }},
			"anthropic": {anthropic[i].Name, func(c []runtime.ToolCall) string { return wire.AnthropicCalls(c).Content[0].Name }},
			"gemini":    {gemini[0].FunctionDeclarations[i].Name, func(c []runtime.ToolCall) string { return wire.GeminiCalls(c).Parts[0].FunctionCall.Name }},
			"bedrock":   {bedrock[i].ToolSpec.Name, func(c []runtime.ToolCall) string { return wire.BedrockCalls(c).Content[0].ToolUse.Name }},
		} {
			made := []runtime.ToolCall{call(1, c.offered, "{}")}
			restored := wire.Restore(set, made)
			if restored[0].Name != name || made[0].Name != c.offered {
				t.Errorf("%s: %q is offered as %q and comes back as %q", provider, name, c.offered, restored[0].Name)
			}
			if again := c.again(restored); again != c.offered {
				t.Errorf("%s: %q is offered as %q and sent back as %q", provider, name, c.offered, again)
			}
			if out := set.Call(t.Context(), restored[0]); wire.Failed(out) {
				t.Errorf("%s: %q: %+v", provider, name, out)
			}
		}
	}
	unknown := []runtime.ToolCall{call(1, "a_c", "{}"), call(2, "", "{}")}
	if diff := testdiff.Diff(unknown, wire.Restore(set, unknown)); diff != "" {
		t.Errorf("unknown names are changed: %s", diff)
	}
}

// TestNamesOfProviders checks the rules against names that the providers are known to accept or reject.
func TestNamesOfProviders(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../shared/providers/names.json")
	if err != nil {
		t.Skip("the list is not here")
	}
	var rules []struct {
		Target  string
		OK, Bad []string
	}
	decode(t, data, &rules)
	offered := map[string]func(string) string{
		"openai": func(name string) string {
			tools, _ := wire.OpenAIChatTools(runtime.NewToolset(named(name, "")))
			return tools[0].Function.Name
		},
		"anthropic": func(name string) string {
			tools, _ := wire.AnthropicTools(runtime.NewToolset(named(name, "")))
			return tools[0].Name
		},
		"bedrock-converse": func(name string) string {
			tools, _ := wire.BedrockTools(runtime.NewToolset(named(name, "")))
			return tools[0].ToolSpec.Name
		},
		"gemini": func(name string) string {
			tools, _ := wire.GeminiTools(runtime.NewToolset(named(name, "")))
			return tools[0].FunctionDeclarations[0].Name
		},
	}
	for _, rule := range rules {
		as := offered[rule.Target]
		if as == nil {
			continue
		}
		for _, name := range rule.OK {
			if got := as(name); got != name && len(name) <= 64 {
				t.Errorf("%s takes %q, and is offered %q", rule.Target, name, got)
			}
		}
		for _, name := range rule.Bad {
			if name == "" {
				continue // a toolset rejects such a tool
			}
			if got := as(name); got == name || got == "" {
				t.Errorf("%s refuses %q, and is offered %q", rule.Target, name, got)
			}
		}
	}
}
