package toolblock_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/example/coder/filetools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolblock"
)

// The text comes in pieces. It is passed on as it comes, but for the tool block in it.
func Example() {
	p, err := toolblock.New(filetools.Tools, toolblock.WithIDs(func(n int) string { return fmt.Sprintf("call_%d", n) }))
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	stream := p.Stream(func(e toolblock.Event) {
		switch e := e.(type) {
		case toolblock.TextEvent:
			fmt.Printf("text    %q\n", e.Text)
		case toolblock.StatusEvent:
			fmt.Printf("status  %s %s %s\n", e.Status, e.ToolType, e.Path)
		case toolblock.BlockEvent:
			fmt.Printf("block   passed: %v, corrected: %v\n", e.ValidationPassed, e.Corrected)
		}
	})
	for _, piece := range []string{
		"I'll create it.\n``", "`json\n{\"tool\": \"write_file\", \"pa", "th\": \"a.txt\", \"content\": ", "\"hello\"}\n```", "\nDone.",
	} {
		if err := stream.Feed(ctx, piece); err != nil {
			fmt.Println(err)
		}
	}
	if err := stream.End(ctx); err != nil {
		fmt.Println(err)
	}
	// Output:
	// text    "I'll create it.\n"
	// status  buffering write_file a.txt
	// block   passed: true, corrected: false
	// text    "\nDone."
}

// A corrector asks a model. Here it is a function that knows what the model would say.
func ExampleWithCorrector() {
	ask := func(_ context.Context, p toolblock.Prompt) (string, error) {
		// p.System and p.User go to the model, at temperature 0.
		return "```json\n{\"tool\": \"edit_file\", \"path\": \"a.txt\", \"search_replace\": {\"old_string\": \"x\", \"new_string\": \"y\"}}\n```", nil
	}
	p, err := toolblock.New(filetools.Tools, toolblock.WithCorrector(toolblock.CorrectorFunc(ask)))
	if err != nil {
		fmt.Println(err)
		return
	}
	stream := p.Stream(func(e toolblock.Event) {
		if e, ok := e.(toolblock.BlockEvent); ok {
			for _, issue := range e.Issues {
				fmt.Printf("%-8s %s: %s\n", issue.Level, issue.Field, issue.Constraint)
			}
			for _, r := range e.Receipts {
				fmt.Printf("%s: %v -> %v\n", r.Field, r.From, r.To)
			}
			fmt.Println("passed:", e.ValidationPassed, "corrected by:", e.CorrectedBy)
		}
	})
	if err := stream.Feed(context.Background(), "```json\n{\"tool\": \"edit_file\", \"path\": \"a.txt\", \"old\": \"x\", \"new\": \"y\"}\n```\n"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// required search_replace: required
	// tool     old: additionalProperties
	// tool     new: additionalProperties
	// new: y -> <nil>
	// old: x -> <nil>
	// search_replace: <nil> -> {"new_string":"y","old_string":"x"}
	// passed: true corrected by: corrector
}

// What only the workspace knows is a check of its own: its faults are told like any other.
func ExampleWithCheck() {
	dir, err := os.MkdirTemp("", "workspace")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }() // a temporary folder that stays does no harm
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("one\n"), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	occursOnce := func(_ context.Context, inv runtime.Invocation) error {
		edit := inv.Args.(*filetools.FileOp).Value.(*filetools.FileOpEditFile)
		text, err := os.ReadFile(filepath.Join(dir, filepath.Base(edit.Path)))
		if err != nil {
			return runtime.Invalid("path", "rule", nil, "There is no such file.")
		}
		if n := strings.Count(string(text), edit.SearchReplace.OldString); n != 1 {
			return runtime.Invalid("search_replace.old_string", "rule", nil, fmt.Sprintf("The passage occurs %d times; it must occur once.", n))
		}
		return nil
	}
	p, err := toolblock.New(filetools.Tools, toolblock.WithCheck("edit_file", occursOnce))
	if err != nil {
		fmt.Println(err)
		return
	}
	stream := p.Stream(func(e toolblock.Event) {
		if e, ok := e.(toolblock.BlockEvent); ok {
			fmt.Println(e.Hint.Text())
		}
	})
	if err := stream.Feed(context.Background(), "```json\n{\"tool\": \"edit_file\", \"path\": \"a.txt\", \"search_replace\": {\"old_string\": \"two\", \"new_string\": \"2\"}}\n```\n"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// edit_file was not accepted. Correct the call and send it again.
	// - search_replace.old_string is not accepted: "The passage occurs 0 times; it must occur once."
}

// Without an executor the caller runs the calls, when it likes and each once.
func ExampleStream_Begin() {
	tools := runtime.NewToolset(runtime.HandleAny(filetools.FileOpTool, func(_ context.Context, inv runtime.Invocation) (any, error) {
		return fmt.Sprintf("ran %s", inv.Raw), nil
	}))
	p, err := toolblock.New(tools)
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	stream := p.Stream(func(toolblock.Event) {})
	if err := stream.Feed(ctx, "```json\n{\"tool\": \"delete_file\", \"path\": \"a\"}\n```\n```json\n{\"tool\": \"delete_file\"}\n```\n"); err != nil {
		fmt.Println(err)
	}
	for _, call := range stream.Calls() {
		if inv, ok := stream.Begin(call.ID); ok {
			stream.Finish(call.ID, tools.Run(ctx, inv))
		}
	}
	for _, call := range stream.Calls() {
		fmt.Println(call.ToolType, call.Status)
	}
	// Output:
	// delete_file completed
	// delete_file failed
}
