package toolblock_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/internal/testtools/filetools"
	"github.com/toolgen/toolgen/runtime/preflight"
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
	// edit_file was not called. Change this and send the whole call again:
	// - search_replace.old_string: "The passage occurs 0 times; it must occur once."
}

// Behind a gate, a person confirms a block as its tool demands before it is run.
func ExampleWithExecutor() {
	tools := runtime.NewToolset(runtime.HandleAny(booktools.UpdateInvoice, func(context.Context, runtime.Invocation) (any, error) {
		fmt.Println("ran")
		return json.RawMessage(`{"InvoiceId":"INV-1"}`), nil
	}))
	ask := preflight.ConfirmerFunc(func(_ context.Context, q preflight.Question) (preflight.Answer, error) {
		fmt.Println(q.Text)
		if strings.Contains(string(q.Args), "2026") {
			return preflight.Answer{Value: preflight.Confirm}, nil
		}
		return preflight.Answer{Value: preflight.Cancel}, nil
	})
	gate, err := preflight.New(tools, preflight.WithConfirmer(ask))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gate.Close()
	p, err := toolblock.New(tools, toolblock.WithExecutor(gate.Run))
	if err != nil {
		fmt.Println(err)
		return
	}
	stream := p.Stream(func(toolblock.Event) {})
	ctx := preflight.WithTurn(context.Background(), preflight.Turn{Thread: "t1", Query: "Make it due in April."})
	for _, due := range []string{"2026-04-30", "2036-04-30"} {
		block := "```json\n{\"tool\": \"update_invoice\", \"InvoiceId\": \"INV-1\", \"DueDate\": \"" + due + "\"}\n```\n"
		if err := stream.Feed(ctx, block); err != nil {
			fmt.Println(err)
		}
	}
	for _, call := range stream.Calls() {
		fmt.Println(call.Status, string(call.Output.Payload))
	}
	// Output:
	// Change an invoice?
	// - Invoice id: INV-1
	// - Due date: 2026-04-30
	// ran
	// Change an invoice?
	// - Invoice id: INV-1
	// - Due date: 2036-04-30
	// completed {"InvoiceId":"INV-1"}
	// completed {"status":"cancelled","tool":"update_invoice","message":"The user said no to update_invoice, so it was not run and nothing was changed. Do not call it again unless the user asks for it."}
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
