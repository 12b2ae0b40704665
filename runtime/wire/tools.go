package wire

import (
	"encoding/json"
	"errors"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// OpenAIChatTool is a tool in a Chat Completions request.
type OpenAIChatTool struct {
	Type     string                  `json:"type"`
	Function OpenAIChatToolSignature `json:"function"`
}

// OpenAIChatToolSignature is the function of an [OpenAIChatTool].
type OpenAIChatToolSignature struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      bool            `json:"strict,omitempty"`
}

// OpenAIResponsesTool is a tool in a Responses API request. Strict is always written: if it is absent, the API
// rewrites the schema.
type OpenAIResponsesTool struct {
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      bool            `json:"strict"`
}

// AnthropicTool is a tool in a Messages request.
type AnthropicTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema"`
	Strict      bool            `json:"strict,omitempty"`
}

// GeminiTool is the list of functions in a Gemini request.
type GeminiTool struct {
	FunctionDeclarations []GeminiFunction `json:"functionDeclarations"`
}

// GeminiFunction is a function of a [GeminiTool].
type GeminiFunction struct {
	Name                 string          `json:"name"`
	Description          string          `json:"description,omitempty"`
	ParametersJSONSchema json.RawMessage `json:"parametersJsonSchema"`
}

// BedrockTool is a tool in the toolConfig of Converse.
type BedrockTool struct {
	ToolSpec BedrockToolSpec `json:"toolSpec"`
}

// BedrockToolSpec describes a [BedrockTool].
type BedrockToolSpec struct {
	Name        string             `json:"name"`
	Description string             `json:"description,omitempty"`
	InputSchema BedrockInputSchema `json:"inputSchema"`
	Strict      bool               `json:"strict,omitempty"`
}

// BedrockInputSchema wraps a schema.
type BedrockInputSchema struct {
	JSON json.RawMessage `json:"json"`
}

// MCPTool is a tool in the result of tools/list.
type MCPTool struct {
	Name         string              `json:"name"`
	Title        string              `json:"title,omitempty"`
	Description  string              `json:"description,omitempty"`
	InputSchema  json.RawMessage     `json:"inputSchema"`
	OutputSchema json.RawMessage     `json:"outputSchema,omitempty"`
	Annotations  *MCPToolAnnotations `json:"annotations,omitempty"`
}

// MCPToolAnnotations are the protocol's hints on a tool's behaviour. Unknown hints are omitted.
type MCPToolAnnotations struct {
	ReadOnly    *bool `json:"readOnlyHint,omitempty"`
	Destructive *bool `json:"destructiveHint,omitempty"`
	Idempotent  *bool `json:"idempotentHint,omitempty"`
	OpenWorld   *bool `json:"openWorldHint,omitempty"`
}

// OpenAIChatTools returns the tools of a set for a Chat Completions request; Cohere, Mistral, Ollama and others
// accept the same form. Names and schema parts that the provider rejects are changed: pass the returned calls
// to [Restore], or with the option [Strict] to [Offered.Restore]. The error lists tools that cannot be offered,
// with the reason; the others are returned.
func OpenAIChatTools(set *runtime.Toolset, opts ...ToolOption) ([]OpenAIChatTool, error) {
	return offer(set, projection.OpenAI, projection.OpenAIStrict, opts, func(t *runtime.ToolSpec, o OfferedTool) OpenAIChatTool {
		return OpenAIChatTool{"function", OpenAIChatToolSignature{o.As, t.Description, o.Projection.Schema, o.Strict}}
	})
}

// OpenAIResponsesTools is [OpenAIChatTools] for the Responses API.
func OpenAIResponsesTools(set *runtime.Toolset, opts ...ToolOption) ([]OpenAIResponsesTool, error) {
	return offer(set, projection.OpenAI, projection.OpenAIStrict, opts, func(t *runtime.ToolSpec, o OfferedTool) OpenAIResponsesTool {
		return OpenAIResponsesTool{"function", o.As, t.Description, o.Projection.Schema, o.Strict}
	})
}

// AnthropicTools is [OpenAIChatTools] for the Messages API.
func AnthropicTools(set *runtime.Toolset, opts ...ToolOption) ([]AnthropicTool, error) {
	return offer(set, projection.Anthropic, projection.AnthropicStrict, opts, func(t *runtime.ToolSpec, o OfferedTool) AnthropicTool {
		return AnthropicTool{o.As, t.Description, o.Projection.Schema, o.Strict}
	})
}

// GeminiTools is [OpenAIChatTools] for Gemini, where one tool holds all functions.
func GeminiTools(set *runtime.Toolset, opts ...ToolOption) ([]GeminiTool, error) {
	functions, err := offer(set, projection.Gemini, projection.Gemini, opts, func(t *runtime.ToolSpec, o OfferedTool) GeminiFunction {
		return GeminiFunction{o.As, t.Description, o.Projection.Schema}
	})
	if len(functions) == 0 {
		return []GeminiTool{}, err
	}
	return []GeminiTool{{functions}}, err
}

// BedrockTools is [OpenAIChatTools] for Converse. The result is the "tools" member of toolConfig.
func BedrockTools(set *runtime.Toolset, opts ...ToolOption) ([]BedrockTool, error) {
	return offer(set, projection.Bedrock, projection.BedrockStrict, opts, func(t *runtime.ToolSpec, o OfferedTool) BedrockTool {
		return BedrockTool{BedrockToolSpec{o.As, t.Description, BedrockInputSchema{o.Projection.Schema}, o.Strict}}
	})
}

// MCPTools returns the tools of a set as listed by tools/list. The protocol restricts no names, so they are
// unchanged. Package mcptool serves a set with the official SDK.
func MCPTools(set *runtime.Toolset) ([]MCPTool, error) {
	return offer(set, projection.MCP, projection.MCP, nil, func(t *runtime.ToolSpec, o OfferedTool) MCPTool {
		tool := MCPTool{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: o.Projection.Schema}
		tool.Annotations = annotationsOf(t)
		if json.Valid([]byte(t.OutputSchema)) {
			tool.OutputSchema = json.RawMessage(t.OutputSchema)
		}
		return tool
	})
}

// ObjectSchema returns an input schema as MCP requires it, with type object at the root.
func ObjectSchema(schema string) (json.RawMessage, error) {
	p := projection.Of(schema, projection.MCP)
	if len(p.Reasons) > 0 {
		return nil, errors.New(p.Reasons[0].Text)
	}
	return p.Schema, nil
}

// annotationsOf returns the annotations of a tool, nil if none is set.
func annotationsOf(t *runtime.ToolSpec) *MCPToolAnnotations {
	hints := MCPToolAnnotations{t.ReadOnly.Pointer(), t.Destructive.Pointer(), t.Idempotent.Pointer(), t.OpenWorld.Pointer()}
	if t.Write { // a write of the gate is never announced as read-only
		hints.ReadOnly = runtime.False.Pointer()
		if t.Confirm.Tier >= 2 && hints.Destructive == nil {
			hints.Destructive = runtime.True.Pointer() // confirmed like a destructive tool
		}
	}
	if hints == (MCPToolAnnotations{}) {
		return nil
	}
	return &hints
}
