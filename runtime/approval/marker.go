package approval

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
)

// Marker is the payload for a call that has not run because it needs approval. It ends the turn.
type Marker struct {
	Required   bool            `json:"__hil_required"` // always true
	ToolName   string          `json:"toolName"`
	ToolCallID string          `json:"toolCallId"`
	Args       json.RawMessage `json:"args"` // values of sensitive fields are masked
	Message    string          `json:"message"`
}

// ReadMarker returns the marker of a pending output. ok is false for any other output, whatever its payload
// looks like, since a server could imitate a marker.
func ReadMarker(out runtime.ToolOutput) (m Marker, ok bool) {
	if !out.Pending || json.Unmarshal(out.Payload, &m) != nil {
		return Marker{}, false
	}
	return m, true
}

// marker returns the output of an unsettled call.
func (s *catalog) marker(r *record) (runtime.ToolOutput, error) {
	call := s.call(r)
	payload, err := marshal(Marker{Required: true, ToolName: r.name, ToolCallID: r.id, Args: call.Args, Message: call.Text})
	return runtime.ToolOutput{CallID: r.id, Payload: payload, Receipts: r.receipts, Pending: true}, err
}
