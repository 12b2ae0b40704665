package guide

import (
	"context"
	"fmt"

	"github.com/toolgen/toolgen/example/coder/codertools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backend"
)

func Example_errors() {
	status, header, body := 429, map[string][]string{"Retry-After": {"30"}}, "too many edits" // of an *http.Response

	edit := runtime.HandleAny(codertools.FileEdit, func(ctx context.Context, inv runtime.Invocation) (any, error) {
		if err := backend.HTTP(status, header, body); err != nil {
			return nil, err
		}
		return "edited", nil
	})
	tools := runtime.NewToolset(edit).With(runtime.OnError(func(context.Context, runtime.Invocation, error) {}))
	out := tools.Call(context.Background(), runtime.ToolCall{ID: "1", Name: "file_edit", Arguments: `{"file_path":"main.go","old_text":"a","new_text":"b"}`})

	fmt.Println(out.RetryHint.Action, out.RetryHint.Kind, out.RetryHint.RetryAfter)
	fmt.Println(out.RetryHint.Text())
	// Output:
	// retry_later rate_limited 30
	// file_edit failed: The tool reported: "too many edits". Nothing is wrong with the call: wait 30 seconds, then send the same call again.
}
