package wire

import (
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// AnthropicMessage is a turn of the Messages API: the user's with the results of calls, or the
// assistant's with the calls.
type AnthropicMessage struct {
	Role    string           `json:"role"`
	Content []AnthropicBlock `json:"content"`
}

// AnthropicBlock is a block of a turn's content: a tool_result, a tool_use or a text.
type AnthropicBlock struct {
	Type string `json:"type"`

	ToolUseID string  `json:"tool_use_id,omitempty"` // of a tool_result
	Content   *string `json:"content,omitempty"`
	IsError   bool    `json:"is_error,omitempty"`

	ID    string          `json:"id,omitempty"` // of a tool_use
	Name  string          `json:"name,omitempty"`
	Input json.RawMessage `json:"input,omitempty"`

	Text string `json:"text,omitempty"` // of a text
}

// AnthropicAnswers is the user's turn that answers the assistant's calls. All results are in one
// turn, and first in it, as the API demands; texts, if any, follow them.
func AnthropicAnswers(answers []Answer, texts ...string) AnthropicMessage {
	turn := AnthropicMessage{Role: "user", Content: []AnthropicBlock{}}
	for _, a := range answers {
		content := withNote(Text(a.Output), Note(a.Output))
		turn.Content = append(turn.Content, AnthropicBlock{
			Type: "tool_result", ToolUseID: a.Call.ID, Content: &content, IsError: Failed(a.Output),
		})
	}
	for _, text := range texts {
		if text != "" { // the API refuses empty text blocks
			turn.Content = append(turn.Content, AnthropicBlock{Type: "text", Text: text})
		}
	}
	return turn
}

// AnthropicCalls is the assistant's turn that makes the calls, safe to be sent back.
func AnthropicCalls(calls []runtime.ToolCall) AnthropicMessage {
	turn := AnthropicMessage{Role: "assistant", Content: []AnthropicBlock{}}
	for _, call := range distinct(calls) {
		turn.Content = append(turn.Content, AnthropicBlock{
			Type: "tool_use", ID: call.ID, Name: projection.Anthropic.ToolName(call.Name), Input: Arguments(call),
		})
	}
	return turn
}

// ParseAnthropic reads the calls of a message. An error of the API is an [*APIError], and a message
// without calls that was cut off or refused, or that announces some, a [*StopError]. A call at the end of
// a message that was cut off is a part, even where its input is an object: its arguments have no end.
func ParseAnthropic(data []byte) ([]runtime.ToolCall, error) {
	var body struct {
		Content    json.RawMessage `json:"content"`
		StopReason string          `json:"stop_reason"`
	}
	var blocks []json.RawMessage
	keys, err := open(data, ofAnthropic)
	if err != nil {
		return nil, err
	}
	if keys["content"] == nil || keys["tool_calls"] != nil || keys["choices"] != nil {
		return nil, unlike(ofAnthropic, keys)
	}
	err = json.Unmarshal(data, &body)
	if err == nil && body.Content[0] != '[' && body.Content[0] != '"' {
		return nil, fmt.Errorf("wire: not %s: its content is neither blocks nor a text", ofAnthropic)
	}
	if err == nil && body.Content[0] == '[' { // else it is a text
		err = json.Unmarshal(body.Content, &blocks)
	}
	if err != nil {
		return nil, misread(ofAnthropic, err)
	}
	r := reading{of: ofAnthropic, stop: body.StopReason, rest: data}
	for _, raw := range blocks {
		r.parsed = false
		if typeOf(raw) == "tool_use" {
			r.add(raw, "")
		}
	}
	return r.result(data)
}
