package wire

import (
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// maxOpenAIName is the length of a function's name that OpenAI takes.
const maxOpenAIName = 64

// OpenAIChatMessage is a message of Chat Completions: the answer to a call (role tool), or the
// assistant's calls. The API has no flag for errors.
type OpenAIChatMessage struct {
	Role       string           `json:"role"`
	ToolCallID string           `json:"tool_call_id,omitempty"`
	Content    *string          `json:"content"` // null in a message of calls
	ToolCalls  []OpenAIChatCall `json:"tool_calls,omitempty"`
}

// OpenAIChatCall is a call in an assistant's message.
type OpenAIChatCall struct {
	ID       string             `json:"id"`
	Type     string             `json:"type"`
	Function OpenAIChatFunction `json:"function"`
}

// OpenAIChatFunction names the function that is called. Arguments is JSON in a string.
type OpenAIChatFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// OpenAIChatAnswers are the messages that answer an assistant's calls, one for each.
func OpenAIChatAnswers(answers []Answer) []OpenAIChatMessage {
	messages := make([]OpenAIChatMessage, len(answers))
	for i, a := range answers {
		content := flagged(a.Output)
		messages[i] = OpenAIChatMessage{Role: "tool", ToolCallID: a.Call.ID, Content: &content}
	}
	return messages
}

// OpenAIChatCalls is the assistant's message that makes the calls, safe to be sent back.
func OpenAIChatCalls(calls []runtime.ToolCall) OpenAIChatMessage {
	message := OpenAIChatMessage{Role: "assistant"}
	for _, call := range distinct(calls) {
		message.ToolCalls = append(message.ToolCalls, OpenAIChatCall{
			ID: call.ID, Type: "function",
			Function: OpenAIChatFunction{Name: safeName(call.Name, "", maxOpenAIName), Arguments: string(Arguments(call))},
		})
	}
	return message
}

// ParseOpenAIChat reads the calls of a completion, or of an assistant's message. Of several
// choices the first counts.
func ParseOpenAIChat(data []byte) ([]runtime.ToolCall, error) {
	type message struct {
		ToolCalls []struct {
			ID       string `json:"id"`
			Type     string `json:"type"`
			Function *struct {
				Name      string          `json:"name"`
				Arguments json.RawMessage `json:"arguments"`
			} `json:"function"`
		} `json:"tool_calls"`
	}
	var body struct {
		message
		Choices []struct {
			Message      message `json:"message"`
			FinishReason string  `json:"finish_reason"`
		} `json:"choices"`
	}
	if err := json.Unmarshal(data, &body); err != nil {
		return nil, fmt.Errorf("wire: not a message of OpenAI Chat Completions: %w", err)
	}
	m, stop := body.message, ""
	if len(body.Choices) > 0 {
		m, stop = body.Choices[0].Message, body.Choices[0].FinishReason
	}
	var calls []runtime.ToolCall
	for _, c := range m.ToolCalls {
		if c.Function == nil || c.Type != "" && c.Type != "function" {
			continue
		}
		calls = append(calls, runtime.ToolCall{ID: c.ID, Name: c.Function.Name, Arguments: written(c.Function.Arguments), StopReason: stop})
	}
	return identify(calls), nil
}
