package runtime_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/codertools"
)

// edit is the generated tool file_edit with a handler that fails for one file.
func edit() *runtime.Toolset {
	return runtime.NewToolset(runtime.Handle(codertools.FileEdit, func(_ context.Context, args *codertools.FileEditArgs) (*runtime.RawJSON, error) {
		if args.FilePath == "missing.go" {
			return nil, runtime.Invalid("file_path", "enum", []string{"main.go", "main_test.go"}, "there is no such file")
		}
		result := runtime.RawJSON(`{"changed":1}`)
		return &result, nil
	}))
}

func ExampleToolset_Call() {
	out := edit().Call(context.Background(), runtime.ToolCall{
		ID: "call_1", Name: "file_edit", Arguments: `{"file_path": "main.go", "old_text": "a", "new_text": "b"}`,
	})
	fmt.Println(out.CallID, string(out.Payload))
	// Output: call_1 {"changed":1}
}

func ExampleInvalid() {
	out := edit().Call(context.Background(), runtime.ToolCall{
		ID: "call_1", Name: "file_edit", Arguments: `{"file_path": "missing.go", "old_text": "a", "new_text": "b"}`,
	})
	for _, c := range out.RetryHint.Constraints {
		fmt.Printf("%s: %s\n", c.Field, c.AllowedValues)
	}
	// Output: file_path: ["main.go" "main_test.go"]
}

func ExampleBuildHint() {
	call := []byte(`{"file-path": "main.go", "old_text": "a"}`)
	_, err := codertools.FileEdit.Decode(call)
	fmt.Println(runtime.BuildHint(codertools.FileEdit, err, runtime.WithCall(call)).Text())
	// Output:
	// file_edit was not called. Change these 2 things and send the whole call again:
	// - "file-path": rename it to file_path.
	// - new_text: missing.
	// Known so far: {"file_path":"main.go","old_text":"a"}
}

func ExampleValidationError() {
	_, err := codertools.DecodeFileEditArgs([]byte(`{"file_path": "main.go", "old_text": 5}`))
	var invalid *runtime.ValidationError
	if errors.As(err, &invalid) {
		for _, issue := range invalid.Issues() {
			fmt.Println(issue.Field, issue.Constraint, issue.Expected)
		}
	}
	// Output:
	// old_text type string
	// new_text required <nil>
}

func ExampleLenient() {
	var receipts []runtime.Receipt
	args, err := codertools.DecodeFileEditArgs([]byte(`{"filePath": "main.go", "old_text": "a", "new_text": "b"}`),
		runtime.Lenient(), runtime.CollectReceipts(&receipts))
	fmt.Println(args.FilePath, err)
	for _, r := range receipts {
		fmt.Println(r.Kind, r.Field)
	}
	// Output:
	// main.go <nil>
	// match_key file_path
}

func ExampleLedger() {
	var ledger runtime.Ledger
	set := edit()
	call := runtime.ToolCall{ID: "call_1", Name: "file_edit", Arguments: `{"file_path": "main.go", "old_text": "a"}`}
	for range 3 { // the model repeats its mistake
		turn := ledger.Turn("conversation 1")
		tool, _ := set.Lookup(call.Name)
		fmt.Println(turn.Answer(tool, call, set.Call(context.Background(), call)).RetryHint.Action)
	}
	// Output:
	// correct
	// correct
	// ask_user
}
