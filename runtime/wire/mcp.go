package wire

import (
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// MCPResult is the result of tools/call.
type MCPResult struct {
	Content           []MCPContent    `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent,omitempty"`
	IsError           bool            `json:"isError,omitempty"`
	// Meta is of [MCPAnswerOf]: a failure stands in it under [MCPFailureKey].
	Meta map[string]json.RawMessage `json:"_meta,omitempty"`
}

// MCPFailureKey is the key of a result's _meta under which the machines' form of an error, a [Failure],
// stands where it cannot be structured content.
const MCPFailureKey = "toolgen/failure"

// MCPContent is a text of a result.
type MCPContent struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// MCPAnswer is the result of tools/call. A failed call is a result too, never a protocol error:
// a model does not get to see those. Its structured content is a [Failure], which does not have
// the form of the tool's output schema; clients must not hold errors against that. There are some
// that do: the answers of tools that have an output schema are those of [MCPAnswerOf].
//
// Results that are objects are structured content as well, since not all revisions of the
// protocol take other values there.
func MCPAnswer(out runtime.ToolOutput) MCPResult {
	result := MCPResult{Content: []MCPContent{{Type: "text", Text: Text(out)}}, IsError: Failed(out)}
	if result.IsError {
		result.StructuredContent = marshal(failureOf(out))
		return result
	}
	if payload := Payload(out); payload[0] == '{' {
		result.StructuredContent = payload
	}
	if note := Note(out); note != "" {
		result.Content = append(result.Content, MCPContent{Type: "text", Text: note})
	}
	return result
}

// MCPAnswerOf is [MCPAnswer] for a tool that may have an output schema. Of one that has, a failure stands
// in _meta: there are clients that hold the structured content of errors against the output schema, too,
// and refuse the result, so that the model would see nothing of it. The results of such a tool are
// structured content whatever their type, as the protocol demands. The spec may be nil.
func MCPAnswerOf(spec *runtime.ToolSpec, out runtime.ToolOutput) MCPResult {
	result := MCPAnswer(out)
	switch {
	case spec == nil || spec.OutputSchema == "":
	case result.IsError:
		result.Meta = map[string]json.RawMessage{MCPFailureKey: result.StructuredContent}
		result.StructuredContent = nil
	default:
		result.StructuredContent = Payload(out)
	}
	return result
}

// ParseMCP reads the call of a tools/call request: its JSON-RPC frame or its params alone. The id
// of the call is that of the frame, as it is written there. A request of another method has no call.
func ParseMCP(data []byte) ([]runtime.ToolCall, error) {
	var body struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	keys, err := open(data, ofMCP)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &body); err != nil {
		return nil, misread(ofMCP, err)
	}
	framed := keys["method"] != nil || keys["params"] != nil
	switch {
	case !framed && (keys["name"] == nil || keys["role"] != nil || keys["call_id"] != nil):
		return nil, unlike(ofMCP, keys)
	case body.Method != "" && body.Method != "tools/call":
		return nil, nil
	case !framed:
		body.Params = data
	case len(body.Params) == 0:
		return nil, fmt.Errorf("wire: not %s: it has no params", ofMCP)
	}
	r := reading{of: ofMCP}
	r.add(body.Params, "{}") // the protocol lets empty arguments be left out
	if len(r.calls) > 0 {
		r.calls[0].ID = written(body.ID)
	}
	return r.result(data)
}
