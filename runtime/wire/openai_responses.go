package wire

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
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
	items := make([]OpenAIFunctionOutput, len(answers))
	for i, a := range answers {
		items[i] = OpenAIFunctionOutput{Type: "function_call_output", CallID: a.Call.ID, Output: flaggedText(a.Output)}
	}
	return items
}

// OpenAIResponsesCalls returns the items of the calls, sanitized for replay.
func OpenAIResponsesCalls(calls []runtime.ToolCall) []OpenAIFunctionCall {
	items := []OpenAIFunctionCall{}
	for _, call := range uniqueCalls(calls) {
		items = append(items, OpenAIFunctionCall{
			Type: "function_call", CallID: call.ID,
			Name: projection.OpenAI.ToolName(call.Name), Arguments: string(Arguments(call)),
		})
	}
	return items
}

// ParseOpenAIResponses reads the calls of a response, of a list of its output items, of one item, or of the
// event that completes one of these (response.completed, response.output_item.done). Call ids are the call_id
// values. It returns an [*APIError] for an error of the API, and a [*StopError] for a response without calls
// that was truncated, refused, or is not ready yet.
func ParseOpenAIResponses(data []byte) ([]runtime.ToolCall, error) {
	var body struct {
		Type       string `json:"type"`
		Status     string `json:"status"`
		Incomplete struct {
			Reason string `json:"reason"`
		} `json:"incomplete_details"`
	}
	raw := json.RawMessage(data)
	if _, list := isList(data); !list {
		keys, err := openBody(data, nameResponses)
		if err != nil {
			return nil, err
		}
		if kind := typeOf(data); strings.HasPrefix(kind, "response.") {
			if raw, err = completedPayload(kind, keys); err != nil {
				return nil, err
			}
			if keys, err = openBody(raw, nameResponses); err != nil {
				return nil, err
			}
		}
		if err := json.Unmarshal(raw, &body); err != nil {
			return nil, decodeError(nameResponses, err)
		}
		switch _, list := isList(keys["output"]); {
		case list:
			raw = keys["output"]
		case body.Type != "" && body.Type != "message" || hasBlock(keys["content"], "output_text") || hasBlock(keys["content"], "refusal"):
			body.Status = "" // status of the item, not of a response
			raw = slices.Concat([]byte("["), raw, []byte("]"))
		default:
			return nil, wrongFormat(nameResponses, keys)
		}
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, decodeError(nameResponses, err)
	}
	r := response{formatName: nameResponses, rest: raw}
	refused := false
	for _, item := range items {
		var it struct {
			Type      string          `json:"type"`
			Status    string          `json:"status"`
			Arguments json.RawMessage `json:"arguments"`
			Content   json.RawMessage `json:"content"` // message items
		}
		if err := json.Unmarshal(item, &it); err != nil {
			return nil, decodeError(nameResponses, err)
		}
		r.parsedArgs = false
		switch it.Type {
		case "function_call":
			if it.Status == "in_progress" && body.Status != "completed" && !json.Valid([]byte(argumentsText(it.Arguments))) {
				r.failf("a call that is still in progress")
			}
			// The API has no stop reason. Use incomplete_details.reason unless the item is marked completed;
			// otherwise only the item's status is known ("incomplete" for a truncated call).
			r.stop = body.Incomplete.Reason
			if r.stop == "" || it.Status == "completed" {
				r.stop = it.Status
			}
			r.add(item, "")
		case "custom_tool_call":
			r.skip(it.Type)
		}
		refused = refused || hasBlock(it.Content, "refusal")
	}
	r.stop = cmp.Or(body.Incomplete.Reason, body.Status)
	if refused && len(r.calls) == 0 {
		r.stop = "refusal"
	}
	return r.result(data)
}

// completedPayload returns the response or item of an event that completes it.
func completedPayload(kind string, event map[string]json.RawMessage) (json.RawMessage, error) {
	switch kind {
	case "response.completed", "response.incomplete", "response.failed":
		return event["response"], nil
	case "response.output_item.done":
		return event["item"], nil
	}
	return nil, fmt.Errorf("wire: not %s: got the stream event %s; calls are in response.completed and response.output_item.done", nameResponses, quote(kind))
}
