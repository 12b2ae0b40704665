package runtime

import (
	"context"
	"strings"
	"testing"
)

// nilError panics in its method, as the methods of a nil pointer may.
type nilError struct{ text string }

func (e *nilError) Error() string { return e.text }

// A tool that writes may have done its work before it crashed: its outcome is said to be unknown.
func TestCrashesOfWrites(t *testing.T) {
	t.Parallel()
	ends := map[string]func() (any, error){
		"panic":            func() (any, error) { panic("secret") },
		"no JSON":          func() (any, error) { return make(chan int), nil },
		"panic of Error":   func() (any, error) { return nil, (*nilError)(nil) },
		"panic of Marshal": func() (any, error) { return badMarshaler{}, nil },
	}
	for name, end := range ends {
		for kind, unknown := range map[*ToolSpec]bool{
			{Name: "create_payment", Write: true}: true, {Name: "payments"}: true,
			{Name: "list_payments"}: false, {Name: "payments", ReadOnly: True}: false,
		} {
			tool := HandleAny(NewTool[payArgs, any](kind, decodePayArgs, nil), func(context.Context, Invocation) (any, error) { return end() })
			out := NewToolset(tool).With(OnError(func(context.Context, Invocation, error) {})).Call(t.Context(), ToolCall{Name: kind.Name, Arguments: goodCall})
			if out.Error == nil || out.Error.Kind != FailureInternal || strings.Contains(out.RetryHint.Text(), "It is unknown whether it was done") != unknown {
				t.Errorf("%s of %s, %t: %s", name, kind.Name, unknown, out.RetryHint.Text())
			}
		}
	}
}

type badMarshaler struct{}

// MarshalJSON implements [json.Marshaler].
func (badMarshaler) MarshalJSON() ([]byte, error) { panic("secret") }
