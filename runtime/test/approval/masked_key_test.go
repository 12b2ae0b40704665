package approval_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
)

// TestSecretAsAKey has a model use a secret as a key as well: deciders do not see it, and cannot send back the mask as a key.
func TestSecretAsAKey(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address, func(cfg *approval.Config) {
			spec := newSpec("pay")
			spec.FullSchema = strings.Replace(spec.FullSchema, `"properties":{`, `"properties":{"Labels":{"type":"object"},`, 1)
			tool := runtime.NewTool[payArgs, any](spec, func(data []byte, _ ...runtime.DecodeOption) (*payArgs, error) {
				a := new(payArgs)
				return a, json.Unmarshal(data, a)
			}, nil)
			cfg.Tools = runtime.NewToolset(runtime.Handle(tool, nil))
		})
		if _, err := r.ask("t1", "c1", "pay", `{"To":"ada","Amount":1,"Pin":"hunter2-x","Labels":{"hunter2-x":"1"}}`); err != nil {
			t.Fatal(err)
		}
		seen := string(r.get("c1").Args)
		if strings.Contains(seen, "hunter2") || !strings.Contains(seen, `"•••":"1"`) {
			t.Errorf("the decider sees %s", seen)
		}
		_, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: "c1", Approve: true, Arguments: json.RawMessage(seen)})
		var invalid *runtime.ValidationError
		if !errors.As(err, &invalid) || r.get("c1").Status != approval.Pending {
			t.Errorf("the mask as a key: %v, %s", err, r.get("c1").Status)
		}
	})
}
