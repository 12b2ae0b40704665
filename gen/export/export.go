// Package export renders tools as definitions for providers: rules are included in descriptions, injected
// fields are left out.
package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// form is a provider's form of definitions.
type form struct {
	name   string
	target projection.Target
	write  func(set *runtime.Toolset, opts ...wire.ToolOption) (any, error)
}

var forms = []form{
	{"mcp", projection.MCP, writer(func(set *runtime.Toolset, _ ...wire.ToolOption) (any, error) {
		tools, err := wire.MCPTools(set)
		return map[string]any{"tools": tools}, err
	})},
	{"openai", projection.OpenAI, writer(wire.OpenAIChatTools)},
	{"openai-strict", projection.OpenAIStrict, writer(wire.OpenAIChatTools)},
	{"openai-responses", projection.OpenAI, writer(wire.OpenAIResponsesTools)},
	{"openai-responses-strict", projection.OpenAIStrict, writer(wire.OpenAIResponsesTools)},
	{"anthropic", projection.Anthropic, writer(wire.AnthropicTools)},
	{"anthropic-strict", projection.AnthropicStrict, writer(wire.AnthropicTools)},
	{"gemini", projection.Gemini, writer(wire.GeminiTools)},
	{"gemini-parameters", projection.GeminiParameters, geminiParameters},
	{"bedrock", projection.Bedrock, writer(wire.BedrockTools)},
	{"bedrock-strict", projection.BedrockStrict, writer(wire.BedrockTools)},
}

func writer[T any](tools func(*runtime.Toolset, ...wire.ToolOption) (T, error)) func(*runtime.Toolset, ...wire.ToolOption) (any, error) {
	return func(set *runtime.Toolset, opts ...wire.ToolOption) (any, error) { return tools(set, opts...) }
}

// Providers returns the names of the forms.
func Providers() []string {
	var names []string
	for _, f := range forms {
		names = append(names, f.name)
	}
	return names
}

func formOf(provider string) (form, error) {
	i := slices.IndexFunc(forms, func(f form) bool { return f.name == provider })
	if i < 0 {
		return form{}, fmt.Errorf("there is no form %q, only %s", provider, strings.Join(Providers(), ", "))
	}
	return forms[i], nil
}

// OfObjects removes tools whose arguments cannot be an object, and reports them: no provider accepts them,
// although a bare schema may have that form.
func OfObjects(pkg *model.Package) (*model.Package, model.Diagnostics) {
	var diags model.Diagnostics
	kept := *pkg
	kept.Tools = nil
	for _, t := range pkg.Tools {
		if t.Args.Accepts&model.JSONObject != 0 {
			kept.Tools = append(kept.Tools, t)
			continue
		}
		wants := strings.Join(t.Args.Declared, " or ")
		if wants == "" {
			wants = "something else"
		}
		diags = append(diags, model.Diagnostic{
			Severity: model.Error, Pos: t.Args.Pos, Pointer: t.Args.Pointer, Tool: t.Name, Keyword: "type",
			Problem: fmt.Sprintf("tool arguments must be an object, but this schema requires %q", wants),
			Fix:     "wrap the value in an object with one property",
		})
	}
	return &kept, diags
}

// Definitions renders the tools in a provider's form, as indented JSON with a final newline: an MCP tools/list
// result, or the list for a request. [Warnings] reports what was changed.
func Definitions(pkg *model.Package, provider string) ([]byte, error) {
	f, err := formOf(provider)
	if err != nil {
		return nil, err
	}
	var opts []wire.ToolOption
	if f.target.Strict() {
		opts = append(opts, wire.Strict(new(wire.Offered)))
	}
	whole, err := f.write(dynamic.Toolset(pkg), opts...)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(whole); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// geminiParameters renders the older form of Gemini functions.
func geminiParameters(set *runtime.Toolset, _ ...wire.ToolOption) (any, error) {
	type function struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parameters"`
	}
	functions := []function{}
	for _, name := range set.Names() {
		tool, _ := set.Lookup(name)
		schema := projection.Of(tool.Spec().InputSchema, projection.GeminiParameters).Schema
		functions = append(functions, function{projection.GeminiParameters.ToolName(name), tool.Spec().Description, schema})
	}
	return []map[string]any{{"functionDeclarations": functions}}, nil
}
