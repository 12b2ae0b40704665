package guide

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/runtime/toolgentest"
)

// Every typical fault of a model can be repaired from the hint alone.
func TestHintsCanBeFollowed(t *testing.T) {
	for seed := range uint64(20) {
		call, err := toolgentest.Sample(booktools.VoidInvoice, seed) // valid arguments
		if err != nil {
			t.Fatal(err)
		}
		if spoiled, ok := toolgentest.Spoil(call, seed); ok { // with one fault
			toolgentest.AssertRepairable(t, booktools.VoidInvoice, spoiled)
		}
	}
}

// In every labelled call (1 means all), what a hint calls certain is what the model meant. Label invalid calls
// of your own agent.
func TestHintsAreFaithful(t *testing.T) {
	labels, err := toolgentest.ReadLabelled(strings.NewReader(
		`{"id": "1", "tool": "void_invoice", "call": "{\"invoice_id\": \"INV-7\"}", "gold": {"certain": {"InvoiceId": "INV-7"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	toolgentest.AssertFaithful(t, booktools.Tools.Lookup, labels, 1)
}
