package dynamic

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/oracle"
)

// The invoice of the peer comparison, with one line.
const invoiceCall = `{"id":"6ba7b810-9dad-11d1-80b4-00c04fd430c8","number":"INV-2044","status":"open","issued":"2026-03-01","due":"2026-03-31","currency":"EUR",` +
	`"customer":{"id":"cus_81","name":"Lindner & Sohn","email":"post@lindner.example","address":{"street":"Hafenweg 7","city":"Kiel","country":"DE"}},` +
	`"lines":[{"sku":"SKU-10442","description":"Shelf, oak, 80 cm","quantity":4,"unit_price":79.9,"tax_rate":19,"account":"sales","taxable":true}],` +
	`"total":319.6,"note":"Thank you."}`

// An interpreter that reads, checks and keeps the value in one pass, compared with one that gets maps: compare the
// two figures, not absolute times.
func BenchmarkDecode(b *testing.B) {
	tool, schema := invoice(b)
	library, err := oracle.Compile(string(schema))
	if err != nil {
		b.Fatal(err)
	}
	text := []byte(invoiceCall)
	run := func(read func() error) func(*testing.B) {
		return func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := read(); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
	b.Run("dynamic", run(func() error { _, err := tool.Decode(text); return err }))
	b.Run("santhosh-tekuri", run(func() error { return library.Validate(text) }))
}

// Decoding allocates little beyond the decoded values: each is an any, strings and numbers have their own memory, and
// each object is a map.
func TestAllocations(t *testing.T) {
	tool, _ := invoice(t)
	text := []byte(invoiceCall)
	const most = 51
	if got := testing.AllocsPerRun(100, func() {
		if _, err := tool.Decode(text); err != nil {
			t.Fatal(err)
		}
	}); got > most {
		t.Errorf("%v allocations for a call of 26 values, want at most %d", got, most)
	}
}

// invoice loads the schema of invoiceCall.
func invoice(t testing.TB) (*Tool, []byte) {
	t.Helper()
	schema, err := os.ReadFile(filepath.Join("..", "..", "example", "bench", "schemas", "invoice.json"))
	if err != nil {
		t.Fatal(err)
	}
	set, diags := Load("invoice.json", schema, Options{Envelope: tooldef.Schema, TypeName: "Invoice"})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return set.Tools[0], schema
}
