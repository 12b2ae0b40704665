package routinglog

import (
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/runtime/preflight"
)

// WritePreflightBlock is the guardrail that blocks invalid calls of write tools.
const WritePreflightBlock = "write_preflight_block"

// Aborted is the validation status of a call that ended for a reason outside of model and person, possibly
// before validation.
const Aborted preflight.ValidationStatus = "aborted"

// Row is a row of the table, one call.
type Row struct {
	ID               int64             `json:"id"`
	CreatedAt        time.Time         `json:"created_at"`
	Thread           string            `json:"thread_id"`
	Point            string            `json:"decision_point"`
	Query            string            `json:"query"`
	CallID           string            `json:"tool_call_id"`
	Tool             string            `json:"tool"`
	Attempt          int               `json:"attempt"`
	Outcome          preflight.Outcome `json:"outcome"`
	Write            bool              `json:"is_write_operation"`
	WriteToolResults []WriteToolResult `json:"write_tool_results"`
	Guardrails       []string          `json:"guardrails_triggered"`
	ToolsUsed        []string          `json:"tools_used"`
	ToolsFailed      []string          `json:"tools_failed"`
	DurationMS       float64           `json:"duration_ms"` // with microsecond resolution
}

// WriteToolResult is the result of a call of a write tool.
type WriteToolResult struct {
	Tool             string                     `json:"tool"`
	ValidationStatus preflight.ValidationStatus `json:"validation_status"`
	FieldsChecked    []string                   `json:"fields_checked"`   // the invalid fields of a blocked call, else all fields; at most 100
	Broken           []string                   `json:"broken,omitempty"` // violated constraints of a blocked call; at most 100
	Result           json.RawMessage            `json:"mcp_result"`       // null if the tool did not run
}

const (
	maxQuery  = 2 << 10
	maxResult = 16 << 10
	maxField  = 256
	maxFields = 100
)

// newRow returns the row of a record. It copies all values and bounds their size.
func newRow(r preflight.Record) Row {
	row := Row{
		CreatedAt: r.Started, Thread: identifier(r.Thread), Point: identifier(r.Point), Query: sanitizeText(r.Query, maxQuery),
		CallID: identifier(r.CallID), Tool: identifier(r.Tool), Attempt: r.Attempt, Write: r.Write,
		Outcome:          preflight.Outcome(identifier(string(r.Outcome))),
		WriteToolResults: []WriteToolResult{}, Guardrails: []string{}, ToolsUsed: []string{}, ToolsFailed: []string{},
		DurationMS: float64(max(r.Duration, 0).Microseconds()) / 1000,
	}
	if row.CreatedAt.IsZero() {
		row.CreatedAt = time.Now().Add(-max(r.Duration, 0))
	}
	if row.Point == "" {
		row.Point = row.CallID
	}
	status := preflight.Passed
	switch {
	case isBlocked(r.Outcome):
		status = preflight.Blocked
	case r.Outcome == preflight.OutcomeAborted:
		status = Aborted
	}
	if r.Write {
		of := WriteToolResult{Tool: row.Tool, ValidationStatus: status, FieldsChecked: fields(r.Fields), Result: result(r.Result)}
		row.WriteToolResults = []WriteToolResult{of}
		if status == preflight.Blocked {
			row.Guardrails = []string{WritePreflightBlock}
			row.WriteToolResults[0].Broken = fields(r.Broken)
		}
	}
	if r.Outcome.Ran() {
		row.ToolsUsed = []string{row.Tool}
	}
	if r.Outcome == preflight.OutcomeFailed || isBlocked(r.Outcome) {
		row.ToolsFailed = []string{row.Tool}
	}
	return row
}

// isBlocked reports whether a call was invalid.
func isBlocked(o preflight.Outcome) bool {
	return o == preflight.OutcomeBlocked || o == preflight.OutcomeHandBack
}

func fields(names []string) []string {
	out := make([]string, 0, min(len(names), maxFields))
	for _, name := range names[:cap(out)] {
		out = append(out, sanitizeText(name, maxField))
	}
	return out
}
