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

// OpenAIFunctionOutput is the input item of the Responses API that answers a call. CallID is the
// call's call_id, which is not the id of the item that made the call. The API has no flag for errors.
type OpenAIFunctionOutput struct {
	Type   string `json:"type"`
	CallID string `json:"call_id"`
	Output string `json:"output"`
}

// OpenAIFunctionCall is the item of the Responses API that makes a call. Arguments is JSON in a
// string.
type OpenAIFunctionCall struct {
	Type      string `json:"type"`
	CallID    string `json:"call_id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// OpenAIResponsesAnswers are the items that answer a response's calls, one for each.
func OpenAIResponsesAnswers(answers []Answer) []OpenAIFunctionOutput {
	items := make([]OpenAIFunctionOutput, len(answers))
	for i, a := range answers {
		items[i] = OpenAIFunctionOutput{Type: "function_call_output", CallID: a.Call.ID, Output: flagged(a.Output)}
	}
	return items
}

// OpenAIResponsesCalls are the items that make the calls, safe to be sent back.
func OpenAIResponsesCalls(calls []runtime.ToolCall) []OpenAIFunctionCall {
	items := []OpenAIFunctionCall{}
	for _, call := range distinct(calls) {
		items = append(items, OpenAIFunctionCall{
			Type: "function_call", CallID: call.ID,
			Name: projection.OpenAI.ToolName(call.Name), Arguments: string(Arguments(call)),
		})
	}
	return items
}

// ParseOpenAIResponses reads the calls of a response, of a list of its output items, of one item, or of
// the event that holds one of these and ends it (response.completed, response.output_item.done). The calls'
// ids are their call_ids. An error of the API is an [*APIError], and a response without calls that was cut
// off or refused, or that is not there yet, a [*StopError].
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
		keys, err := open(data, ofResponses)
		if err != nil {
			return nil, err
		}
		if kind := typeOf(data); strings.HasPrefix(kind, "response.") {
			if raw, err = ofEvent(kind, keys); err != nil {
				return nil, err
			}
			if keys, err = open(raw, ofResponses); err != nil {
				return nil, err
			}
		}
		if err := json.Unmarshal(raw, &body); err != nil {
			return nil, misread(ofResponses, err)
		}
		switch _, list := isList(keys["output"]); {
		case list:
			raw = keys["output"]
		case body.Type != "" && body.Type != "message" || hasBlock(keys["content"], "output_text") || hasBlock(keys["content"], "refusal"):
			body.Status = "" // the item's
			raw = slices.Concat([]byte("["), raw, []byte("]"))
		default:
			return nil, unlike(ofResponses, keys)
		}
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, misread(ofResponses, err)
	}
	r := reading{of: ofResponses, rest: raw}
	refused := false
	for _, item := range items {
		var it struct {
			Type      string          `json:"type"`
			Status    string          `json:"status"`
			Arguments json.RawMessage `json:"arguments"`
			Content   json.RawMessage `json:"content"` // of a message
		}
		if err := json.Unmarshal(item, &it); err != nil {
			return nil, misread(ofResponses, err)
		}
		r.parsed = false
		switch it.Type {
		case "function_call":
			if it.Status == "in_progress" && body.Status != "completed" && !json.Valid([]byte(written(it.Arguments))) {
				r.fault("a call that the model is still writing")
			}
			// The API knows no stop reason. A reason for being incomplete is one, unless the item says of
			// itself that it is complete; else a status is all that there is, and "incomplete" is what a
			// cut-off call has.
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

// ofEvent is the response or item that an event of a stream holds, where that is at its end.
func ofEvent(kind string, event map[string]json.RawMessage) (json.RawMessage, error) {
	switch kind {
	case "response.completed", "response.incomplete", "response.failed":
		return event["response"], nil
	case "response.output_item.done":
		return event["item"], nil
	}
	return nil, fmt.Errorf("wire: not %s: it is the event %s of a stream; the calls are in response.completed and in response.output_item.done", ofResponses, quote(kind))
}
