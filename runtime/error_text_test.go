package runtime_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

var errBackend = errors.New("backend")

// failing is a set with one tool, which fails with err.
func failing(err error) *runtime.Toolset {
	spec := &runtime.ToolSpec{Name: "find", InputSchema: `{"type":"object"}`}
	tool := runtime.NewTool[struct{}, runtime.RawJSON](spec, func([]byte, ...runtime.DecodeOption) (*struct{}, error) { return &struct{}{}, nil }, nil)
	return runtime.NewToolset(runtime.Handle(tool, func(context.Context, *struct{}) (*runtime.RawJSON, error) {
		if err == nil {
			panic("password=hunter2")
		}
		return nil, err
	}))
}

// all returns everything in an answer that a model could see.
func all(t *testing.T, out runtime.ToolOutput) string {
	t.Helper()
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + out.RetryHint.Text() + out.Error.Error() + out.Error.Message
}

func TestErrorOfAHandler(t *testing.T) {
	t.Parallel()
	secret := fmt.Errorf("dial tcp 10.0.0.5:443: password=hunter2: %w", errBackend)
	for _, test := range []struct {
		name       string
		err        error
		opts       []runtime.ToolsetOption
		want, hide string
		logged     string
	}{
		{"as it is", errors.New("invoice 42 was already paid"), nil, "invoice 42 was already paid", "hunter2", "already paid"},
		{"scrubbed", secret, nil, "dial tcp •••: password=•••", "hunter2", "password=hunter2"},
		{"text of the program", secret, []runtime.ToolsetOption{runtime.ErrorText(func(error) string { return "the ledger is down" })}, "the ledger is down", "password", "password=hunter2"},
		{"withheld by the program", secret, []runtime.ToolsetOption{runtime.ErrorText(func(error) string { return "" })}, "the reason is not shown", "dial", "password=hunter2"},
		{"private", runtime.Private(secret), nil, "the reason is not shown", "dial", "password=hunter2"},
		{"private within", fmt.Errorf("outer: %w", runtime.Private(secret)), nil, "the reason is not shown", "outer", "outer: dial"},
		{"private issues", runtime.Private(runtime.Invalid("Pin", "enum", "hunter2", "It is hunter2.")), nil, "", "hunter2", ""},
		{"a panic", nil, nil, "", "hunter2", "password=hunter2"},
		{"a panic of the option", secret, []runtime.ToolsetOption{runtime.ErrorText(func(error) string { panic("hunter2") })}, "", "hunter2", "password=hunter2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			set := failing(test.err).With(append(test.opts, runtime.LogErrors(slog.New(slog.NewTextHandler(&log, nil))))...)
			out := set.Call(t.Context(), runtime.ToolCall{ID: "c1", Name: "find", Arguments: "{}"})
			if text := all(t, out); !strings.Contains(text, test.want) || strings.Contains(text, test.hide) {
				t.Errorf("shown: %s", text)
			}
			if !strings.Contains(log.String(), test.logged) || test.logged != "" && !strings.Contains(log.String(), "c1") {
				t.Errorf("logged: %s", log.String())
			}
			if strings.Contains(test.name, "private") || test.err == nil {
				return
			}
			if strings.Contains(fmt.Sprint(test.err), "dial") && test.name != "a panic of the option" && !errors.Is(out.Error, errBackend) {
				t.Error("errors.Is does not find the wrapped error")
			}
		})
	}
}

// TestErrorOfAnInnerSet has a handler return the answer of another toolset: what that answer hides stays hidden.
func TestErrorOfAnInnerSet(t *testing.T) {
	t.Parallel()
	quiet := runtime.OnError(func(context.Context, runtime.Invocation, error) {})
	inner := failing(errors.New("the vault is at hunter2")).With(quiet, runtime.ErrorText(func(error) string { return "no vault" }))
	answer := inner.Call(t.Context(), runtime.ToolCall{ID: "c1", Name: "find", Arguments: "{}"})
	out := failing(answer.Error).With(quiet).Call(t.Context(), runtime.ToolCall{ID: "c2", Name: "find", Arguments: "{}"})
	if text := all(t, out); strings.Contains(text, "hunter2") || !strings.Contains(text, "no vault") {
		t.Errorf("%s", text)
	}
}

// TestInternalFailures reports faults of the program to the program, once, and not to the model.
func TestInternalFailures(t *testing.T) {
	t.Parallel()
	decode := func([]byte, ...runtime.DecodeOption) (*struct{}, error) { return &struct{}{}, nil }
	spec := func() *runtime.ToolSpec { return &runtime.ToolSpec{Name: "find", InputSchema: `{"type":"object"}`} }
	panics := func([]byte, ...runtime.DecodeOption) (*struct{}, error) { panic("hunter2") }
	for name, tool := range map[string]runtime.Tool{
		"decoder panics": runtime.HandleAny(runtime.NewTool[struct{}, runtime.RawJSON](spec(), panics, nil), func(context.Context, runtime.Invocation) (any, error) { return nil, nil }),
		"no handler":     runtime.NewTool[struct{}, runtime.RawJSON](spec(), decode, nil),
		"no result": runtime.HandleAny(runtime.NewTool[struct{}, runtime.RawJSON](spec(), decode, nil), func(context.Context, runtime.Invocation) (any, error) {
			return failingJSON{}, nil
		}),
		"panics": runtime.HandleAny(runtime.NewTool[struct{}, runtime.RawJSON](spec(), decode, nil), func(context.Context, runtime.Invocation) (any, error) { panic("hunter2") }),
	} {
		told := 0
		out := runtime.NewToolset(tool).With(runtime.OnError(func(context.Context, runtime.Invocation, error) {
			told++
			panic("the callback fails, too")
		})).Call(t.Context(), runtime.ToolCall{ID: "c1", Name: "find", Arguments: "{}"})
		if told != 1 || out.Error == nil || out.Error.Kind != runtime.FailureInternal || strings.Contains(all(t, out), "hunter2") {
			t.Errorf("%s: reported %d times, %+v", name, told, out.Error)
		}
	}
}

type failingJSON struct{}

func (failingJSON) MarshalJSON() ([]byte, error) { return nil, errors.New("hunter2") }

// TestOnError reports panics and errors to a function instead of the log, but not invalid arguments.
func TestOnError(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		err  error
		told bool
	}{{errBackend, true}, {nil, true}, {runtime.Invalid("A", "enum", nil, "no such A"), false}} {
		var told error
		set := failing(test.err).With(runtime.OnError(func(_ context.Context, inv runtime.Invocation, err error) { told = err }))
		set.Call(t.Context(), runtime.ToolCall{ID: "c1", Name: "find", Arguments: "{}"})
		if (told != nil) != test.told {
			t.Errorf("%v: reported %v", test.err, told)
		}
	}
}
