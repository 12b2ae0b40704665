package wire

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// OpenAIChatTool is a tool in a request of Chat Completions.
type OpenAIChatTool struct {
	Type     string                  `json:"type"`
	Function OpenAIChatToolSignature `json:"function"`
}

// OpenAIChatToolSignature is the function of such a tool.
type OpenAIChatToolSignature struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
}

// OpenAIResponsesTool is a tool in a request of the Responses API. Strict is false: the API takes its absence for
// a wish to have the schema changed.
type OpenAIResponsesTool struct {
	Type        string          `json:"type"`
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      bool            `json:"strict"`
}

// AnthropicTool is a tool in a request of Messages.
type AnthropicTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema"`
}

// GeminiTool holds the functions of a request of Gemini.
type GeminiTool struct {
	FunctionDeclarations []GeminiFunction `json:"functionDeclarations"`
}

// GeminiFunction is one of them.
type GeminiFunction struct {
	Name                 string          `json:"name"`
	Description          string          `json:"description,omitempty"`
	ParametersJSONSchema json.RawMessage `json:"parametersJsonSchema"`
}

// BedrockTool is a tool in the toolConfig of Converse.
type BedrockTool struct {
	ToolSpec BedrockToolSpec `json:"toolSpec"`
}

// BedrockToolSpec describes such a tool.
type BedrockToolSpec struct {
	Name        string             `json:"name"`
	Description string             `json:"description,omitempty"`
	InputSchema BedrockInputSchema `json:"inputSchema"`
}

// BedrockInputSchema holds a schema.
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

// MCPToolAnnotations are the protocol's hints on what a tool does; what the author does not say is left out.
type MCPToolAnnotations struct {
	ReadOnly    *bool `json:"readOnlyHint,omitempty"`
	Destructive *bool `json:"destructiveHint,omitempty"`
	Idempotent  *bool `json:"idempotentHint,omitempty"`
	OpenWorld   *bool `json:"openWorldHint,omitempty"`
}

// OpenAIChatTools are the tools of a set as a request of Chat Completions has them; Cohere, Mistral, Ollama and others take
// the same. A name that the provider does not take is changed: give the calls that come to [RestoreNames]. The error names the
// tools that cannot be offered, with the reason; the others are there.
func OpenAIChatTools(set *runtime.Toolset) ([]OpenAIChatTool, error) {
	return offer(set, func(t *runtime.ToolSpec, schema json.RawMessage) OpenAIChatTool {
		return OpenAIChatTool{"function", OpenAIChatToolSignature{openAINames.of(t.Name), t.Description, schema}}
	})
}

// OpenAIResponsesTools is [OpenAIChatTools] for the Responses API.
func OpenAIResponsesTools(set *runtime.Toolset) ([]OpenAIResponsesTool, error) {
	return offer(set, func(t *runtime.ToolSpec, schema json.RawMessage) OpenAIResponsesTool {
		return OpenAIResponsesTool{"function", openAINames.of(t.Name), t.Description, schema, false}
	})
}

// AnthropicTools is [OpenAIChatTools] for Messages.
func AnthropicTools(set *runtime.Toolset) ([]AnthropicTool, error) {
	return offer(set, func(t *runtime.ToolSpec, schema json.RawMessage) AnthropicTool {
		return AnthropicTool{anthropicNames.of(t.Name), t.Description, schema}
	})
}

// GeminiTools is [OpenAIChatTools] for Gemini, whose requests have one tool with all functions.
func GeminiTools(set *runtime.Toolset) ([]GeminiTool, error) {
	functions, err := offer(set, func(t *runtime.ToolSpec, schema json.RawMessage) GeminiFunction {
		return GeminiFunction{geminiNames.of(t.Name), t.Description, schema}
	})
	if len(functions) == 0 {
		return []GeminiTool{}, err
	}
	return []GeminiTool{{functions}}, err
}

// BedrockTools is [OpenAIChatTools] for Converse, whose toolConfig has them under "tools".
func BedrockTools(set *runtime.Toolset) ([]BedrockTool, error) {
	return offer(set, func(t *runtime.ToolSpec, schema json.RawMessage) BedrockTool {
		return BedrockTool{BedrockToolSpec{openAINames.of(t.Name), t.Description, BedrockInputSchema{schema}}}
	})
}

// MCPTools are the tools of a set as tools/list has them. The protocol forbids no names; what it recommends is
// a matter of the tools' author. Package mcptool serves a set with the official SDK.
func MCPTools(set *runtime.Toolset) ([]MCPTool, error) {
	return offer(set, func(t *runtime.ToolSpec, schema json.RawMessage) MCPTool {
		tool := MCPTool{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: schema, Annotations: annotationsOf(t)}
		if json.Valid([]byte(t.OutputSchema)) {
			tool.OutputSchema = json.RawMessage(t.OutputSchema)
		}
		return tool
	})
}

// offer puts the tools of a set into a form, in the order of the set, which is the same in every request.
func offer[T any](set *runtime.Toolset, form func(t *runtime.ToolSpec, schema json.RawMessage) T) ([]T, error) {
	var problems []error
	tools := []T{}
	for _, name := range set.Names() {
		tool, _ := set.Lookup(name)
		schema, err := ObjectSchema(tool.Spec().InputSchema)
		if err != nil {
			problems = append(problems, fmt.Errorf("wire: the tool %s cannot be offered: %w", quote(name), err))
			continue
		}
		tools = append(tools, form(tool.Spec(), schema))
	}
	return tools, errors.Join(problems...)
}

// ObjectSchema is an input schema as all providers and MCP demand it: with the type object at its root.
// Where the root says nothing of types, that adds nothing, since arguments are always an object.
func ObjectSchema(schema string) (json.RawMessage, error) {
	const object = `{"type":"object"}`
	if schema == "" || schema == "true" {
		return json.RawMessage(object), nil
	}
	var root map[string]json.RawMessage
	if err := json.Unmarshal([]byte(schema), &root); err != nil || root == nil {
		return nil, fmt.Errorf("the input schema is not a JSON object: %s", quote(schema))
	}
	switch kind, said := root["type"]; {
	case said && !value(kind).isText("object"):
		return nil, fmt.Errorf("the input schema must have the type object at its root, not %.40s", kind)
	case said:
		return json.RawMessage(schema), nil
	case len(root) == 0:
		return json.RawMessage(object), nil
	}
	members := schema[value(schema).skip(0, " \t\r\n")+1:]
	return json.RawMessage(object[:len(object)-1] + "," + members), nil
}

// annotationsOf are the hints on a tool, nil where nothing is said.
func annotationsOf(t *runtime.ToolSpec) *MCPToolAnnotations {
	hints := MCPToolAnnotations{said(t.ReadOnly), said(t.Destructive), said(t.Idempotent), said(t.OpenWorld)}
	if t.Write { // a tool that the gate treats as a write is not announced as harmless
		hints.ReadOnly = said(runtime.False)
		if t.Confirm.Tier >= 2 && hints.Destructive == nil {
			hints.Destructive = said(runtime.True) // it is confirmed as what destroys
		}
	}
	if hints == (MCPToolAnnotations{}) {
		return nil
	}
	return &hints
}

func said(h runtime.Hint) *bool {
	if h == runtime.Unsaid {
		return nil
	}
	yes := h == runtime.True
	return &yes
}
