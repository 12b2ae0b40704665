package guide

import (
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/example/coder/codertools"
	"github.com/toolgen/toolgen/runtime"
)

func Example_hints() {
	call := []byte(`{"file_path": "main.go", "old-text": "fmt.Printn", "dry_run": "no"}`)

	_, err := codertools.DecodeFileEditArgs(call)
	var invalid *runtime.ValidationError
	if !errors.As(err, &invalid) {
		panic(err)
	}
	for _, issue := range invalid.Issues() { // data, for programs
		fmt.Printf("%s: %s\n", issue.Field, issue.Constraint)
	}

	hint := runtime.BuildHint(codertools.FileEdit, err, runtime.WithCall(call))
	fmt.Println(hint.Text()) // instructions, for the model
	fmt.Println(hint.Action, hint.Ask)
	// Output:
	// old_text: required
	// new_text: required
	// dry_run: type
	// ["old-text"]: additionalProperties
	// file_edit was not called. Change these 3 things and send the whole call again:
	// - "old-text": rename it to old_text.
	// - dry_run: write false instead of "no".
	// - new_text: missing.
	// Known so far: {"file_path":"main.go","old_text":"fmt.Printn","dry_run":false}
	// correct [new_text]
}

func Example_leniency() {
	call := []byte("```json\n{\"file_path\": \"main.go\", \"old_text\": \"a\", \"new_text\": \"b\", \"dry_run\": \"True\",}\n```")

	var receipts []runtime.Receipt
	args, err := codertools.DecodeFileEditArgs(call, runtime.Lenient(), runtime.CollectReceipts(&receipts))
	if err != nil {
		panic(err)
	}
	fmt.Println(args.FilePath, args.GetDryRun())
	for _, r := range receipts {
		fmt.Println(r.Kind, r.Field, r.From, r.To)
	}
	// Output:
	// main.go true
	// repair_syntax  code fence <nil>
	// repair_syntax  extra commas <nil>
	// coerce_scalar dry_run True true
}
