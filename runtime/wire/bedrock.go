package wire

import (
	"cmp"
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// BedrockMessage is a message of Converse: the user's with the results of calls, or the assistant's with
// the calls. InvokeModel with Nova takes the same.
type BedrockMessage struct {
	Role    string         `json:"role"`
	Content []BedrockBlock `json:"content"`
}

// BedrockBlock is a block of a message; one of its members is set.
type BedrockBlock struct {
	ToolUse    *BedrockToolUse    `json:"toolUse,omitempty"`
	ToolResult *BedrockToolResult `json:"toolResult,omitempty"`
	Text       string             `json:"text,omitempty"`
}

// BedrockToolUse is a call.
type BedrockToolUse struct {
	ToolUseID string          `json:"toolUseId"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
}

// BedrockToolResult answers a call. Status is "error" where the call failed, else it is left out: not all models
// know it.
type BedrockToolResult struct {
	ToolUseID string        `json:"toolUseId"`
	Content   []BedrockText `json:"content"`
	Status    string        `json:"status,omitempty"`
}

// BedrockText is a text in a result.
type BedrockText struct {
	Text string `json:"text"`
}

// BedrockAnswers is the user's message that answers the assistant's calls, all of them, as the API demands.
func BedrockAnswers(answers []Answer) BedrockMessage {
	message := BedrockMessage{Role: "user", Content: []BedrockBlock{}}
	for _, a := range answers {
		text := withNote(Text(a.Output), Note(a.Output))
		result := BedrockToolResult{ToolUseID: a.Call.ID, Content: []BedrockText{{cmp.Or(text, `""`)}}} // the API refuses blank texts
		if Failed(a.Output) {
			result.Status = "error"
		}
		message.Content = append(message.Content, BedrockBlock{ToolResult: &result})
	}
	return message
}

// BedrockCalls is the assistant's message that makes the calls, safe to be sent back.
func BedrockCalls(calls []runtime.ToolCall) BedrockMessage {
	message := BedrockMessage{Role: "assistant", Content: []BedrockBlock{}}
	for _, call := range distinct(calls) {
		message.Content = append(message.Content, BedrockBlock{ToolUse: &BedrockToolUse{
			ToolUseID: call.ID, Name: projection.OpenAI.ToolName(call.Name), Input: Arguments(call),
		}})
	}
	return message
}

// ParseBedrock reads the calls of a response of Converse, or of InvokeModel with Nova, or of a message. An exception is an
// [*APIError], and a response without calls that was cut off or refused, or that announces some, a [*StopError].
func ParseBedrock(data []byte) ([]runtime.ToolCall, error) {
	return parseWhole(BedrockConverse, data, "output", "content", `{"output":{"message":`, `}}`)
}

// parseWhole reads the calls of an answer that is not streamed and has a key, or of a message that has another one and is
// put into such an answer.
func parseWhole(f Format, data []byte, key, ofMessage, before, after string) ([]runtime.ToolCall, error) {
	of := f.reader().of
	keys, err := open(data, of)
	if err != nil {
		return nil, err
	}
	answer := data
	switch {
	case keys[key] != nil:
	case keys[ofMessage] == nil || keys["choices"] != nil || keys["stop_reason"] != nil:
		return nil, unlike(of, keys)
	default:
		answer = append(append([]byte(before), data...), after...)
	}
	s := NewStream(f)
	if err := s.Feed(answer); err != nil {
		return nil, err
	}
	turn, err := s.Close()
	if err != nil {
		return nil, err
	}
	r := reading{of: of, stop: turn.StopReason, calls: append(turn.Calls, turn.Unfinished...), rest: data}
	for i := range r.calls {
		r.calls[i].ID = providerID(r.calls[i].ID) // ours are made of the data as it came
	}
	return r.result(data)
}
