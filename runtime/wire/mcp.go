package wire

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// MCPResult is the result of tools/call.
type MCPResult struct {
	Content           []MCPContent    `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent,omitempty"`
	IsError           bool            `json:"isError,omitempty"`
	// Meta holds a failure as [MCPFailureKey], see [MCPAnswer].
	Meta map[string]json.RawMessage `json:"_meta,omitempty"`
}

// MCPFailureKey is the _meta key for a [Failure] that cannot be structured content.
const MCPFailureKey = "toolgen/failure"

// MCPContent is a text block of a result.
type MCPContent struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// MCPAnswer returns the result of tools/call; spec may be nil. A failed call is a result as well, not a protocol error,
// since clients do not show protocol errors to the model. Its structured content is a [Failure]. For a tool with an output
// schema, the failure is in _meta instead: the protocol exempts errors from that schema, but some clients validate them
// anyway and drop the result, which would hide the error from the model.
//
// Only objects become structured content, since older protocol revisions reject other values, except for a tool with an
// output schema, whose results must be structured content.
func MCPAnswer(spec *runtime.ToolSpec, out runtime.ToolOutput) MCPResult {
	result := MCPResult{Content: []MCPContent{{Type: "text", Text: Text(out)}}, IsError: Failed(out)}
	described := spec != nil && spec.OutputSchema != ""
	switch payload := Payload(out); {
	case result.IsError && described:
		result.Meta = map[string]json.RawMessage{MCPFailureKey: show.JSON(newFailure(out))}
	case result.IsError:
		result.StructuredContent = show.JSON(newFailure(out))
	case described || payload[0] == '{':
		result.StructuredContent = payload
	}
	if note := Note(out); note != "" {
		result.Content = append(result.Content, MCPContent{Type: "text", Text: note})
	}
	return result
}

// ParseMCP reads the call of a tools/call request, with or without its JSON-RPC frame. The call's id is the id
// of the frame. Requests of other methods return no call.
func ParseMCP(data []byte) ([]runtime.ToolCall, error) {
	body, err := openBody(data, nameMCP)
	if err != nil {
		return nil, err
	}
	method, params := body.Get("method").Text(), body.Get("params")
	switch framed := body.Has("method") || body.Has("params"); {
	case !framed && (!body.Has("name") || body.Has("role") || body.Has("call_id")):
		return nil, wrongFormat(nameMCP, body)
	case method != "" && method != "tools/call":
		return nil, nil
	case !framed:
		params = body
	case params == nil:
		return nil, fmt.Errorf("wire: not %s: params is missing", nameMCP)
	}
	call, _, err := readCall(format{name: nameMCP}, params, "{}") // the protocol allows omitting empty arguments
	if err != nil {
		return nil, err
	}
	call.ID = cmp.Or(body.Get("id").Content(), generatedID(0, data))
	return []runtime.ToolCall{call}, nil
}
