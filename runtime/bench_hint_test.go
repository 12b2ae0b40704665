package runtime_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// invoiceSpec describes the constraints that the invoice decoder checks.
var invoiceSpec = runtime.ToolSpec{Name: "create_invoice", InputSchema: `{"type":"object","properties":{"id":{"type":"string","format":"uuid"},"number":{"type":"string","pattern":"^INV-\\d+$"},"status":{"type":"string","description":"State of the invoice.","enum":["draft","open","paid","void"]},"issued":{"type":"string","format":"date"},"due":{"type":"string","format":"date"},"currency":{"type":"string","enum":["INR","USD","EUR"]},"customer":{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"email":{"type":"string","description":"Where the invoice is sent.","format":"email"},"address":{"type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"},"country":{"type":"string"}},"required":["street","city","country"],"additionalProperties":false}},"required":["id","name","email","address"],"additionalProperties":false},"lines":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"},"quantity":{"type":"integer","minimum":1},"description":{"type":"string"},"unit_price":{"type":"number"},"tax_rate":{"type":"number"},"account":{"type":"string"},"taxable":{"type":"boolean"}},"required":["sku","quantity","description","unit_price","account"],"additionalProperties":false}},"tags":{"type":"array","items":{"type":"string"}},"note":{"type":"string"},"total":{"type":"number"}},"required":["id","number","status","issued","due","currency","customer","lines","total"],"additionalProperties":false}`}

// The transfer of the benchmarks: a flat object with four members.
type transfer struct {
	Account, Currency string
	Amount            float64
	Memo              *string
}

var transferObject = gencode.ObjectSpec{
	Keys: []string{"account", "amount", "currency", "memo"}, Required: []int{0, 1, 2}, Closed: true,
}

var transferSpec = runtime.ToolSpec{Name: "transfer", InputSchema: `{"type":"object","properties":{"account":{"type":"string","description":"Account to pay from.","pattern":"^acc_\\d+$"},"amount":{"type":"number","exclusiveMinimum":0},"currency":{"type":"string","enum":["INR","USD","EUR"]},"memo":{"type":"string","maxLength":40}},"required":["account","amount","currency"]}`}

func (a *transfer) decode(d *gencode.Decoder) {
	o := gencode.Object{Spec: &transferObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.String(&a.Account) {
				d.MatchPattern(a.Account, isPrefixDigits(a.Account, "acc_"), `^acc_\d+$`)
			}
		case 1:
			if d.Float64(&a.Amount) {
				d.Bound("exclusiveMinimum", a.Amount, 0)
			}
		case 2:
			if d.String(&a.Currency) {
				d.EnumString(a.Currency, "INR", "USD", "EUR")
			}
		case 3:
			if v := d.OptionalString(&a.Memo); v != nil {
				d.Length("maxLength", *v, 40)
			}
		}
	}
}

func decodeTransfer(data []byte, opts ...runtime.DecodeOption) (*transfer, error) {
	return gencode.Decode(data, (*transfer).decode, opts...)
}

// hintCase is a call of a tool, and the same call with three faults.
type hintCase struct {
	name          string
	tool          runtime.Tool
	valid, faulty []byte
}

func hintCases() []hintCase {
	small := `{"account":"acc_4711","amount":12.5,"currency":"EUR","memo":"March rent"}`
	spoil := func(text string, pairs ...string) []byte {
		for i := 0; i < len(pairs); i += 2 {
			text = strings.Replace(text, pairs[i], pairs[i+1], 1)
		}
		return []byte(text)
	}
	invoiceFaults := []string{`"open"`, `"opened"`, "@nordwind", "_at_nordwind", `"quantity":3`, `"quantity":0`}
	invoiceTool := runtime.NewTool[invoice, json.RawMessage](&invoiceSpec, decodeInvoice, nil)
	medium, large := string(invoiceJSON(10)), string(invoiceJSON(1000))
	return []hintCase{
		{
			"small", runtime.NewTool[transfer, json.RawMessage](&transferSpec, decodeTransfer, nil),
			[]byte(small), spoil(small, "acc_4711", "ACC 4711", "12.5", "-12.5", "EUR", "eur"),
		},
		{"medium", invoiceTool, []byte(medium), spoil(medium, invoiceFaults...)},
		{"large", invoiceTool, []byte(large), spoil(large, invoiceFaults...)},
	}
}

// BenchmarkInvalid decodes a call with three faults, up to its issues or to the text of its hint, with and without the call known to
// the hint. It reports the ratio to decoding the valid call. The two alternate, so that noise affects both, and the medians are
// compared.
func BenchmarkInvalid(b *testing.B) {
	for _, c := range hintCases() {
		issues := func() int {
			_, err := c.tool.Decode(c.faulty)
			var v *runtime.ValidationError
			if !errors.As(err, &v) || len(v.Issues()) != 3 {
				b.Fatal(err)
			}
			return 0
		}
		hint := func(opts ...runtime.HintOption) func() int {
			return func() int {
				_, err := c.tool.Decode(c.faulty)
				h := runtime.BuildHint(c.tool, err, opts...)
				if len(h.Changes) == 0 && len(h.Constraints) == 0 {
					b.Fatalf("%+v", h)
				}
				return len(h.Text())
			}
		}
		for _, form := range []struct {
			name string
			run  func() int
		}{
			{"issues", issues}, {"hint", hint()}, {"hint+call", hint(runtime.WithCall(c.faulty))},
		} {
			b.Run(c.name+"/"+form.name, func(b *testing.B) {
				burst := max(20_000/len(c.valid), 2)
				rounds := (b.N + burst - 1) / burst
				whole, sound := make([]time.Duration, rounds), make([]time.Duration, rounds)
				size := 0
				for i := range rounds {
					start := time.Now()
					for range burst {
						size = form.run()
					}
					whole[i] = time.Since(start)
					start = time.Now()
					for range burst {
						if _, err := c.tool.Decode(c.valid); err != nil {
							b.Fatal(err)
						}
					}
					sound[i] = time.Since(start)
				}
				slices.Sort(whole)
				slices.Sort(sound)
				m := rounds / 2
				b.ReportMetric(float64(whole[m].Nanoseconds())/float64(burst), "ns/invalid")
				b.ReportMetric(float64(sound[m].Nanoseconds())/float64(burst), "ns/valid")
				b.ReportMetric(float64(whole[m])/float64(sound[m]), "x-valid")
				b.ReportMetric(testing.AllocsPerRun(10, func() { form.run() }), "allocs")
				if size > 0 {
					b.ReportMetric(float64(size), "bytes")
				}
			})
		}
	}
}
