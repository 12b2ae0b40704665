package approval

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
)

// Marker is what the executor of a call gets instead of a result: nothing has been run, somebody
// has to approve. The turn ends with it.
type Marker struct {
	Required   bool            `json:"__hil_required"` // always true
	ToolName   string          `json:"toolName"`
	ToolCallID string          `json:"toolCallId"`
	Args       json.RawMessage `json:"args"` // the values of sensitive fields are masked
	Message    string          `json:"message"`
}

// ReadMarker reads the marker of an output that is pending; ok is false for any other, whatever its payload
// looks like: that may be the answer of a server.
func ReadMarker(out runtime.ToolOutput) (m Marker, ok bool) {
	if !out.Pending || json.Unmarshal(out.Payload, &m) != nil {
		return Marker{}, false
	}
	return m, true
}

// marker is the output of a call that is not settled.
func (s *catalog) marker(r *record) (runtime.ToolOutput, error) {
	call := s.call(r)
	payload, err := marshal(Marker{Required: true, ToolName: r.name, ToolCallID: r.id, Args: call.Args, Message: call.Text})
	return runtime.ToolOutput{CallID: r.id, Payload: payload, Receipts: r.receipts, Pending: true}, err
}
