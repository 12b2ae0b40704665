package approval

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

type tenantKey struct{}

func inTenant(ctx context.Context, tenant string) context.Context {
	return context.WithValue(ctx, tenantKey{}, tenant)
}

// TestInjected holds that a call runs with what the server has filled in for who made it, not with
// what the model wrote nor with what would be filled in for who approves it.
func TestInjected(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address, func(cfg *Config) {
			cfg.Tools = cfg.Tools.Injecting(func(ctx context.Context, _ runtime.Injection) (any, error) {
				return ctx.Value(tenantKey{}), nil
			})
		})
		maker := inTenant(t.Context(), "maker")
		request := func(id string, inv runtime.Invocation) error {
			inv.Call.ID = id
			_, err := r.RequestApproval(inTenant(t.Context(), "other"), "t1", inv)
			return err
		}
		call := runtime.ToolCall{ID: "c", Name: "pay", Arguments: `{"To":"ada","Amount":1,"Tenant":"evil"}`}
		invs, failures := r.cfg.Tools.ConvertCallsContext(maker, []runtime.ToolCall{call})
		if len(failures) > 0 {
			t.Fatal(failures[0].Error.Cause)
		}
		for i, tt := range []struct {
			id, edit, want string
			inv            runtime.Invocation
		}{
			{"plain", ``, "maker", invs[0]},
			{"edited", `{"To":"bob","Amount":2}`, "maker", invs[0]},
			{"of unknown origin", ``, "", runtime.Invocation{Call: call, Raw: json.RawMessage(call.Arguments)}},
		} {
			if err := request(tt.id, tt.inv); err != nil {
				t.Fatal(tt.id, err)
			}
			if shown, err := json.Marshal(r.get(tt.id)); err != nil || strings.Contains(string(shown), "maker") || strings.Contains(string(shown), "evil") {
				t.Errorf("%s: %s, %v", tt.id, shown, err)
			}
			d := Decision{ToolCallID: tt.id, Approve: true}
			if tt.edit != "" {
				d.Arguments = json.RawMessage(tt.edit)
			}
			if settled, err := r.Decide(inTenant(t.Context(), "approver"), grace, d); err != nil || settled.Call.Status != Done {
				t.Fatalf("%s: %+v, %v", tt.id, settled, err)
			}
			if r.runs() != i+1 {
				t.Fatalf("%s: %d runs", tt.id, r.runs())
			}
			got := ""
			if v := r.paid[i].Tenant; v != nil {
				got = *v
			}
			if got != tt.want {
				t.Errorf("%s: ran for the tenant %q, want %q", tt.id, got, tt.want)
			}
		}
	})
}
