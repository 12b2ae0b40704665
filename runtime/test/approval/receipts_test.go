package approval_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// TestReceiptsAreMasked has a model use a secret as a key that no field has: the receipt of what was ignored does not
// show it to people.
func TestReceiptsAreMasked(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		open := gencode.ObjectSpec{Keys: payObject.Keys, Required: payObject.Required, Sensitive: payObject.Sensitive}
		tool := runtime.NewTool[payArgs, payResult](newSpec("pay"), func(data []byte, opts ...runtime.DecodeOption) (*payArgs, error) {
			return gencode.Decode(data, func(a *payArgs, d *gencode.Decoder) { a.decodeAs(d, &open) }, opts...)
		}, nil)
		r := newRig(t, address, func(cfg *approval.Config) {
			cfg.Tools = runtime.NewToolset(runtime.Handle(tool, func(context.Context, *payArgs) (*payResult, error) { return &payResult{1}, nil })).
				Injecting(func(context.Context, runtime.Injection) (any, error) { return "x", nil }).Decoding(runtime.Lenient())
		})
		const args = `{"To":"ada","Amount":"100","Pin":"hunter2-x","hunter2-x":"1"}`
		out, err := r.ask("t1", "c1", "pay", args)
		if err != nil {
			t.Fatal(err)
		}
		settled, err := r.approve("c1")
		if err != nil {
			t.Fatal(err)
		}
		for what, shown := range map[string]any{"marker": out.Payload, "call": r.get("c1"), "settled call": settled.Call} {
			text, err := json.Marshal(shown)
			if err != nil || strings.Contains(string(text), "hunter2") {
				t.Errorf("%s: %s, %v", what, text, err)
			}
		}
	})
}
