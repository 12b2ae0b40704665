package mcpguard_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/mcptool"
)

// TestGuardsBehindGuards checks that the message for the model does not grow with the number of servers and
// guards: each passes on the tool's own message.
func TestGuardsBehindGuards(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]error{
		"plain":        errors.New("the mail server is down"),
		"quotes":       errors.New(`it said "no"`),
		"long":         errors.New(strings.Repeat(`so "long" `, 200)),
		"not approved": runtime.NotApproved("The user said no."),
		"long refusal": runtime.NotApproved(strings.Repeat(`no "`, 200)),
		"invalid":      runtime.Invalid("InvoiceId", "rule", nil, "the invoice is paid"),
		"enum":         runtime.Invalid("InvoiceId", "enum", []string{"inv_1", "inv_2"}, ""),
		"canceled":     context.Canceled,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := runtime.NewToolset(runtime.HandleAny(booktools.SendInvoice, func(context.Context, runtime.Invocation) (any, error) { return nil, fault }))
			call := runtime.ToolCall{ID: "c1", Name: "send_invoice", Arguments: `{"InvoiceId":"INV-1","email":"a@example.com"}`}
			var first string
			for depth := range 4 {
				out := set.Call(t.Context(), call)
				text := out.RetryHint.Text()
				if depth == 1 {
					first = text
				} else if depth > 1 && text != first {
					t.Errorf("behind %d guards: %s\nbehind one: %s", depth, text, first)
				}
				guard, _ := connect(t, overHTTP(t, serving(t, set)))
				set = runtime.NewToolset(runtime.HandleAny(booktools.SendInvoice, func(ctx context.Context, inv runtime.Invocation) (any, error) {
					out := guard.Run(ctx, inv)
					return out.Payload, out.Error
				}))
			}
		})
	}
}

// serving is a server with the tools of a set.
func serving(t *testing.T, set *runtime.Toolset) *mcp.Server {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "next", Version: "1"}, nil)
	if err := mcptool.AddTools(server, set); err != nil {
		t.Fatal(err)
	}
	return server
}
