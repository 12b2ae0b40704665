package wire

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// GeminiContent is a turn: the user's with the responses of functions, or the model's with the calls.
type GeminiContent struct {
	Role  string       `json:"role"`
	Parts []GeminiPart `json:"parts"`
}

// GeminiPart is a part of a turn; one of its members is set.
type GeminiPart struct {
	FunctionCall     *GeminiCall     `json:"functionCall,omitempty"`
	FunctionResponse *GeminiResponse `json:"functionResponse,omitempty"`
}

// GeminiCall is a call. Many versions of the API give no id.
type GeminiCall struct {
	ID   string          `json:"id,omitempty"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

// GeminiResponse answers a call. Name is that of the call.
type GeminiResponse struct {
	ID       string       `json:"id,omitempty"`
	Name     string       `json:"name"`
	Response GeminiResult `json:"response"`
}

// GeminiResult has either an output or an error; the API takes an object without these keys for an
// output as a whole. Note is what is said beside an output.
type GeminiResult struct {
	Output json.RawMessage `json:"output,omitempty"`
	Error  string          `json:"error,omitempty"`
	Note   string          `json:"note,omitempty"`
}

// GeminiAnswers is the turn that answers the model's calls. It must follow the turn with the calls
// directly.
func GeminiAnswers(answers []Answer) GeminiContent {
	turn := GeminiContent{Role: "user", Parts: []GeminiPart{}}
	for _, a := range answers {
		r := GeminiResponse{ID: providerID(a.Call.ID), Name: projection.Gemini.ToolName(a.Call.Name)}
		if Failed(a.Output) {
			r.Response.Error = errorText(a.Output)
		} else {
			r.Response.Output, r.Response.Note = Payload(a.Output), Note(a.Output)
		}
		turn.Parts = append(turn.Parts, GeminiPart{FunctionResponse: &r})
	}
	return turn
}

// GeminiCalls is the model's turn that makes the calls, safe to be sent back.
func GeminiCalls(calls []runtime.ToolCall) GeminiContent {
	turn := GeminiContent{Role: "model", Parts: []GeminiPart{}}
	for _, call := range distinct(calls) {
		turn.Parts = append(turn.Parts, GeminiPart{FunctionCall: &GeminiCall{
			ID: providerID(call.ID), Name: projection.Gemini.ToolName(call.Name), Args: Arguments(call),
		}})
	}
	return turn
}

// ParseGemini reads the calls of a response, or of a turn of the model. Of several candidates
// the first counts. Calls that have no id get one. An error of the API is an [*APIError], and a
// response that was blocked, that holds a malformed call, or that was cut off without one a [*StopError].
func ParseGemini(data []byte) ([]runtime.ToolCall, error) {
	type content struct {
		Parts []struct {
			Camel json.RawMessage `json:"functionCall"`
			Snake json.RawMessage `json:"function_call"` // as some client libraries write it
		} `json:"parts"`
	}
	type candidate struct {
		Content      content `json:"content"`
		FinishReason string  `json:"finishReason"`
	}
	var body struct {
		content
		Candidates []candidate `json:"candidates"`
		Feedback   struct {
			BlockReason string `json:"blockReason"`
		} `json:"promptFeedback"`
	}
	keys, err := open(data, ofGemini)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &body); err != nil {
		return nil, misread(ofGemini, err)
	}
	turn, r := body.content, reading{of: ofGemini, rest: data}
	switch {
	case len(body.Candidates) > 0:
		turn, r.stop, r.rest = body.Candidates[0].Content, body.Candidates[0].FinishReason, firstItem(keys["candidates"])
	case body.Feedback.BlockReason != "":
		return nil, &StopError{Reason: clip(body.Feedback.BlockReason, maxQuoted)}
	case keys["candidates"] != nil || keys["promptFeedback"] != nil:
		return nil, fmt.Errorf("wire: not %s: it has no candidates", ofGemini)
	case keys["parts"] == nil:
		return nil, unlike(ofGemini, keys)
	}
	for _, p := range turn.Parts {
		r.parsed = false
		if raw := cmp.Or(string(p.Camel), string(p.Snake)); raw != "" && raw != "null" {
			r.add(json.RawMessage(raw), "{}") // the API leaves out args that are empty
		}
	}
	return r.result(data)
}
