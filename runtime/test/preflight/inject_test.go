package preflight_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/toolblock"
)

type handler = func(context.Context, runtime.Invocation) (any, error)

type tenantKey struct{}

// transfers is a tool whose Tenant the server fills, with a new value each time.
func transfers(t *testing.T, h handler) *runtime.Toolset {
	t.Helper()
	const definition = `{"name": "transfer", "inputSchema": {"type": "object", "required": ["To", "Tenant"], "properties": {
		"To": {"type": "string"}, "Pin": {"type": "string", "x-toolgen": {"sensitive": true}},
		"Tenant": {"type": "string", "x-toolgen": {"injected": true, "sensitive": true}}}}}`
	loaded, diags := dynamic.Load("tools.json", []byte(definition), dynamic.Options{})
	if len(loaded.Unavailable) > 0 {
		t.Fatal(diags)
	}
	spec := loaded.Tools[0].Spec()
	spec.Write, spec.Confirm = true, runtime.ConfirmSpec{Tier: 2}
	asked := 0
	return runtime.NewToolset(runtime.HandleAny(loaded.Tools[0], h)).Injecting(func(ctx context.Context, at runtime.Injection) (any, error) {
		asked++
		tenant, _ := ctx.Value(tenantKey{}).(string)
		return fmt.Sprintf("%s-%d", tenant, asked), nil
	})
}

// TestInjected checks on every path through the gate that the injected value is the one that was valid when the
// person was asked, that it is never shown, and that the model cannot set it.
func TestInjected(t *testing.T) {
	t.Parallel()
	const mine = `{"To":"ada","T\u0065nant":"evil","Pin":"1234"}`
	made := runtime.ToolCall{ID: "c1", Name: "transfer", Arguments: mine}
	turn := preflight.Turn{Thread: "t1"}
	for _, tt := range []struct {
		name string
		way  func(context.Context, *preflight.Gate, *runtime.Toolset) runtime.ToolOutput
		asks int
	}{
		{"a call", func(ctx context.Context, g *preflight.Gate, _ *runtime.Toolset) runtime.ToolOutput {
			return g.Call(ctx, turn, made)
		}, 1},
		{"an invocation", func(ctx context.Context, g *preflight.Gate, set *runtime.Toolset) runtime.ToolOutput {
			invs, _ := set.ConvertCallsContext(ctx, []runtime.ToolCall{made})
			return g.Run(context.WithValue(preflight.WithTurn(ctx, turn), tenantKey{}, "other"), invs[0])
		}, 1},
		{"an invocation that nobody converted", func(ctx context.Context, g *preflight.Gate, _ *runtime.Toolset) runtime.ToolOutput {
			return g.Run(preflight.WithTurn(ctx, turn), runtime.Invocation{Call: made, Raw: json.RawMessage(mine)})
		}, 1},
		{"a block", func(ctx context.Context, g *preflight.Gate, set *runtime.Toolset) runtime.ToolOutput {
			p, err := toolblock.New(set, toolblock.WithExecutor(g.Run))
			if err != nil {
				t.Fatal(err)
			}
			s := p.Stream(func(toolblock.Event) {})
			block := "```json\n" + `{"tool":"transfer",` + mine[1:] + "\n```\n"
			if err := errors.Join(s.Feed(preflight.WithTurn(ctx, turn), block), s.End(ctx)); err != nil {
				t.Fatal(err)
			}
			return *s.Calls()[0].Output
		}, 1},
		{"agreed elsewhere", func(ctx context.Context, g *preflight.Gate, set *runtime.Toolset) runtime.ToolOutput {
			invs, _ := set.ConvertCallsContext(ctx, []runtime.ToolCall{made})
			return g.Execute(context.WithValue(ctx, tenantKey{}, "other"), "t1", invs[0])
		}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var ran []runtime.Invocation
				var asked []preflight.Question
				set := transfers(t, func(_ context.Context, inv runtime.Invocation) (any, error) {
					ran = append(ran, inv)
					return json.RawMessage(fmt.Sprintf(`{"echo":%s,"said":"of acme-1"}`, inv.Raw)), nil
				})
				g, k := newGate(t, set, preflight.WithConfirmer(preflight.ConfirmerFunc(func(_ context.Context,
					q preflight.Question) (preflight.Answer, error) {
					asked = append(asked, q)
					return preflight.Answer{Value: preflight.Confirm}, nil
				})))
				out := tt.way(context.WithValue(t.Context(), tenantKey{}, "acme"), g, set)
				if out.Error != nil {
					t.Fatal(out.Error, out.Error.Cause)
				}
				if len(ran) != 1 || len(asked) != tt.asks {
					t.Fatalf("ran %d times, asked %d times", len(ran), len(asked))
				}
				var args map[string]string
				if err := json.Unmarshal(ran[0].Raw, &args); err != nil {
					t.Fatal(err)
				}
				if diff := testdiff.Diff(map[string]string{"To": "ada", "Pin": "1234", "Tenant": "acme-1"}, args); diff != "" {
					t.Errorf("arguments (-want +got):\n%s", diff)
				}
				closeGate(t, g, k, preflight.OutcomeDone)
				for _, q := range asked {
					if strings.Contains(q.Text, "enant") || strings.Contains(string(q.Args), "enant") {
						t.Errorf("asked %q about %s", q.Text, q.Args)
					}
				}
				for _, e := range k.events {
					text, err := json.Marshal(e)
					if err != nil {
						t.Fatal(err)
					}
					if v, ok := e.Data.(preflight.WriteValidation); ok && !testdiff.Equal(v.FieldsValidated, []string{"To", "Pin"}) {
						t.Errorf("fields %q", v.FieldsValidated)
					}
					if strings.Contains(string(text), "acme") || strings.Contains(string(text), "evil") {
						t.Errorf("event %s", text)
					}
				}
				if thread := k.records[0].Thread; thread != "t1" {
					t.Errorf("the thread is %q", thread)
				}
				if fields := k.records[0].Fields; !testdiff.Equal(fields, []string{"To", "Pin"}) {
					t.Errorf("the record names %q", fields)
				}
			})
		})
	}
}
