package booktools_test

import (
	"testing"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/runtime"
)

// TestTierLimitsEveryWayIn checks that the decoder of a tool of tier 3 allows no leniency even if it is called
// directly, without the tool.
func TestTierLimitsEveryWayIn(t *testing.T) {
	t.Parallel()
	strict := `{"InvoiceId":"INV-000123"}`
	if _, err := booktools.DecodeVoidInvoiceArgs([]byte(strict), runtime.Lenient()); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{`{"InvoiceId":123}`, "```json\n" + strict + "\n```", `{"InvoiceId":"INV-000123",}`} {
		var receipts []runtime.Receipt
		_, direct := booktools.DecodeVoidInvoiceArgs([]byte(args), runtime.Lenient(), runtime.CollectReceipts(&receipts))
		_, byTool := booktools.VoidInvoice.DecodeArgs([]byte(args), runtime.Lenient())
		if direct == nil || byTool == nil || len(receipts) > 0 {
			t.Errorf("%s: %v, %v, %v", args, direct, byTool, receipts)
		}
	}
}
