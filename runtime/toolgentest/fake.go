package toolgentest

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// Fakes are handlers that do nothing but remember their calls. They may be used by many
// goroutines at once.
type Fakes struct {
	mu      sync.Mutex
	calls   []runtime.Invocation
	results map[string]any
	errors  map[string]error
}

// Fake gives every tool of a set a handler that remembers its calls and answers null, or what
// [Fakes.Return] and [Fakes.Fail] say. The set decodes, and fills injected fields, as it did.
func Fake(tools *runtime.Toolset) (*runtime.Toolset, *Fakes) {
	f := &Fakes{results: map[string]any{}, errors: map[string]error{}}
	var faked []runtime.Tool
	for _, tool := range tools.Tools() {
		name := tool.Spec().Name
		faked = append(faked, runtime.HandleAny(tool, func(ctx context.Context, inv runtime.Invocation) (any, error) {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.calls = append(f.calls, inv)
			if err := f.errors[name]; err != nil {
				return nil, err
			}
			return f.results[name], ctx.Err()
		}))
	}
	return tools.WithTools(faked...), f
}

// Return sets the result of a tool: raw JSON, or any value that marshals.
func (f *Fakes) Return(tool string, result any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if text, ok := result.([]byte); ok {
		result = json.RawMessage(text)
	}
	f.results[tool] = result
}

// Fail sets the error of a tool; nil ends it.
func (f *Fakes) Fail(tool string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.errors[tool] = err
}

// Calls lists the calls that reached a handler, in order.
func (f *Fakes) Calls() []runtime.Invocation {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]runtime.Invocation(nil), f.calls...)
}
