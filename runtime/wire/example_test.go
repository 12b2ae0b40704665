package wire_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/wire"
)

// Parse an Anthropic message, run its calls, and answer every one of them in the next turn.
func Example() {
	tools := runtime.NewToolset(runtime.Handle(booktools.GetContacts,
		func(context.Context, *booktools.GetContactsArgs) (*booktools.GetContactsResult, error) {
			return &booktools.GetContactsResult{}, nil
		}))
	response := []byte(`{"role":"assistant","stop_reason":"tool_use","content":[
		{"type":"tool_use","id":"toolu_1","name":"get_contacts","input":{"Search":"Ada"}},
		{"type":"tool_use","id":"toolu_2","name":"get_contact","input":{"Search":"Ada"}}]}`)

	calls, err := wire.ParseAnthropic(response)
	if err != nil {
		fmt.Println(err)
		return
	}
	var outs []runtime.ToolOutput
	for _, call := range calls {
		outs = append(outs, tools.Call(context.Background(), call))
	}
	answers, err := wire.Pair(calls, outs)
	if err != nil {
		fmt.Println(err) // a surplus output; the answers are complete anyway
	}
	for _, block := range wire.AnthropicAnswers(answers).Content {
		fmt.Println(block.Type, block.ToolUseID, block.IsError, *block.Content)
	}
	// Output:
	// tool_result toolu_1 false {}
	// tool_result toolu_2 true There is no tool "get_contact"; did you mean "get_contacts"?
}

// Show text and run calls while the answer arrives. The second call is truncated because the model reached its
// limit; it is answered with a hint, like any invalid call.
func ExampleStream() {
	tools := runtime.NewToolset(runtime.Handle(booktools.GetContacts,
		func(context.Context, *booktools.GetContactsArgs) (*booktools.GetContactsResult, error) {
			return &booktools.GetContactsResult{}, nil
		}))
	body := strings.NewReader(`data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Let me "}}]}

data: {"choices":[{"index":0,"delta":{"content":"look."}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","function":{"name":"get_contacts","arguments":""}}]}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"Search\":\"Ada\"}"}}]}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"call_2","function":{"name":"get_contacts","arguments":"{\"Sea"}}]}}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}

data: [DONE]
`)

	var outs []runtime.ToolOutput
	stream := wire.NewStream(wire.OpenAIChat)
	for delta := range stream.Deltas(body) {
		fmt.Print(delta.Text)
		if delta.Call != nil {
			outs = append(outs, tools.Call(context.Background(), *delta.Call))
		}
	}
	turn, err := stream.Close()
	if err != nil {
		fmt.Println(err) // the answer is truncated, but complete calls ran
		return
	}
	for _, call := range turn.Unfinished {
		outs = append(outs, tools.Call(context.Background(), call))
	}
	answers, err := wire.Pair(append(turn.Calls, turn.Unfinished...), outs)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println()
	for _, message := range wire.OpenAIChatAnswers(answers) {
		fmt.Println(message.ToolCallID, *message.Content)
	}
	// Output:
	// Let me look.
	// call_1 {}
	// call_2 {"is_error":true,"error":"parse_failed","hint":"get_contacts was not called. The arguments were cut off before their end: the text ends at byte 5, where there should be a closing quote. Send less at once, or split the call."}
}

// Arguments that are not JSON would make the provider reject the whole conversation.
func ExampleArguments() {
	call := runtime.ToolCall{ID: "toolu_1", Name: "get_contacts", Arguments: `{"Search": "Ad`}
	turn, _ := json.Marshal(wire.AnthropicCalls([]runtime.ToolCall{call}))
	fmt.Println(string(turn))
	// Output:
	// {"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"get_contacts","input":{"unreadable_arguments":"{\"Search\": \"Ad"}}]}
}

// Every call ends in exactly one part, so that none stays pending in the UI.
func ExampleUIStreamAnswers() {
	call := runtime.ToolCall{ID: "c1", Name: "get_contacts", Arguments: `{"Kind":"BOTH"}`}
	out := runtime.NewToolset(booktools.GetContacts).Call(context.Background(), call)
	parts := wire.UIStreamAnswers([]wire.Answer{{Call: call, Output: out}})
	fmt.Println(len(parts), parts[0].Type, string(parts[0].Input))
	// Output:
	// 1 tool-input-error {"Kind":"BOTH"}
}
