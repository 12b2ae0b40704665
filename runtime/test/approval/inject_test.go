package approval_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
)

type tenantKey struct{}

func inTenant(ctx context.Context, tenant string) context.Context {
	return context.WithValue(ctx, tenantKey{}, tenant)
}

// TestInjected checks that a call runs with the values that the server injected for its requester, not with the model's values or
// those that would be injected for the approver.
func TestInjected(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address, func(cfg *approval.Config) {
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
			if shown, err := json.Marshal(r.get(tt.id)); err != nil || strings.Contains(string(shown), "maker") ||
				strings.Contains(string(shown), "evil") {
				t.Errorf("%s: %s, %v", tt.id, shown, err)
			}
			d := approval.Decision{ToolCallID: tt.id, Approve: true}
			if tt.edit != "" {
				d.Arguments = json.RawMessage(tt.edit)
			}
			if settled, err := r.Decide(inTenant(t.Context(), "approver"), grace, d); err != nil || settled.Call.Status != approval.Done {
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

// TestRefilled checks that with Config.Refill injected values are not in the database, but are injected again when the call
// runs, on behalf of the owner of the thread, whoever runs it.
func TestRefilled(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		var mu sync.Mutex
		asked := 0
		var down error
		owner := map[string]string{"t1": "ada", "t2": "bob"}
		r := newRig(t, address, func(cfg *approval.Config) {
			cfg.Tools = cfg.Tools.Injecting(func(ctx context.Context, _ runtime.Injection) (any, error) {
				mu.Lock()
				defer mu.Unlock()
				asked++
				return fmt.Sprintf("secret of %v, no. %d", ctx.Value(tenantKey{}), asked), down
			})
			cfg.Refill = func(ctx context.Context, thread string) (context.Context, error) {
				if owner[thread] == "" {
					panic("whose is it?")
				}
				return inTenant(ctx, owner[thread]), nil
			}
		})
		request := func(id, thread, args string) {
			t.Helper()
			call := runtime.ToolCall{ID: id, Name: "pay", Arguments: args}
			for range 2 { // injected values are not part of the call, so that it can be repeated
				invs, failures := r.cfg.Tools.ConvertCallsContext(inTenant(t.Context(), owner[thread]), []runtime.ToolCall{call})
				if len(failures) > 0 {
					t.Fatal(failures[0].Error.Cause)
				}
				if _, err := r.RequestApproval(inTenant(t.Context(), "other"), thread, invs[0]); err != nil {
					t.Fatal(id, err)
				}
			}
			raw := runtime.Invocation{Call: call}
			if _, err := r.RequestApproval(t.Context(), thread, raw); err != nil {
				t.Fatal("of unknown origin", id, err)
			}
		}
		failing := func(err error) (n int) {
			mu.Lock()
			defer mu.Unlock()
			down = err
			return asked
		}
		request("plain", "t1", `{"To":"ada","Amount":1,"Tenant":"evil"}`)
		request("edited", "t2", `{"To":"ada","Amount":1}`)
		request("down", "t2", `{"To":"ada","Amount":1}`)
		for i, d := range []approval.Decision{{ToolCallID: "plain", Approve: true}, {ToolCallID: "edited", Approve: true,
			Arguments: json.RawMessage(`{"To":"bob","Amount":2}`)}} {
			before := failing(nil)
			if settled, err := r.Decide(inTenant(t.Context(), "approver"), grace, d); err != nil || settled.Call.Status != approval.Done ||
				r.runs() != i+1 {
				t.Fatalf("%s: %+v, %v", d.ToolCallID, settled, err)
			}
			want := fmt.Sprintf("secret of %s, no. %d", owner[[]string{"t1", "t2"}[i]], failing(nil))
			if got := *r.paid[i].Tenant; got != want || failing(nil) == before {
				t.Errorf("%s: ran with %q, want %q", d.ToolCallID, got, want)
			}
		}
		if err := edit(r, "down", `{"To":"bob","Amount":2,"Tenant":"evil"}`); err == nil {
			t.Error("an edit has set an injected field")
		}
		// The call was approved, and its fields cannot be filled for a while.
		r.step = func(name string) {
			if name == "decided" {
				failing(errors.New("the vault is sealed"))
			}
		}
		settled, err := r.approve("down")
		if err == nil || settled.Call.Status != approval.Approved || !errors.Is(err, approval.ErrUnfilled) ||
			!strings.Contains(err.Error(), "sealed") {
			t.Errorf("%+v, %v", settled, err)
		}
		r.clock.add(time.Minute)
		if resumed, err := r.Resume(t.Context()); err == nil || len(resumed.Executed)+len(resumed.Refused) > 0 {
			t.Errorf("%+v, %v", resumed, err)
		}
		failing(nil)
		if resumed, err := r.Resume(t.Context()); err != nil || len(resumed.Executed) != 1 ||
			!strings.HasPrefix(*r.paid[2].Tenant, "secret of bob") {
			t.Errorf("%+v, %v", resumed, err)
		}
		// A failing program gets an error, and no call is lost.
		request("orphan", "t1", `{"To":"ada","Amount":1}`)
		owner["t1"] = ""
		if _, err := r.Decide(t.Context(), grace, approval.Decision{ToolCallID: "orphan", Approve: true}); err == nil ||
			r.get("orphan").Status != approval.Pending {
			t.Errorf("%v, %s", err, r.get("orphan").Status)
		}
		for _, table := range []string{"tool_calls", "approval_audit"} {
			if text := dump(t, r, table); strings.Contains(text, "secret") || strings.Contains(text, "evil") || !strings.Contains(text, "orphan") {
				t.Errorf("%s: %s", table, text)
			}
		}
	})
}

func edit(r *rig, id, args string) error {
	_, err := r.Decide(context.Background(), grace, approval.Decision{ToolCallID: id, Approve: true, Arguments: json.RawMessage(args)})
	return err
}

// dump returns all rows of a table as text.
func dump(t *testing.T, r *rig, table string) string {
	t.Helper()
	rows, err := r.db.Query("SELECT * FROM " + table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			if b, ok := (*v.(*any)).([]byte); ok {
				text.Write(b)
			} else {
				fmt.Fprint(&text, *v.(*any))
			}
			text.WriteByte(' ')
		}
	}
	return text.String()
}

// TestUnfitFillIsNobodysEdit checks that an invalid value of the server is no fault of the decider, and is not disclosed.
func TestUnfitFillIsNobodysEdit(t *testing.T) {
	unfit := false
	s := newSite(t, t.TempDir()+"/a.db", func(cfg *approval.Config) {
		cfg.Tools = cfg.Tools.Injecting(func(context.Context, runtime.Injection) (any, error) {
			if unfit {
				return map[string]string{"secret": "hunter2"}, nil
			}
			return "x", nil
		})
		cfg.Refill = func(ctx context.Context, _ string) (context.Context, error) { return ctx, nil }
	})
	s.request("c1")
	unfit = true
	for _, body := range []string{approveC1, `{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":"bob","Amount":2}}`} {
		a := s.post(body)
		s.expect("a fault of the server", a, 503, "unfilled", "")
		if strings.Contains(a.body, "Tenant") {
			t.Errorf("an injected field is disclosed: %s", a.body)
		}
	}
	_, err := s.Decide(t.Context(), grace, approval.Decision{ToolCallID: "c1", Approve: true})
	if invalid := new(runtime.ValidationError); !errors.Is(err, approval.ErrUnfilled) || errors.As(err, &invalid) ||
		!strings.Contains(err.Error(), "Tenant") {
		t.Errorf("got %v", err)
	}
	unfit = false
	s.expect("it fits again", s.post(approveC1), 200, "", approval.Done)
}
