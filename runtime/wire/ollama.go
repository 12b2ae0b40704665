package wire

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// OllamaMessage is a message of Ollama's /api/chat: a tool message that answers a call, or an assistant message
// with calls. The API has no error flag.
type OllamaMessage struct {
	Role       string       `json:"role"`
	Content    string       `json:"content"`
	ToolName   string       `json:"tool_name,omitempty"`
	ToolCallID string       `json:"tool_call_id,omitempty"`
	ToolCalls  []OllamaCall `json:"tool_calls,omitempty"`
}

// OllamaCall is a call in an assistant message. Many Ollama versions omit the id.
type OllamaCall struct {
	ID       string         `json:"id,omitempty"`
	Function OllamaFunction `json:"function"`
}

// OllamaFunction is the called function. Arguments is an object.
type OllamaFunction struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// OllamaAnswers returns one tool message per call, in the order of the calls.
func OllamaAnswers(answers []Answer) []OllamaMessage {
	return each(answers, func(a Answer) OllamaMessage {
		return OllamaMessage{
			Role: "tool", Content: flaggedText(a.Output),
			ToolName: projection.OpenAI.ToolName(a.Call.Name), ToolCallID: providerID(a.Call.ID),
		}
	})
}

// OllamaCalls returns the assistant message with the calls, sanitized for replay.
func OllamaCalls(calls []runtime.ToolCall) OllamaMessage {
	return OllamaMessage{Role: "assistant", ToolCalls: each(uniqueCalls(calls), func(call runtime.ToolCall) OllamaCall {
		return OllamaCall{
			ID:       providerID(call.ID),
			Function: OllamaFunction{Name: projection.OpenAI.ToolName(call.Name), Arguments: Arguments(call)},
		}
	})}
}

// ParseOllama reads the calls of an unstreamed /api/chat response or of a message. Calls without an id get a
// generated one. It returns an [*APIError] for an error of the server, and a [*StopError] for a truncated
// response without calls.
func ParseOllama(data []byte) ([]runtime.ToolCall, error) {
	return parseWhole(Ollama, data, orMessage(nameOllama, "message", "tool_calls", `{"message":`, `}`))
}

// ParseCohere reads the calls of a Cohere Chat v2 response or of a message. Answer it with [OpenAIChatAnswers],
// whose form Cohere accepts. Errors are those of [ParseOpenAIChat].
func ParseCohere(data []byte) ([]runtime.ToolCall, error) {
	return parseWhole(Cohere, data, orMessage(nameCohere, "message", "tool_calls", `{"message":`, `}`))
}
