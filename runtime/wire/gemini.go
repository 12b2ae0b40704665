package wire

import (
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// GeminiContent is a turn: a user turn with function responses, or a model turn with calls.
type GeminiContent struct {
	Role  string       `json:"role"`
	Parts []GeminiPart `json:"parts"`
}

// GeminiPart is a part of a turn. Exactly one member is set.
type GeminiPart struct {
	FunctionCall     *GeminiCall     `json:"functionCall,omitempty"`
	FunctionResponse *GeminiResponse `json:"functionResponse,omitempty"`
}

// GeminiCall is a call. Many API versions omit the id.
type GeminiCall struct {
	ID   string          `json:"id,omitempty"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

// GeminiResponse answers a call. Name is the name of the called function.
type GeminiResponse struct {
	ID       string       `json:"id,omitempty"`
	Name     string       `json:"name"`
	Response GeminiResult `json:"response"`
}

// GeminiResult holds either an output or an error. The API treats an object without these keys as the output.
// Note accompanies an output, see [Note].
type GeminiResult struct {
	Output json.RawMessage `json:"output,omitempty"`
	Error  string          `json:"error,omitempty"`
	Note   string          `json:"note,omitempty"`
}

// GeminiAnswers returns the turn that answers the calls. It must directly follow the turn with the calls.
func GeminiAnswers(answers []Answer) GeminiContent {
	return GeminiContent{Role: "user", Parts: each(answers, func(a Answer) GeminiPart {
		r := GeminiResponse{ID: providerID(a.Call.ID), Name: projection.Gemini.ToolName(a.Call.Name)}
		if Failed(a.Output) {
			r.Response.Error = errorText(a.Output)
		} else {
			r.Response.Output, r.Response.Note = Payload(a.Output), Note(a.Output)
		}
		return GeminiPart{FunctionResponse: &r}
	})}
}

// GeminiCalls returns the model turn with the calls, sanitized for replay.
func GeminiCalls(calls []runtime.ToolCall) GeminiContent {
	return GeminiContent{Role: "model", Parts: each(uniqueCalls(calls), func(call runtime.ToolCall) GeminiPart {
		return GeminiPart{FunctionCall: &GeminiCall{
			ID: providerID(call.ID), Name: projection.Gemini.ToolName(call.Name), Args: Arguments(call),
		}}
	})}
}

// ParseGemini reads the calls of the first candidate of a response, or of a model turn. Calls without an id get
// a generated one. It returns an [*APIError] for an error of the API, and a [*StopError] for a response that
// was blocked, contains a malformed call, or was truncated without a call.
func ParseGemini(data []byte) ([]runtime.ToolCall, error) {
	return parseWhole(Gemini, data, func(body value) (value, error) {
		candidate := body.Get("candidates").First()
		switch blocked := body.Get("promptFeedback", "blockReason").Text(); {
		case candidate != nil:
			return wrap(`{"candidates":[`, candidate, `]}`), nil
		case blocked != "":
			return nil, &StopError{Reason: clip(blocked, maxQuoted)}
		case body.Has("candidates") || body.Has("promptFeedback"):
			return nil, fmt.Errorf("wire: not %s: it has no candidates", nameGemini)
		case !body.Get("parts").Is('['):
			return nil, wrongFormat(nameGemini, body)
		}
		return wrap(`{"candidates":[{"content":`, body, `}]}`), nil
	})
}
