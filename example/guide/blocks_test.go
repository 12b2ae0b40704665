package guide

import (
	"context"
	"fmt"

	"github.com/toolgen/toolgen/example/coder/filetools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolblock"
)

func Example_blocks() {
	write := func(_ context.Context, inv runtime.Invocation) (any, error) {
		return "written", nil
	}
	tools := runtime.NewToolset(runtime.HandleAny(filetools.FileOpTool, write))
	scanner, err := toolblock.New(tools)
	if err != nil {
		panic(err)
	}
	stream := scanner.Stream(func(e toolblock.Event) {
		switch e := e.(type) {
		case toolblock.TextEvent:
			fmt.Printf("text: %q\n", e.Text)
		case toolblock.StatusEvent:
			fmt.Println("status:", e.Status, e.ToolType, e.Path)
		case toolblock.BlockEvent:
			fmt.Println("valid:", e.ValidationPassed)
		}
	})

	ctx := context.Background()
	for _, piece := range []string{ // as the model streams it
		"I'll create it.\n``", "`json\n{\"tool\": \"write_file\", \"pa", "th\": \"a.txt\", \"content\": ", "\"hello\"}\n```", "\nDone.",
	} {
		if err := stream.Feed(ctx, piece); err != nil {
			panic(err)
		}
	}
	if err := stream.End(ctx); err != nil {
		panic(err)
	}
	for _, call := range stream.Calls() {
		if inv, ok := stream.Begin(call.ID); ok { // each call runs once
			out := tools.Run(ctx, inv)
			stream.Finish(call.ID, out)
			fmt.Println("ran:", string(out.Payload))
		}
	}
	// Output:
	// text: "I'll create it.\n"
	// status: buffering write_file a.txt
	// valid: true
	// text: "\nDone."
	// status: executing write_file a.txt
	// status: completed write_file a.txt
	// ran: "written"
}
