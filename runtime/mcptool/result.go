package mcptool

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// FailureKey is the key of a result's _meta under which the machines' form of an error, a
// [wire.Failure], stands where it cannot be structured content.
const FailureKey = "toolgen/failure"

// Result is an answer as the result of tools/call. The text of a failed call is its hint. The
// machines' form is the structured content of tools that have no output schema. Of those that have
// one it stands in _meta under [FailureKey]: there are clients that hold the structured content of
// errors against the output schema, too, and refuse the result, so that the model would see
// nothing of it. The spec may be nil.
func Result(spec *runtime.ToolSpec, out runtime.ToolOutput) *mcp.CallToolResult {
	shape := wire.MCPAnswer(out)
	result := &mcp.CallToolResult{IsError: shape.IsError}
	for _, c := range shape.Content {
		result.Content = append(result.Content, &mcp.TextContent{Text: c.Text})
	}
	switch {
	case shape.StructuredContent == nil:
		// A tool with an output schema owes structured content, whatever its type.
		if spec != nil && spec.OutputSchema != "" {
			result.StructuredContent = wire.Payload(out)
		}
	case shape.IsError && spec != nil && spec.OutputSchema != "":
		result.Meta = mcp.Meta{FailureKey: shape.StructuredContent}
	default:
		result.StructuredContent = shape.StructuredContent
	}
	return result
}
