package preflight_test

import (
	"context"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestSecretAsAKey has a model use a secret as a key, and invisible characters: the person who confirms sees neither, with any
// confirmer.
func TestSecretAsAKey(t *testing.T) {
	t.Parallel()
	spec := &runtime.ToolSpec{
		Name: "pay", Write: true, InputSchema: `{"type":"object"}`, Confirm: runtime.ConfirmSpec{Tier: 2},
		FullSchema: `{"type":"object","properties":{"To":{"type":"string"},"Pin":{"type":"string","x-toolgen":{"sensitive":true}},"Labels":{"type":"object"}},"required":["To"]}`,
	}
	tool := runtime.NewTool[map[string]any, any](spec, func([]byte, ...runtime.DecodeOption) (*map[string]any,
		error) {
		return &map[string]any{}, nil
	}, nil)
	var asked preflight.Question
	confirmer := preflight.ConfirmerFunc(func(_ context.Context, q preflight.Question) (preflight.Answer, error) {
		asked = q
		return preflight.Answer{Value: preflight.Cancel}, nil
	})
	g, err := preflight.New(runtime.NewToolset(runtime.HandleAny(tool, done)), preflight.WithConfirmer(confirmer))
	if err != nil {
		t.Fatal(err)
	}
	g.Call(t.Context(), preflight.Turn{}, runtime.ToolCall{ID: "c", Name: "pay",
		Arguments: `{"To":"a\u202eb","Pin":"hunter2-x","Labels":[{"hunter2-x":"1","To":"2"}]}`})
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	if got, want := string(asked.Args), `{"Labels":[{"To":"2","•••":"1"}],"Pin":"•••","To":"a\u202eb"}`; got != want {
		t.Errorf("the arguments are %s, want %s", got, want)
	}
	if strings.Contains(asked.Text, "unter2") || !strings.Contains(asked.Text, "•••: 1") {
		t.Errorf("the question is %q", asked.Text)
	}
}
