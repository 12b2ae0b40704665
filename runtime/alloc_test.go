package runtime_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// TestAllocations limits allocations to slightly more than today's: a valid call allocates its values, and validating a valid
// value allocates nothing.
func TestAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("pools are ineffective under the race detector, which the short tests use")
	}
	medium := hintCases()[1]
	paid := &payment{AccountID: "acc_1", Amount: 5, Applications: []paymentApplication{{InvoiceID: "inv_1", Amount: 5}}}
	for _, tt := range []struct {
		name string
		most float64
		run  func()
	}{
		{"valid", 6, func() { _, _ = decodeInvoice(medium.valid) }},
		{"validate", 0, func() { _ = paid.Validate() }},
		{"issues", 27, func() { _, _ = decodeInvoice(medium.faulty) }},
	} {
		if n := testing.AllocsPerRun(50, tt.run); n > tt.most {
			t.Errorf("%s: %v allocations, want at most %v", tt.name, n, tt.most)
		}
	}
}

// TestHintOfLongCall checks that a hint's size depends neither on the size of the call nor on the number of its faults.
func TestHintOfLongCall(t *testing.T) {
	t.Parallel()
	text := string(invoiceJSON(1000))
	tool := runtime.NewTool[invoice, json.RawMessage](&invoiceSpec, decodeInvoice, nil)
	for name, call := range map[string]string{
		"one fault":       strings.Replace(text, `"quantity":3`, `"quantity":0`, 1),
		"a fault a line":  strings.ReplaceAll(text, `"quantity":`, `"quantity":-`),
		"three in a line": strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(text, `"quantity":`, `"quantity":-`), "SKU-", "sku "), `"sales"`, `"sails"`),
		"unknown keys":    strings.ReplaceAll(text, `"sku"`, `"stock_keeping"`),
	} {
		_, err := tool.Decode([]byte(call), runtime.MaxIssues(10_000))
		var v *runtime.ValidationError
		if !errors.As(err, &v) {
			t.Fatalf("%s: %v", name, err)
		}
		h := runtime.BuildHint(tool, err, runtime.WithCall([]byte(call)))
		raw, _ := json.Marshal(h)
		if text := h.Text(); len(raw) > runtime.DefaultBudget || len(text) > runtime.DefaultBudget {
			t.Errorf("%s: %d bytes as JSON, %d as text", name, len(raw), len(text))
		}
		if shown := len(h.Changes); shown == 0 || h.Omitted >= len(v.Issues()) {
			t.Errorf("%s: %d issues, but the hint shows %d and omits %d", name, len(v.Issues()), shown, h.Omitted)
		}
	}
}
