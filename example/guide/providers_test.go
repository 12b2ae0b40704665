package guide

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

func Example_providers() {
	contacts := func(context.Context, *booktools.GetContactsArgs) (*booktools.GetContactsResult, error) {
		return &booktools.GetContactsResult{}, nil
	}
	set := runtime.NewToolset(runtime.Handle(booktools.GetContacts, contacts))

	// Tools for the request.
	tools, err := wire.OpenAIChatTools(set)
	if err != nil {
		panic(err)
	}
	fmt.Println(len(tools), "tool")

	// The streamed answer: text to show, and calls that can run as soon as they are complete.
	body := strings.NewReader(`data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Let me look."}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","function":{"name":"get_contacts","arguments":""}}]}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"Search\":\"Ada\"}"}}]}}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

data: [DONE]
`)
	stream := wire.NewStream(wire.OpenAIChat)
	for delta := range stream.Deltas(body) {
		fmt.Print(delta.Text)
	}
	fmt.Println()
	turn, err := stream.Close()
	if err != nil {
		panic(err) // broken stream
	}

	// Results for the next request. Truncated calls are answered with a hint.
	calls := wire.Restore(set, append(turn.Calls, turn.Unfinished...))
	outs := make([]runtime.ToolOutput, len(calls))
	for i, call := range calls {
		outs[i] = set.Call(context.Background(), call)
	}
	answers, err := wire.Pair(calls, outs) // each call is answered exactly once
	if err != nil {
		panic(err)
	}
	messages, _ := json.Marshal(wire.OpenAIChatAnswers(answers))
	fmt.Println(string(messages))
	// Output:
	// 1 tool
	// Let me look.
	// [{"role":"tool","tool_call_id":"call_1","content":"{}"}]
}
