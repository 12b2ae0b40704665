package mcptool

import (
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// Result converts an output to a tools/call result, as [wire.MCPAnswer] does: the text of a failed call is
// its hint, and the machine-readable failure is in _meta. spec may be nil.
func Result(spec *runtime.ToolSpec, out runtime.ToolOutput) *mcp.CallToolResult {
	shape := wire.MCPAnswer(spec, out)
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
