package toolgentest

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// Fakes are handlers that only record their calls. They are safe for concurrent use.
type Fakes struct {
	mu      sync.Mutex
	calls   []runtime.Invocation
	results map[string]any
	errors  map[string]error
}

// Fake replaces the handler of every tool in a set by one that records the call and returns null, or what
// [Fakes.Return] and [Fakes.Fail] set. Decode options and injection of the set are kept.
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

// Return sets the result of a tool: raw JSON, or a value to marshal.
func (f *Fakes) Return(tool string, result any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if text, ok := result.([]byte); ok {
		result = json.RawMessage(text)
	}
	f.results[tool] = result
}

// Fail sets the error of a tool; nil resets it.
func (f *Fakes) Fail(tool string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.errors[tool] = err
}

// Calls returns the calls that reached a handler, in order.
func (f *Fakes) Calls() []runtime.Invocation {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]runtime.Invocation(nil), f.calls...)
}
