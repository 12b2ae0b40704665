package agent

import (
	"context"
	"encoding/json"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// OpenAI is a model behind the Chat Completions API, of OpenAI or of a server that speaks the
// same. Key and address come from OPENAI_API_KEY and OPENAI_BASE_URL.
type OpenAI struct {
	Name  string // of the model
	Tools *runtime.Toolset
}

// Next implements [Model].
func (m OpenAI) Next(ctx context.Context, conversation []Message) (Reply, error) {
	text := func(role, s string) wire.OpenAIChatMessage { return wire.OpenAIChatMessage{Role: role, Content: &s} }
	messages := []wire.OpenAIChatMessage{text("system", instructions)}
	for _, entry := range conversation {
		switch {
		case entry.Person != "":
			messages = append(messages, text("user", entry.Person))
		case entry.System != "":
			messages = append(messages, text("system", entry.System))
		case entry.Model == nil:
			messages = append(messages, wire.OpenAIChatAnswers(entry.Answers)...)
		case len(entry.Model.Calls) > 0:
			messages = append(messages, wire.OpenAIChatCalls(entry.Model.Calls))
		default:
			messages = append(messages, text("assistant", entry.Model.Text))
		}
	}
	type function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
	}
	type tool struct {
		Type     string   `json:"type"`
		Function function `json:"function"`
	}
	var tools []tool
	for _, t := range m.Tools.Tools() {
		spec := t.Spec()
		tools = append(tools, tool{"function", function{spec.Name, spec.Description, json.RawMessage(spec.InputSchema)}})
	}
	client := openai.NewClient()
	// The messages are toolgen's: they answer each call once, and replay no broken arguments.
	answer, err := client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{Model: m.Name},
		option.WithJSONSet("messages", messages), option.WithJSONSet("tools", tools))
	if err != nil {
		return Reply{}, err
	}
	calls, err := wire.ParseOpenAIChat([]byte(answer.RawJSON()))
	reply := Reply{Calls: calls}
	if len(answer.Choices) > 0 {
		reply.Text = answer.Choices[0].Message.Content
	}
	return reply, err
}
