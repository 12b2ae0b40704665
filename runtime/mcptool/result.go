package mcptool

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// FailureKey is the key of a result's _meta under which the machines' form of an error, a
// [wire.Failure], stands where it cannot be structured content.
const FailureKey = wire.MCPFailureKey

// Result is an answer as the result of tools/call, as [wire.MCPAnswerOf] shapes it: the text of a failed
// call is its hint, and the machines' form is beside it. The spec may be nil.
func Result(spec *runtime.ToolSpec, out runtime.ToolOutput) *mcp.CallToolResult {
	shape := wire.MCPAnswerOf(spec, out)
	result := &mcp.CallToolResult{IsError: shape.IsError}
	for _, c := range shape.Content {
		result.Content = append(result.Content, &mcp.TextContent{Text: c.Text})
	}
	if shape.StructuredContent != nil {
		result.StructuredContent = shape.StructuredContent
	}
	for key, value := range shape.Meta {
		if result.Meta == nil {
			result.Meta = mcp.Meta{}
		}
		result.Meta[key] = value
	}
	return result
}
