package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// OpenAIFunctionOutput is the Responses API input item that answers a call. CallID is the call_id of the call,
// not the id of its item. The API has no error flag.
type OpenAIFunctionOutput struct {
	Type   string `json:"type"`
	CallID string `json:"call_id"`
	Output string `json:"output"`
}

// OpenAIFunctionCall is the Responses API item of a call. Arguments is JSON in a string.
type OpenAIFunctionCall struct {
	Type      string `json:"type"`
	CallID    string `json:"call_id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// OpenAIResponsesAnswers returns one output item per call.
func OpenAIResponsesAnswers(answers []Answer) []OpenAIFunctionOutput {
	return each(answers, func(a Answer) OpenAIFunctionOutput {
		return OpenAIFunctionOutput{Type: "function_call_output", CallID: a.Call.ID, Output: flaggedText(a.Output)}
	})
}

// OpenAIResponsesCalls returns the items of the calls, sanitized for replay.
func OpenAIResponsesCalls(calls []runtime.ToolCall) []OpenAIFunctionCall {
	return each(uniqueCalls(calls), func(call runtime.ToolCall) OpenAIFunctionCall {
		return OpenAIFunctionCall{
			Type: "function_call", CallID: call.ID,
			Name: projection.OpenAI.ToolName(call.Name), Arguments: string(Arguments(call)),
		}
	})
}

// ParseOpenAIResponses reads the calls of a response, of a list of its output items, of one item, or of the
// event that completes one of these (response.completed, response.output_item.done). Call ids are the call_id
// values. It returns an [*APIError] for an error of the API, and a [*StopError] for a response without calls
// that was truncated, refused, or is not ready yet.
func ParseOpenAIResponses(data []byte) ([]runtime.ToolCall, error) {
	if list := value(bytes.TrimSpace(data)); list.Is('[') && json.Valid(data) {
		data = wrap(`{"output":`, list, `}`)
	}
	return parseWhole(OpenAIResponses, data, func(body value) (_ value, err error) {
		if kind := body.Get("type").Text(); strings.HasPrefix(kind, "response.") {
			if body, err = completedPayload(kind, body); err != nil {
				return nil, err
			}
		}
		switch kind, content := body.Get("type").Text(), body.Get("content"); {
		case body.Get("output").Is('['):
			return body, nil
		case kind != "" && kind != "message" || hasBlock(content, "output_text") || hasBlock(content, "refusal"):
			return wrap(`{"output":[`, body, `]}`), nil
		}
		return nil, wrongFormat(nameResponses, body)
	})
}

// completedPayload returns the response or item of an event that completes it.
func completedPayload(kind string, event value) (value, error) {
	switch kind {
	case "response.completed", "response.incomplete", "response.failed":
		return openBody(event.Get("response"), nameResponses)
	case "response.output_item.done":
		return openBody(event.Get("item"), nameResponses)
	}
	const where = "calls are in response.completed and response.output_item.done"
	return nil, fmt.Errorf("wire: not %s: got the stream event %s; %s", nameResponses, quote(kind), where)
}
