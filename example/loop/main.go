// Command loop demonstrates toolgen: a model makes an invalid call, gets a hint that it can follow, and
// corrects the call. The model is scripted.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/toolgen/toolgen/example/coder/codertools"
	"github.com/toolgen/toolgen/runtime"
)

// turns are the calls of the model.
var turns = []string{
	`{"file_path": "main.go", "old-text": "fmt.Printn", "new_text": "fmt.Println", "dry_run": "no"}`,
	`{"file_path": "main.go", "old_text": "fmt.Printn", "new_text": "fmt.Println", "dry_run": false}`,
}

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "loop:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	tools := runtime.NewToolset(runtime.Handle(codertools.FileEdit, edit))
	for _, arguments := range turns {
		fmt.Fprintf(out, "The model calls file_edit with\n  %s\n", arguments)
		answer := tools.Call(ctx, runtime.ToolCall{ID: "call_1", Name: "file_edit", Arguments: arguments})
		if answer.Error == nil {
			fmt.Fprintf(out, "\nThe tool answers\n  %s\n", answer.Payload)
			return nil
		}
		var invalid *runtime.ValidationError
		if !errors.As(answer.Error, &invalid) {
			return answer.Error
		}
		fmt.Fprintln(out, "\nThe issues, as data for a program:")
		for _, issue := range invalid.Issues() {
			data, err := json.Marshal(issue)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "  %s\n", data)
		}
		fmt.Fprintf(out, "\nThe hint, as text for the model:\n%s\n\n", answer.RetryHint.Text())
	}
	return errors.New("the model did not correct its call")
}

// edit is the handler. Its arguments are always decoded and validated.
func edit(_ context.Context, args *codertools.FileEditArgs) (*json.RawMessage, error) {
	result, err := json.Marshal(fmt.Sprintf("replaced %q by %q in %s", args.OldText, args.NewText, args.FilePath))
	return (*json.RawMessage)(&result), err
}
