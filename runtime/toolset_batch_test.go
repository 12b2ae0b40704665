package runtime

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
)

// TestBatchOfTen checks, for each way in which a call can fail, that a batch of ten calls with one such call gives ten answers, each to
// its own call, and that the nine others run.
func TestBatchOfTen(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		way  string
		call ToolCall
		kind FailureKind // "" for an answer without an error
		ran  bool        // its handler was called
	}{
		{"no JSON", ToolCall{Name: "create_payment", Arguments: `{"AccountId" "x"}`}, FailureParse, false},
		{"cut off", ToolCall{Name: "create_payment", Arguments: goodCall[:20], StopReason: "length"}, FailureParse, false},
		{"empty", ToolCall{Name: "create_payment"}, FailureParse, false},
		{"invalid", ToolCall{Name: "create_payment", Arguments: `{"AccountId":"x"}`}, FailureValidation, false},
		{"encoded twice", ToolCall{Name: "create_payment", Arguments: jsonText(goodCall)}, FailureValidation, false},
		{"unknown tool", ToolCall{Name: "create_paiment", Arguments: goodCall}, FailureToolNotFound, false},
		{"refused by the backend", ToolCall{Name: "refuses", Arguments: goodCall}, FailureValidation, true},
		{"handler fails", ToolCall{Name: "fails", Arguments: goodCall}, FailureHandler, true},
		{"handler panics", ToolCall{Name: "panics", Arguments: goodCall}, FailureInternal, true},
		{"decoder panics", ToolCall{Name: "panics_decoding", Arguments: goodCall}, FailureInternal, false},
		{"unavailable", ToolCall{Name: "unavailable", Arguments: goodCall}, FailureInternal, false},
		{"no handler", ToolCall{Name: "has_no_handler", Arguments: goodCall}, FailureInternal, false},
		{"result does not fit", ToolCall{Name: "garbles", Arguments: goodCall}, "", true},
	} {
		for broken := range 10 {
			var ran atomic.Int64
			set := failingSet(&ran)
			calls := make([]ToolCall, 10)
			for i := range calls {
				calls[i] = ToolCall{ID: fmt.Sprint(i), Name: "create_payment", Arguments: goodCall}
			}
			calls[broken] = tt.call
			calls[broken].ID = fmt.Sprint(broken)
			invocations, failures := set.ConvertCalls(calls)
			outputs := make([]ToolOutput, 0, 10)
			for _, inv := range invocations {
				outputs = append(outputs, set.Run(context.Background(), inv))
			}
			for _, f := range failures {
				outputs = append(outputs, f.Output())
			}
			answers := map[string]int{}
			for _, out := range outputs {
				answers[out.CallID]++
				kind := FailureKind("")
				if out.Error != nil {
					kind = out.Error.Kind
				}
				want := FailureKind("")
				if out.CallID == fmt.Sprint(broken) {
					want = tt.kind
				}
				if kind != want || (kind != "") != (out.RetryHint != nil && out.Payload == nil) {
					t.Errorf("%s, at %d: call %s has %q, want %q", tt.way, broken, out.CallID, kind, want)
				}
			}
			wantRan := int64(9)
			if tt.ran {
				wantRan = 10
			}
			if len(outputs) != 10 || len(answers) != 10 || ran.Load() != wantRan {
				t.Errorf("%s, at %d: %d answers to %d calls, %d handlers ran", tt.way, broken, len(outputs), len(answers), ran.Load())
			}
		}
	}
}
