package agent

import (
	"context"
	"encoding/json"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// Anthropic is a model behind the Messages API. Key and address come from ANTHROPIC_API_KEY and
// ANTHROPIC_BASE_URL.
type Anthropic struct {
	Name  string // of the model
	Tools *runtime.Toolset
}

// Next implements [Model].
func (m Anthropic) Next(ctx context.Context, conversation []Message) (Reply, error) {
	text := func(role, s string) wire.AnthropicMessage {
		return wire.AnthropicMessage{Role: role, Content: []wire.AnthropicBlock{{Type: "text", Text: s}}}
	}
	var messages []wire.AnthropicMessage
	for _, entry := range conversation {
		switch {
		case entry.Person != "":
			messages = append(messages, text("user", entry.Person))
		case entry.System != "":
			messages = append(messages, text("user", entry.System))
		case entry.Model == nil:
			messages = append(messages, wire.AnthropicAnswers(entry.Answers))
		case len(entry.Model.Calls) > 0:
			messages = append(messages, wire.AnthropicCalls(entry.Model.Calls))
		default:
			messages = append(messages, text("assistant", entry.Model.Text))
		}
	}
	type tool struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		InputSchema json.RawMessage `json:"input_schema"`
	}
	var tools []tool
	for _, t := range m.Tools.Tools() {
		spec := t.Spec()
		tools = append(tools, tool{spec.Name, spec.Description, json.RawMessage(spec.InputSchema)})
	}
	client := anthropic.NewClient()
	answer, err := client.Messages.New(ctx, anthropic.MessageNewParams{Model: anthropic.Model(m.Name), MaxTokens: 2048},
		option.WithJSONSet("system", instructions), option.WithJSONSet("messages", messages), option.WithJSONSet("tools", tools))
	if err != nil {
		return Reply{}, err
	}
	calls, err := wire.ParseAnthropic([]byte(answer.RawJSON()))
	reply := Reply{Calls: calls}
	for _, block := range answer.Content {
		reply.Text += block.Text
	}
	return reply, err
}
