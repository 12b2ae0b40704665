package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/example/bench/benchtools"
	"github.com/toolgen/toolgen/example/bench/payload"
	"github.com/toolgen/toolgen/runtime"
)

// work is one function whose cost is counted.
type work struct {
	name string
	kind payload.Kind
	run  func()
	runs int // enough to outweigh the start of a process
}

// yardstick is the work that the instructions of the others are divided by. The ratio is comparable between
// machines.
const yardstick = "json.Valid"

// allWork returns all work that is counted. It panics if toolgen does the work incorrectly: the cost of wrong
// results is meaningless.
func allWork() []work {
	var all []work
	all = append(all, workOn(payload.Deposit, benchtools.DepositTool, (*benchtools.Deposit).Validate, 10000)...)
	all = append(all, workOn(payload.Invoice, benchtools.InvoiceTool, (*benchtools.Invoice).Validate, 1000)...)
	all = append(all, workOn(payload.Journal, benchtools.JournalTool, (*benchtools.Journal).Validate, 10)...)
	return all
}

func workOn[A, R any](kind payload.Kind, tool *runtime.TypedTool[A, R], check func(*A) error, runs int) []work {
	sound, faulty := kind.Compact(), kind.Faulty()
	value, err := tool.DecodeArgs(sound)
	if err != nil {
		panic(fmt.Sprintf("%s: the valid call is rejected: %v", kind, err))
	}
	if err := check(value); err != nil {
		panic(fmt.Sprintf("%s: the valid value is rejected: %v", kind, err))
	}
	_, refusal := tool.DecodeArgs(faulty)
	if found := issues(refusal); found != payload.Faults {
		panic(fmt.Sprintf("%s: found %d of %d faults: %v", kind, found, payload.Faults, refusal))
	}
	set := runtime.NewToolset(runtime.HandleAny(tool, nil))
	call := runtime.ToolCall{ID: "1", Name: tool.Spec().Name, Arguments: string(faulty), StopReason: "tool_use"}
	return []work{
		{yardstick, kind, func() { _ = json.Valid(sound) }, runs},
		{"decode valid", kind, func() { _, _ = tool.DecodeArgs(sound) }, runs},
		{"decode faulty, Issues", kind, func() { _, err := tool.DecodeArgs(faulty); _ = issues(err) }, runs},
		{"Toolset.Call faulty, Text", kind, func() { _ = set.Call(context.Background(), call).RetryHint.Text() }, 2 + runs/5},
		{"BuildHint, Text", kind, func() { _ = runtime.BuildHint(tool, refusal, runtime.WithCall(faulty)).Text() }, 2 + runs/5},
		{"Validate", kind, func() { _ = check(value) }, 10 * runs},
	}
}

// key is the name of the work in the counts file.
func (w work) key() string { return string(w.kind) + ": " + w.name }

func issues(err error) int {
	if invalid, ok := errors.AsType[*runtime.ValidationError](err); ok {
		return len(invalid.Issues())
	}
	return 0
}

// omitted returns the number of issues beyond the cap.
func omitted(err error) int {
	if invalid, ok := errors.AsType[*runtime.ValidationError](err); ok {
		return invalid.Omitted()
	}
	return 0
}
