package tooldef

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// Envelope is the format in which a source contains its tools; "" means to detect it.
type Envelope string

const (
	// MCP is a tool of the Model Context Protocol, in a tools/list result with or without its
	// JSON-RPC frame, in an array, or alone: inputSchema, outputSchema, annotations.
	MCP Envelope = "mcp"
	// OpenAIChat is {"type": "function", "function": {…, "parameters"}} of Chat Completions.
	OpenAIChat Envelope = "openai-chat"
	// OpenAIResponses is {"type": "function", "name", …, "parameters"} of the Responses API.
	OpenAIResponses Envelope = "openai-responses"
	// Function is the older bare function: {"name", "description", "parameters"}.
	Function Envelope = "function"
	// Anthropic is {"name", "description", "input_schema"}.
	Anthropic Envelope = "anthropic"
	// Gemini is a functionDeclarations entry: parameters in OpenAPI types, or parametersJsonSchema.
	Gemini Envelope = "gemini"
	// Bedrock is {"toolSpec": {"name", "inputSchema": {"json"}}} of Amazon Bedrock's Converse.
	Bedrock Envelope = "bedrock"
	// Schema is a bare JSON Schema, which says what one type is.
	Schema Envelope = "schema"
)

var envelopes = []Envelope{MCP, OpenAIChat, OpenAIResponses, Function, Anthropic, Gemini, Bedrock, Schema}

// Envelopes returns the names of all envelopes, for the help of a flag.
func Envelopes() []string {
	names := make([]string, len(envelopes))
	for i, e := range envelopes {
		names[i] = string(e)
	}
	return names
}

// inputKeys are the members with an input schema, outputKeys those with an output schema.
var (
	inputKeys  = []string{"inputSchema", "input_schema", "parameters", "parametersJsonSchema", "parameters_json_schema"}
	outputKeys = []string{"outputSchema", "output_schema", "responseJsonSchema", "response_json_schema", "response"}
)

// keysOf returns the members with the input schema in an envelope.
func (e Envelope) keysOf() []string {
	switch e {
	case MCP, Bedrock:
		return inputKeys[:1]
	case Anthropic:
		return inputKeys[1:2]
	case Gemini:
		return inputKeys[2:]
	}
	return inputKeys[2:3]
}

// wrappers are members that may contain the object with the tools: JSON-RPC frames, recorded requests, client
// configurations.
var wrappers = []string{"result", "params", "request", "body", "config", "session", "toolConfig"}

// hasTools reports whether the object contains tools, possibly in wrappers.
func hasTools(n *Node, depth int) bool {
	if !n.Is(Object) || depth > 4 {
		return false
	}
	for _, key := range []string{"tools", "functions", "functionDeclarations", "function_declarations"} {
		if n.Get(key) != nil {
			return true
		}
	}
	return slices.ContainsFunc(wrappers, func(key string) bool { return hasTools(n.Get(key), depth+1) })
}

// looksLikeTool reports whether the object is a tool definition.
func looksLikeTool(n *Node) bool {
	kind := n.Get("type")
	return hasSchema(n) || kind.IsText("function") || kind.IsText("custom") ||
		n.Get("name").Is(String) && !isSchema(n) && (isTool(n) || looksLikeSlip(n))
}

// isSchema reports whether the object is a JSON Schema: it has at least one keyword that describes a value.
func isSchema(n *Node) bool {
	if n.Is(Bool) {
		return true
	}
	for _, key := range []string{"$schema", "$ref", "$defs", "definitions", "properties", "anyOf", "oneOf", "allOf", "items",
		"enum", "const", "not", "required", "additionalProperties", "patternProperties", "if"} {
		if n.Get(key) != nil {
			return true
		}
	}
	for _, key := range []string{"type", "types"} {
		kind := n.Get(key)
		if kind.Is(Array) {
			return true
		}
		if kind.Is(String) && (isTypeName(strings.ToLower(kind.Text)) || foreignTypes[kind.Text] != "") {
			return true
		}
	}
	return false
}

// Describe describes a value for a message: "a string", "an object with the keys a, b".
func (n *Node) Describe() string {
	switch n.Kind {
	case Null:
		return "null"
	case Bool:
		return "a boolean"
	case Number:
		return "a number"
	case String:
		return "a string"
	case Array:
		if len(n.Items) == 0 {
			return "an empty array"
		}
		return "an array whose first item is " + n.Items[0].Describe()
	}
	if len(n.Members) == 0 {
		return "an empty object"
	}
	const few = 6
	var keys []string
	for i := range n.Members {
		if i == few {
			keys = append(keys, "…")
			break
		}
		keys = append(keys, model.Cut(n.Members[i].Key, 40))
	}
	return fmt.Sprintf("an object with the keys %s", strings.Join(keys, ", "))
}
