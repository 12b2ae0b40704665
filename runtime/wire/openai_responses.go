package wire

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/toolgen/toolgen/runtime"
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
			Name: safeName(call.Name, "", maxOpenAIName), Arguments: string(Arguments(call)),
		})
	}
	return items
}

// ParseOpenAIResponses reads the calls of a response, of a list of its output items, or of one
// item. The calls' ids are their call_ids. An error of the API is an [*APIError], and a response
// without calls that was cut off or refused a [*StopError].
func ParseOpenAIResponses(data []byte) ([]runtime.ToolCall, error) {
	type item struct {
		Type      string          `json:"type"`
		ID        string          `json:"id"`
		CallID    string          `json:"call_id"`
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		Status    string          `json:"status"`
		Content   json.RawMessage `json:"content"` // of a message
	}
	var body struct {
		item
		Output     []item `json:"output"`
		Incomplete struct {
			Reason string `json:"reason"`
		} `json:"incomplete_details"`
	}
	var items []item
	if _, list := isList(data); list {
		if err := json.Unmarshal(data, &items); err != nil {
			return nil, misread(ofResponses, err)
		}
	} else {
		keys, err := open(data, ofResponses)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &body); err != nil {
			return nil, misread(ofResponses, err)
		}
		switch _, list := isList(keys["output"]); {
		case list:
			items = body.Output
		case body.Type != "" && body.Type != "message" || hasBlock(keys["content"], "output_text") || hasBlock(keys["content"], "refusal"):
			items = []item{body.item}
		default:
			return nil, unlike(ofResponses, keys)
		}
	}
	var calls []runtime.ToolCall
	for _, it := range items {
		if it.Type != "function_call" {
			continue
		}
		// The API knows no stop reason. A reason for being incomplete is one, unless the item says of
		// itself that it is complete; else a status is all that there is, and "incomplete" is what a
		// cut-off call has.
		stop := body.Incomplete.Reason
		if stop == "" || it.Status == "completed" {
			stop = it.Status
		}
		calls = append(calls, runtime.ToolCall{ID: it.CallID, Name: it.Name, Arguments: written(it.Arguments), StopReason: stop})
	}
	if len(calls) == 0 {
		stop := cmp.Or(body.Incomplete.Reason, body.Status)
		if slices.ContainsFunc(items, func(it item) bool { return hasBlock(it.Content, "refusal") }) {
			stop = "refusal"
		}
		return nil, stopped(stop)
	}
	return identify(finished(calls), data), nil
}
