package wire

import (
	"bytes"
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// GeminiResultStep is the step of an interaction that answers a call.
type GeminiResultStep struct {
	Type    string          `json:"type"`
	CallID  string          `json:"call_id"`
	Name    string          `json:"name"`
	Result  json.RawMessage `json:"result"`
	IsError bool            `json:"is_error,omitempty"`
}

// GeminiCallStep is the step of an interaction that makes a call.
type GeminiCallStep struct {
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// GeminiInteractionAnswers returns one result step per call.
func GeminiInteractionAnswers(answers []Answer) []GeminiResultStep {
	return each(answers, func(a Answer) GeminiResultStep {
		return GeminiResultStep{
			Type: "function_result", CallID: a.Call.ID, Name: projection.Gemini.ToolName(a.Call.Name),
			Result: show.JSON(withNote(Text(a.Output), Note(a.Output))), IsError: Failed(a.Output),
		}
	})
}

// GeminiInteractionCalls returns the steps with the calls, sanitized for replay.
func GeminiInteractionCalls(calls []runtime.ToolCall) []GeminiCallStep {
	return each(uniqueCalls(calls), func(call runtime.ToolCall) GeminiCallStep {
		return GeminiCallStep{Type: "function_call", ID: call.ID, Name: projection.Gemini.ToolName(call.Name), Arguments: Arguments(call)}
	})
}

// ParseGeminiInteraction reads the calls of an interaction or of a list of its steps. It returns an [*APIError]
// for an error of the API, and a [*StopError] for an interaction without calls that was truncated or failed.
func ParseGeminiInteraction(data []byte) ([]runtime.ToolCall, error) {
	if list := value(bytes.TrimSpace(data)); list.Is('[') && json.Valid(data) {
		data = wrap(`{"status":"completed","steps":`, list, `}`)
	}
	return parseWhole(GeminiInteractions, data, func(body value) (value, error) {
		if !body.Has("steps") {
			return nil, wrongFormat(nameInteraction, body)
		}
		return body, nil
	})
}
