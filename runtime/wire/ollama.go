package wire

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// OllamaMessage is a message of Ollama's /api/chat: the answer to a call (role tool), or the assistant's calls.
// The API has no flag for errors.
type OllamaMessage struct {
	Role       string       `json:"role"`
	Content    string       `json:"content"`
	ToolName   string       `json:"tool_name,omitempty"`
	ToolCallID string       `json:"tool_call_id,omitempty"`
	ToolCalls  []OllamaCall `json:"tool_calls,omitempty"`
}

// OllamaCall is a call in an assistant's message. Many versions of Ollama give no id.
type OllamaCall struct {
	ID       string         `json:"id,omitempty"`
	Function OllamaFunction `json:"function"`
}

// OllamaFunction names the function that is called. Arguments is an object.
type OllamaFunction struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// OllamaAnswers are the messages that answer an assistant's calls, one for each and in the order of the calls.
func OllamaAnswers(answers []Answer) []OllamaMessage {
	messages := make([]OllamaMessage, len(answers))
	for i, a := range answers {
		messages[i] = OllamaMessage{
			Role: "tool", Content: flagged(a.Output),
			ToolName: projection.OpenAI.ToolName(a.Call.Name), ToolCallID: providerID(a.Call.ID),
		}
	}
	return messages
}

// OllamaCalls is the assistant's message that makes the calls, safe to be sent back.
func OllamaCalls(calls []runtime.ToolCall) OllamaMessage {
	message := OllamaMessage{Role: "assistant"}
	for _, call := range distinct(calls) {
		message.ToolCalls = append(message.ToolCalls, OllamaCall{
			ID:       providerID(call.ID),
			Function: OllamaFunction{Name: projection.OpenAI.ToolName(call.Name), Arguments: Arguments(call)},
		})
	}
	return message
}

// ParseOllama reads the calls of a response of /api/chat that is not streamed, or of a message. Calls that have no id get
// one. An error of the server is an [*APIError], and a response without calls that was cut off a [*StopError].
func ParseOllama(data []byte) ([]runtime.ToolCall, error) {
	return parseWhole(Ollama, data, "message", "tool_calls", `{"done":true,"message":`, `}`)
}

// ParseCohere reads the calls of a response of Cohere's Chat, version 2, or of a message. It is answered by
// [OpenAIChatAnswers], whose form Cohere takes. Errors are those of [ParseOpenAIChat].
func ParseCohere(data []byte) ([]runtime.ToolCall, error) {
	return parseWhole(Cohere, data, "message", "tool_calls", `{"message":`, `}`)
}
