package agent

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/anthropics/anthropic-sdk-go/v2"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolblock"
	"github.com/toolgen/toolgen/runtime/wire"
)

// instructions is the system prompt for real models.
const instructions = `You keep the books of a small company through tools.
Call tools to look things up and to make entries. Never invent an id: look it up, or ask.
When a call is refused, the answer says what is wrong with it: mend that and call again.
Say that something is done only after a tool has confirmed it. Answer briefly.`

// maxRetries limits the retries of a request that the provider could not answer.
const maxRetries = 1

// convert writes a conversation in a provider's format. system is the role for messages of the system.
func convert[M any](conversation []Message, system string, text func(role, s string) M,
	calls func([]runtime.ToolCall) M, answers func([]wire.Answer) []M) (messages []M) {
	for _, entry := range conversation {
		switch {
		case entry.Person != "":
			messages = append(messages, text("user", entry.Person))
		case entry.System != "":
			messages = append(messages, text(system, entry.System))
		case entry.Model == nil:
			messages = append(messages, answers(entry.Answers)...)
		case len(entry.Model.Calls) > 0:
			messages = append(messages, calls(entry.Model.Calls))
		default:
			messages = append(messages, text("assistant", entry.Model.Text))
		}
	}
	return messages
}

// OpenAI is a model of OpenAI, or of another server with the Chat Completions API. Key and address come from
// OPENAI_API_KEY and OPENAI_BASE_URL.
type OpenAI struct {
	Name  string // of the model
	Tools *runtime.Toolset
}

// Next implements [Model].
func (m OpenAI) Next(ctx context.Context, conversation []Message, show func(text string)) (Reply, error) {
	var offered wire.Offered
	text := func(role, s string) wire.OpenAIChatMessage { return wire.OpenAIChatMessage{Role: role, Content: &s} }
	tools, err := wire.OpenAIChatTools(m.Tools, wire.Strict(&offered))
	if err != nil {
		return Reply{}, err
	}
	calls := func(calls []runtime.ToolCall) wire.OpenAIChatMessage {
		return wire.OpenAIChatCalls(offered.AsOffered(calls))
	}
	messages := append([]wire.OpenAIChatMessage{text("system", instructions)},
		convert(conversation, "system", text, calls, wire.OpenAIChatAnswers)...)
	client := openai.NewClient(option.WithMaxRetries(maxRetries))
	// toolgen builds the messages: each call is answered once, and broken arguments are not replayed.
	stream := client.Chat.Completions.NewStreaming(ctx, openai.ChatCompletionNewParams{Model: m.Name},
		option.WithJSONSet("messages", messages), option.WithJSONSet("tools", tools))
	defer func() { _ = stream.Close() }()
	reply, err := streamed(wire.OpenAIChat, stream, func() string { return stream.Current().RawJSON() }, show, &offered)
	if err != nil || len(reply.Calls) > 0 {
		return reply, err
	}
	return fromText(ctx, m.Tools, reply.Text)
}

// streamed reads a streamed answer. A truncated call is part of the reply: the gate answers it with a hint.
func streamed(format wire.Format, events interface {
	Next() bool
	Err() error
}, current func() string, show func(text string), offered *wire.Offered) (Reply, error) {
	stream := wire.NewStream(format)
	for events.Next() && stream.Feed([]byte(current())) == nil {
		for delta, ok := stream.Next(); ok; delta, ok = stream.Next() {
			if delta.Text != "" {
				show(delta.Text)
			}
		}
	}
	turn, err := stream.Close()
	// The request may have been rejected, or the connection broken.
	return Reply{Text: turn.Text, Calls: offered.Restore(append(turn.Calls, turn.Unfinished...))}, cmp.Or(events.Err(), err)
}

// fromText extracts calls that a model wrote into its text as fenced blocks, as small models do even if they
// have the tools. The gate finds what is wrong with a call.
func fromText(ctx context.Context, tools *runtime.Toolset, text string) (reply Reply, err error) {
	blocks, err := toolblock.New(tools)
	if err != nil {
		return reply, err
	}
	stream := blocks.Stream(func(e toolblock.Event) {
		switch e := e.(type) {
		case toolblock.TextEvent:
			reply.Text += e.Text
		case toolblock.BlockEvent:
			args := e.JSON
			var members map[string]json.RawMessage
			if json.Unmarshal([]byte(args), &members) == nil {
				delete(members, "tool")
				bare, _ := json.Marshal(members) // cannot fail: these were just parsed
				args = string(bare)
			}
			reply.Calls = append(reply.Calls, call(e.ToolType, args).Calls...)
		}
	})
	return reply, errors.Join(stream.Feed(ctx, text), stream.End(ctx))
}

// Anthropic is a model with the Messages API. Key and address come from ANTHROPIC_API_KEY and ANTHROPIC_BASE_URL.
type Anthropic struct {
	Name  string // of the model
	Tools *runtime.Toolset
}

// Next implements [Model].
func (m Anthropic) Next(ctx context.Context, conversation []Message, show func(text string)) (Reply, error) {
	var offered wire.Offered
	text := func(role, s string) wire.AnthropicMessage {
		return wire.AnthropicMessage{Role: role, Content: []wire.AnthropicBlock{{Type: "text", Text: s}}}
	}
	answers := func(a []wire.Answer) []wire.AnthropicMessage {
		return []wire.AnthropicMessage{wire.AnthropicAnswers(a)}
	}
	tools, err := wire.AnthropicTools(m.Tools, wire.Strict(&offered))
	if err != nil {
		return Reply{}, err
	}
	calls := func(calls []runtime.ToolCall) wire.AnthropicMessage {
		return wire.AnthropicCalls(offered.AsOffered(calls))
	}
	messages := convert(conversation, "user", text, calls, answers)
	client := anthropic.NewClient(anthropicoption.WithMaxRetries(maxRetries))
	stream := client.Messages.NewStreaming(ctx, anthropic.MessageNewParams{Model: anthropic.Model(m.Name), MaxTokens: 2048},
		anthropicoption.WithJSONSet("system", instructions), anthropicoption.WithJSONSet("messages", messages), anthropicoption.WithJSONSet("tools", tools))
	defer func() { _ = stream.Close() }()
	return streamed(wire.Anthropic, stream, func() string { return stream.Current().RawJSON() }, show, &offered)
}
