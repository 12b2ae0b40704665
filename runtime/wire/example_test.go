package wire_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// A response of Anthropic is read, its calls are run, and the next turn answers every one of them.
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
		fmt.Println(err) // an output too many; the answers are complete all the same
	}
	for _, block := range wire.AnthropicAnswers(answers).Content {
		fmt.Println(block.Type, block.ToolUseID, block.IsError, *block.Content)
	}
	// Output:
	// tool_result toolu_1 false {}
	// tool_result toolu_2 true There is no tool "get_contact"; did you mean "get_contacts"?
}

// What the model wrote is no JSON. Sent back as it is, it would make the provider refuse the whole
// conversation.
func ExampleArguments() {
	call := runtime.ToolCall{ID: "toolu_1", Name: "get_contacts", Arguments: `{"Search": "Ad`}
	turn, _ := json.Marshal(wire.AnthropicCalls([]runtime.ToolCall{call}))
	fmt.Println(string(turn))
	// Output:
	// {"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"get_contacts","input":{"unreadable_arguments":"{\"Search\": \"Ad"}}]}
}

// Every call ends in exactly one part, so that no call is left pending on a screen.
func ExampleUIStreamAnswers() {
	call := runtime.ToolCall{ID: "c1", Name: "get_contacts", Arguments: `{"Kind":"BOTH"}`}
	out := runtime.NewToolset(booktools.GetContacts).Call(context.Background(), call)
	parts := wire.UIStreamAnswers([]wire.Answer{{Call: call, Output: out}})
	fmt.Println(len(parts), parts[0].Type, string(parts[0].Input))
	// Output:
	// 1 tool-input-error {"Kind":"BOTH"}
}
