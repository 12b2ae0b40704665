package runtime_test

import (
	"context"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// TestIdempotencyKey checks that the handler gets the program's key on every call, and that tools that it calls get none.
func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	type none struct{}
	decode := func([]byte, ...runtime.DecodeOption) (*none, error) { return &none{}, nil }
	tool := func(name string, h func(context.Context, runtime.Invocation) (any, error)) runtime.Tool {
		return runtime.HandleAny(runtime.NewTool[none, any](&runtime.ToolSpec{Name: name}, decode, nil), h)
	}
	call := func(name string) runtime.ToolCall { return runtime.ToolCall{ID: "1", Name: name, Arguments: "{}"} }
	var got, nested []string
	take := func(ctx context.Context) string { key, _ := runtime.IdempotencyKey(ctx); return key }
	inner := runtime.NewToolset(
		tool("pay", func(ctx context.Context, _ runtime.Invocation) (any, error) {
			nested = append(nested, take(ctx))
			return nil, nil
		}),
	)
	deeper := runtime.NewToolset(tool("through", func(ctx context.Context, _ runtime.Invocation) (any, error) {
		nested = append(nested, take(ctx))
		return nil, inner.Call(ctx, call("pay")).Error
	}))
	outer := runtime.NewToolset(tool("pay_all", func(ctx context.Context, _ runtime.Invocation) (any, error) {
		got = append(got, take(ctx))
		inner.Call(ctx, call("pay"))
		deeper.Call(ctx, call("through"))
		inner.Call(runtime.WithIdempotencyKey(ctx, "own"), call("pay"))
		return nil, nil
	}))
	if key, ok := runtime.IdempotencyKey(t.Context()); ok || key != "" {
		t.Errorf("an unexpected key %q", key)
	}
	outer.Call(t.Context(), call("pay_all"))
	ctx := runtime.WithIdempotencyKey(t.Context(), "k")
	outer.Call(ctx, call("pay_all"))
	outer.Call(ctx, call("pay_all")) // again
	if len(got) != 3 || got[0] != "" || got[1] != "k" || got[2] != "k" {
		t.Errorf("the handler got %q", got)
	}
	for i, key := range nested {
		if want := map[bool]string{true: "own"}[i%4 == 3]; key != want {
			t.Errorf("nested call %d got %q", i, key)
		}
	}
}
