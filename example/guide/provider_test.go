package guide

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/wire"
)

// says is a scripted turn of the model.
type says struct {
	text  string
	calls []runtime.ToolCall
}

// provider is a fake provider that records the request bodies.
type provider struct {
	*httptest.Server
	requests []map[string]any
}

// script returns a provider whose model plays the given turns, streamed or not as requested, in the protocol of
// the Messages API or of Chat Completions.
func script(messages bool, turns ...says) *provider {
	p := &provider{}
	var next atomic.Int32
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request map[string]any
		body, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(body, &request)
		p.requests = append(p.requests, request)
		turn := turns[next.Add(1)-1]
		whole, events := chat(turn)
		if messages {
			whole, events = message(turn)
		}
		if request["stream"] != true {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(whole)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		for _, event := range events {
			text, _ := json.Marshal(event)
			fmt.Fprintf(w, "event: %v\ndata: %s\n\n", event["type"], text)
		}
		if !messages {
			_, _ = io.WriteString(w, "data: [DONE]\n\n")
		}
	}))
	return p
}

type object = map[string]any

// chat returns a turn in Chat Completions, complete and as events that split arguments.
func chat(turn says) (object, []object) {
	event := func(delta object, finish any) object {
		return object{"object": "chat.completion.chunk", "choices": []object{{"index": 0, "delta": delta, "finish_reason": finish}}}
	}
	events, finish, calls := []object{event(object{"role": "assistant", "content": turn.text}, nil)}, "stop", []object{}
	for i, c := range turn.calls {
		finish = "tool_calls"
		calls = append(calls, object{"id": c.ID, "type": "function", "function": object{"name": c.Name, "arguments": c.Arguments}})
		half := len(c.Arguments) / 2
		events = append(events,
			event(object{"tool_calls": []object{{"index": i, "id": c.ID, "type": "function", "function": object{"name": c.Name, "arguments": c.Arguments[:half]}}}}, nil),
			event(object{"tool_calls": []object{{"index": i, "function": object{"arguments": c.Arguments[half:]}}}}, nil))
	}
	said := object{"role": "assistant", "content": turn.text}
	if len(calls) > 0 {
		said["tool_calls"] = calls
	}
	return object{"object": "chat.completion", "choices": []object{{"index": 0, "finish_reason": finish, "message": said}}}, append(events, event(object{}, finish))
}

// message returns a turn in the Messages API.
func message(turn says) (object, []object) {
	start := object{"type": "message_start", "message": object{"id": "m", "type": "message", "role": "assistant", "model": "m", "content": []object{}, "usage": object{}}}
	events, stop, content := []object{start}, "end_turn", []object{}
	block := func(whole, empty object, deltas ...object) {
		i := len(content)
		content = append(content, whole)
		events = append(events, object{"type": "content_block_start", "index": i, "content_block": empty})
		for _, d := range deltas {
			events = append(events, object{"type": "content_block_delta", "index": i, "delta": d})
		}
		events = append(events, object{"type": "content_block_stop", "index": i})
	}
	if turn.text != "" {
		block(object{"type": "text", "text": turn.text}, object{"type": "text", "text": ""}, object{"type": "text_delta", "text": turn.text})
	}
	for _, c := range turn.calls {
		stop = "tool_use"
		half := len(c.Arguments) / 2
		block(object{"type": "tool_use", "id": c.ID, "name": c.Name, "input": json.RawMessage(c.Arguments)}, object{"type": "tool_use", "id": c.ID, "name": c.Name, "input": object{}},
			object{"type": "input_json_delta", "partial_json": c.Arguments[:half]}, object{"type": "input_json_delta", "partial_json": c.Arguments[half:]})
	}
	whole := object{"id": "m", "type": "message", "role": "assistant", "model": "m", "stop_reason": stop, "content": content, "usage": object{}}
	return whole, append(events, object{"type": "message_delta", "delta": object{"stop_reason": stop}, "usage": object{}}, object{"type": "message_stop"})
}

// TestAgents runs one conversation with the official clients of OpenAI and Anthropic, with and without
// streaming.
func TestAgents(t *testing.T) {
	turns := []says{
		{"One moment.", []runtime.ToolCall{{ID: "call_1", Name: "create_payment", Arguments: `{"Amount":1200}`}, {ID: "call_2", Name: "void_invoice", Arguments: `{"InvoiceId":"INV-7"}`}}},
		{"", []runtime.ToolCall{{ID: "call_3", Name: "create_payment", Arguments: `{"AccountId":"BANK-1","Amount":1200,"Applications":[{"InvoiceId":"INV-1","Amount":1200}]}`}}},
		{"Done.", nil},
	}
	type answer func(ctx context.Context, url string, messages []any, tools any) (string, []runtime.ToolCall, error)
	for _, tt := range []struct {
		name   string
		claude bool
		next   answer
	}{
		{"openai whole", false, func(ctx context.Context, url string, messages []any, tools any) (string, []runtime.ToolCall, error) {
			client := openai.NewClient(option.WithBaseURL(url), option.WithAPIKey("key"))
			got, err := client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{Model: "m"}, option.WithJSONSet("messages", messages), option.WithJSONSet("tools", tools))
			if err != nil {
				return "", nil, err
			}
			calls, err := wire.ParseOpenAIChat([]byte(got.RawJSON()))
			return got.Choices[0].Message.Content, calls, err
		}},
		{"openai stream", false, func(ctx context.Context, url string, messages []any, tools any) (string, []runtime.ToolCall, error) {
			client := openai.NewClient(option.WithBaseURL(url), option.WithAPIKey("key"))
			events := client.Chat.Completions.NewStreaming(ctx, openai.ChatCompletionNewParams{Model: "m"}, option.WithJSONSet("messages", messages), option.WithJSONSet("tools", tools))
			return streamed(wire.OpenAIChat, events, func() string { return events.Current().RawJSON() })
		}},
		{"anthropic whole", true, func(ctx context.Context, url string, messages []any, tools any) (string, []runtime.ToolCall, error) {
			client := anthropic.NewClient(anthropicoption.WithBaseURL(url), anthropicoption.WithAPIKey("key"))
			got, err := client.Messages.New(ctx, anthropic.MessageNewParams{Model: "m", MaxTokens: 99}, anthropicoption.WithJSONSet("messages", messages), anthropicoption.WithJSONSet("tools", tools))
			if err != nil {
				return "", nil, err
			}
			calls, err := wire.ParseAnthropic([]byte(got.RawJSON()))
			return got.Content[0].Text, calls, err
		}},
		{"anthropic stream", true, func(ctx context.Context, url string, messages []any, tools any) (string, []runtime.ToolCall, error) {
			client := anthropic.NewClient(anthropicoption.WithBaseURL(url), anthropicoption.WithAPIKey("key"))
			events := client.Messages.NewStreaming(ctx, anthropic.MessageNewParams{Model: "m", MaxTokens: 99}, anthropicoption.WithJSONSet("messages", messages), anthropicoption.WithJSONSet("tools", tools))
			return streamed(wire.Anthropic, events, func() string { return events.Current().RawJSON() })
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx := t.Context()
			set, gate, _, err := bookkeeping(ctx)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = gate.Close() }()
			p := script(tt.claude, turns...)
			defer p.Close()
			var offered wire.Offered
			var tools any
			if tools, err = wire.OpenAIChatTools(set, wire.Strict(&offered)); tt.claude {
				tools, err = wire.AnthropicTools(set, wire.Strict(&offered))
			}
			if err != nil {
				t.Fatal(err)
			}
			turn, messages, said := preflight.Turn{Thread: "t", Query: "Record it."}, []any{object{"role": "user", "content": "Record it."}}, ""
			for {
				text, calls, err := tt.next(ctx, p.URL, messages, tools)
				if err != nil {
					t.Fatal(err)
				}
				if said += text; len(calls) == 0 {
					break
				}
				calls = offered.Restore(calls)
				answers, err := wire.Pair(calls, gate.Calls(ctx, turn, calls))
				if err != nil {
					t.Fatal(err)
				}
				if calls = offered.AsOffered(calls); tt.claude {
					messages = append(messages, wire.AnthropicCalls(calls), wire.AnthropicAnswers(answers))
					continue
				}
				messages = append(messages, wire.OpenAIChatCalls(calls))
				for _, m := range wire.OpenAIChatAnswers(answers) {
					messages = append(messages, m)
				}
			}
			if said != "One moment.Done." || len(p.requests) != len(turns) {
				t.Errorf("said %q in %d requests", said, len(p.requests))
			}
			last, _ := json.Marshal(p.requests[len(turns)-1]["messages"])
			for id, holds := range map[string]string{"call_1": "create_payment was not called", "call_2": "", "call_3": "PAY-1"} {
				if got := strings.Count(string(last), `"`+id+`"`); got != 2 || !strings.Contains(string(last), holds) {
					t.Errorf("%s is there %d times, and should be answered once, with %q: %s", id, got, holds, last)
				}
			}
			if text, _ := json.Marshal(p.requests[0]["tools"]); strings.Count(string(text), `"strict":true`) != 2 {
				t.Errorf("the tools are %s", text)
			}
		})
	}
}

// streamed reads a streamed answer.
func streamed(format wire.Format, events interface {
	Next() bool
	Err() error
}, current func() string) (string, []runtime.ToolCall, error) {
	stream := wire.NewStream(format)
	for events.Next() && stream.Feed([]byte(current())) == nil {
	}
	turn, err := stream.Close()
	if events.Err() != nil {
		err = events.Err()
	}
	return turn.Text, append(turn.Calls, turn.Unfinished...), err
}
