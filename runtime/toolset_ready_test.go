package runtime

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestReady reports what is missing before any call, and only to the developer during one.
func TestReady(t *testing.T) {
	t.Parallel()
	handler := func(context.Context, Invocation) (any, error) { return nil, nil }
	named := func(name string, schema ...string) Tool {
		return NewTool[RawJSON, RawJSON](&ToolSpec{Name: name, FullSchema: strings.Join(schema, "")}, func(data []byte, _ ...DecodeOption) (*RawJSON, error) {
			raw := RawJSON(data)
			return &raw, nil
		}, nil)
	}
	raw := named("r").(*TypedTool[RawJSON, RawJSON])
	const tenant = `{"required":["Tenant"],"properties":{"Tenant":{"x-toolgen":{"injected":true}}}}`
	const note = `{"properties":{"Note":{"x-toolgen":{"injected":true}}}}`
	var many []Tool
	for i := range 12 {
		many = append(many, named(fmt.Sprintf("t%d", i)))
	}
	for _, tt := range []struct {
		set  *Toolset
		want []string
	}{
		{NewToolset(), nil},
		{NewToolset(HandleAny(named("a"), handler), HandleAny(named("b", note), handler)), nil},
		{NewToolset(named("a"), HandleAny(named("b"), handler), named("c")), []string{`"a", "c": no handler`, "runtime.Handle"}},
		{NewToolset(HandleAny(named("a"), nil), HandleAny(named("b"), handler), Handle(raw, nil)), []string{`"a", "r": no handler`}},
		{NewToolset(many...), []string{`"t0"`, `"t9" and 2 more: no handler`}},
		{NewToolset(HandleAny(named("a", tenant), handler)), []string{`the field "Tenant" of "a"`, "Toolset.Injecting"}},
		{NewToolset(named("a", tenant)), []string{`"a": no handler`, `the field "Tenant" of "a"`}},
		{NewToolset(HandleAny(named("a", tenant), handler)).Injecting(func(context.Context, Injection) (any, error) { return nil, nil }), nil},
	} {
		err := tt.set.Ready()
		if (err == nil) != (tt.want == nil) {
			t.Errorf("%v: %v, want %q", tt.set.Names(), err, tt.want)
			continue
		}
		for _, want := range tt.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%v: %v does not contain %q", tt.set.Names(), err, want)
			}
		}
	}
	for _, tool := range []Tool{named("a"), HandleAny(named("a"), nil)} {
		bareCall(t, tool)
	}
}

func bareCall(t *testing.T, tool Tool) {
	t.Helper()
	out := NewToolset(tool).Call(t.Context(), ToolCall{ID: "1", Name: "a", Arguments: "{}"})
	if out.Error.Kind != FailureInternal || !errors.Is(out.Error, ErrNoHandler) || !strings.Contains(out.Error.Cause.Error(), `the tool "a"`) || strings.Contains(out.Error.Message, "handler") {
		t.Errorf("%v: %v", out.Error, out.Error.Cause)
	}
}
