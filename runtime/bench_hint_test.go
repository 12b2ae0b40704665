package runtime_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// invoiceSpec says of the invoice what its decoder checks.
var invoiceSpec = runtime.ToolSpec{Name: "create_invoice", Fields: []runtime.FieldSpec{
	{Path: "id", Type: "string", Required: true, Format: "uuid"},
	{Path: "number", Type: "string", Required: true, Pattern: `^INV-\d+$`},
	{Path: "status", Type: "string", Required: true, Enum: []string{`"draft"`, `"open"`, `"paid"`, `"void"`}, Description: "State of the invoice."},
	{Path: "issued", Type: "string", Required: true, Format: "date"},
	{Path: "due", Type: "string", Required: true, Format: "date"},
	{Path: "currency", Type: "string", Required: true, Enum: []string{`"INR"`, `"USD"`, `"EUR"`}},
	{Path: "customer", Type: "object", Required: true, Closed: true},
	{Path: "customer.id", Type: "string", Required: true},
	{Path: "customer.name", Type: "string", Required: true},
	{Path: "customer.email", Type: "string", Required: true, Format: "email", Description: "Where the invoice is sent."},
	{Path: "lines", Type: "array", Required: true},
	{Path: "lines[]", Type: "object", Closed: true},
	{Path: "lines[].sku", Type: "string", Required: true},
	{Path: "lines[].quantity", Type: "integer", Required: true, Bounds: []runtime.BoundSpec{{Keyword: "minimum", Limit: "1"}}},
	{Path: "total", Type: "number", Required: true},
}}

// BenchmarkFaultsAndHint is the invoice of 1.9 kB with three faults, up to its hint, as data and
// as text. It reports the ratio to what decoding the valid invoice takes, and to what decoding
// the faulty one takes; the three are run in turns, and medians are compared.
func BenchmarkFaultsAndHint(b *testing.B) {
	valid := invoiceJSON(10)
	text := strings.Replace(string(valid), `"open"`, `"opened"`, 1)
	text = strings.Replace(text, "@nordwind", "_at_nordwind", 1)
	faulty := []byte(strings.Replace(text, `"quantity":3`, `"quantity":0`, 1))
	tool := runtime.NewTool[invoice, json.RawMessage](&invoiceSpec, decodeInvoice, nil)
	const burst = 20
	for _, form := range []string{"hint", "known call", "text", "JSON"} {
		b.Run(form, func(b *testing.B) {
			var opts []runtime.HintOption
			if form != "hint" {
				opts = append(opts, runtime.WithCall(faulty))
			}
			size := 0
			b.ReportAllocs()
			rounds := (b.N + burst - 1) / burst
			whole, sound, decoding := make([]time.Duration, rounds), make([]time.Duration, rounds), make([]time.Duration, rounds)
			for i := range rounds {
				start := time.Now()
				for range burst {
					_, err := tool.DecodeArgs(faulty)
					h := runtime.BuildHint(tool, err, opts...)
					switch form {
					case "text":
						size = len(h.Text())
					case "JSON":
						raw, _ := json.Marshal(h)
						size = len(raw)
					}
					if len(h.Constraints) != 3 {
						b.Fatalf("%+v", h)
					}
				}
				whole[i] = time.Since(start)
				start = time.Now()
				for range burst {
					_, _ = tool.DecodeArgs(valid)
				}
				sound[i] = time.Since(start)
				start = time.Now()
				for range burst {
					_, _ = tool.DecodeArgs(faulty)
				}
				decoding[i] = time.Since(start)
			}
			slices.Sort(whole)
			slices.Sort(sound)
			slices.Sort(decoding)
			m := rounds / 2
			b.ReportMetric(float64(whole[m].Nanoseconds())/burst, "ns/faulty+hint")
			b.ReportMetric(float64(sound[m].Nanoseconds())/burst, "ns/valid")
			b.ReportMetric(float64(whole[m])/float64(sound[m]), "x-valid")
			b.ReportMetric(float64(whole[m])/float64(decoding[m]), "x-faulty")
			if size > 0 {
				b.ReportMetric(float64(size), "bytes")
			}
		})
	}
}
