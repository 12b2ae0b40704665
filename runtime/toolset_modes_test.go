package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	engine "github.com/toolgen/toolgen/runtime/internal/repair"
)

// invalidPayments are arguments that no leniency or only some leniency makes valid.
var invalidPayments = []string{
	``, `null`, `[]`, `"x"`, `5`, `{}`, `{"a`, goodCall[:len(goodCall)-1], "```json\n" + goodCall + "\n```", jsonText(goodCall),
	strings.Replace(goodCall, `5,"App`, `"5","App`, 1), strings.Replace(goodCall, `5,"App`, `"1,250.00","App`, 1),
	strings.Replace(goodCall, `5,"App`, `"007","App`, 1), strings.Replace(goodCall, `5,"App`, `0,"App`, 1),
	strings.Replace(goodCall, `}]}`, `}],"Currency":"inr"}`, 1), strings.Replace(goodCall, `}]}`, `}],"Currency":"yen"}`, 1),
	strings.Replace(goodCall, `}]}`, `}],"Memo":null}`, 1), strings.Replace(goodCall, `}]}`, `}],"Memoo":"m"}`, 1),
	strings.Replace(goodCall, `}]}`, `}],"Amount":6}`, 1), strings.Replace(goodCall, `}]}`, `},]}`, 1),
	strings.Replace(goodCall, `acc_x1`, ``, 1), strings.Replace(goodCall, `"acc_x1"`, `null`, 1), goodCall + goodCall, "\xff" + goodCall,
	`{"AccountId":"acc_x1","Amount":5,"Applications":"[{\"InvoiceId\":\"inv_1\",\"Amount\":\"-5\"}]"}`,
	`{"AccountId":"acc_x1","Amount":5,"Applications":{"InvoiceId":"inv_1","Amount":"5"}}`,
}

// TestNoModeRunsInvalidArguments checks, for every set of lenient options and every tier, that handlers only get valid arguments, whose
// bytes are also valid strictly.
func TestNoModeRunsInvalidArguments(t *testing.T) {
	t.Parallel()
	for tier := range 4 {
		spec := ToolSpec{Name: "create_payment", InputSchema: paySchema, Confirm: ConfirmSpec{Tier: tier}}
		var ran atomic.Int64
		tool := HandleAny(NewTool[payArgs, json.RawMessage](&spec, decodePayArgs, nil), func(_ context.Context, inv Invocation) (any, error) {
			ran.Add(1)
			if _, err := decodePayArgs(inv.Raw); err != nil {
				t.Errorf("tier %d: a handler got %s: %v", tier, inv.Raw, err)
			}
			if string(inv.Raw) != inv.Call.Arguments && len(inv.Receipts) == 0 {
				t.Errorf("tier %d: %s was changed to %s without a receipt", tier, inv.Call.Arguments, inv.Raw)
			}
			return nil, nil
		})
		for set := range int(engine.AllAllowed) + 1 {
			if testing.Short() && set%5 != 0 {
				continue
			}
			tools := NewToolset(tool).Decoding(lenient(engine.Allowed(set)), MaxIssues(1))
			for _, args := range invalidPayments {
				before := ran.Load()
				out := tools.Call(t.Context(), ToolCall{ID: "1", Name: "create_payment", Arguments: args})
				if reached := ran.Load() > before; reached != (out.Error == nil) || reached && (set == 0 || tier == 3) {
					t.Errorf("tier %d, options %08b: %s: reached %v, error %v", tier, set, args, reached, out.Error)
				}
			}
		}
		if (ran.Load() > 0) != (tier < 3) {
			t.Errorf("tier %d: %d handlers ran", tier, ran.Load())
		}
	}
}

// TestRunTakesOnlyWhatWasDecoded checks that no invocation bypasses ConvertCalls or Only.
func TestRunTakesOnlyWhatWasDecoded(t *testing.T) {
	t.Parallel()
	var ran atomic.Int64
	set := failingSet(&ran)
	tool, _ := set.Lookup("create_payment")
	call := ToolCall{ID: "1", Name: "create_payment", Arguments: `{}`}
	out := set.Run(t.Context(), Invocation{Call: call, Tool: tool, Args: &payArgs{}, Raw: json.RawMessage(`{}`)})
	if out.CallID != "1" || out.Error == nil || out.Error.Kind != FailureInternal || !errors.Is(out.Error, errInternal) {
		t.Errorf("a hand-made invocation: %+v", out)
	}
	call.Arguments = goodCall
	invocations, _ := set.ConvertCalls([]ToolCall{call})
	if out := set.Only("fails").Run(t.Context(), invocations[0]); out.Error == nil || out.Error.Kind != FailureToolNotFound || out.RetryHint.Reason != ToolNotFound {
		t.Errorf("a tool that is not enabled: %+v", out)
	}
	if ran.Load() != 0 {
		t.Errorf("%d handlers ran", ran.Load())
	}
	if out := set.Run(t.Context(), invocations[0]); out.Error != nil || ran.Load() != 1 {
		t.Errorf("the invocation itself: %+v", out)
	}
}
