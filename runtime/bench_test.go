package runtime_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// The invoice of the benchmarks: ten lines, nested objects, enumerations, patterns, dates, an
// e-mail address, a UUID; 1.9 kB of compact JSON in schema order.
type invoice struct {
	ID       string        `json:"id"`
	Number   string        `json:"number"`
	Status   string        `json:"status"`
	Issued   string        `json:"issued"`
	Due      string        `json:"due"`
	Currency string        `json:"currency"`
	Customer customer      `json:"customer"`
	Lines    []invoiceLine `json:"lines"`
	Tags     []string      `json:"tags,omitzero"`
	Total    float64       `json:"total"`
	Note     *string       `json:"note,omitempty"`
}

type customer struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Email   string  `json:"email"`
	Address address `json:"address"`
}

type address struct {
	Street  string `json:"street"`
	City    string `json:"city"`
	Country string `json:"country"`
}

type invoiceLine struct {
	SKU         string  `json:"sku"`
	Description string  `json:"description"`
	Quantity    int64   `json:"quantity"`
	UnitPrice   float64 `json:"unit_price"`
	TaxRate     float64 `json:"tax_rate"`
	Account     string  `json:"account"`
	Taxable     bool    `json:"taxable"`
}

var (
	invoiceObject = gencode.ObjectSpec{
		Keys:     []string{"id", "number", "status", "issued", "due", "currency", "customer", "lines", "tags", "total", "note"},
		Required: []int{0, 1, 2, 3, 4, 5, 6, 7, 9}, Closed: true,
	}
	customerObject = gencode.ObjectSpec{Keys: []string{"id", "name", "email", "address"}, Required: []int{0, 1, 2, 3}, Closed: true}
	addressObject  = gencode.ObjectSpec{Keys: []string{"street", "city", "country"}, Required: []int{0, 1, 2}, Closed: true}
	lineObject     = gencode.ObjectSpec{
		Keys:     []string{"sku", "description", "quantity", "unit_price", "tax_rate", "account", "taxable"},
		Required: []int{0, 1, 2, 3, 5}, Closed: true,
	}
)

func (a *invoice) decode(d *gencode.Decoder) {
	o := gencode.Object{Spec: &invoiceObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.String(&a.ID) {
				d.Format(a.ID, "uuid")
			}
		case 1:
			if d.String(&a.Number) {
				d.MatchPattern(a.Number, isPrefixDigits(a.Number, "INV-"), `^INV-\d+$`)
				d.Length("maxLength", a.Number, 20)
			}
		case 2:
			if d.String(&a.Status) {
				d.EnumString(a.Status, "draft", "open", "paid", "void")
			}
		case 3:
			if d.String(&a.Issued) {
				d.Format(a.Issued, "date")
			}
		case 4:
			if d.String(&a.Due) {
				d.Format(a.Due, "date")
			}
		case 5:
			if d.String(&a.Currency) {
				d.EnumString(a.Currency, "INR", "USD", "EUR")
			}
		case 6:
			a.Customer.decode(d)
		case 7:
			if gencode.Slice(d, &a.Lines, (*invoiceLine).decode) {
				d.Size("minItems", len(a.Lines), 1)
			}
		case 8:
			if mark := d.Mark(); gencode.Slice(d, &a.Tags, gencode.DecodeString) && d.SoundSince(mark) {
				gencode.Unique(&d.Checker, a.Tags)
			}
		case 9:
			if d.Float64(&a.Total) {
				d.Bound("minimum", a.Total, 0)
				d.MultipleOf(a.Total, "0.01")
			}
		case 10:
			if v := d.OptionalString(&a.Note); v != nil {
				d.Length("maxLength", *v, 500)
			}
		}
	}
}

func (a *customer) decode(d *gencode.Decoder) {
	o := gencode.Object{Spec: &customerObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.String(&a.ID) {
				d.MatchPattern(a.ID, isPrefixDigits(a.ID, "cus_"), `^cus_\d+$`)
			}
		case 1:
			if d.String(&a.Name) {
				d.Length("minLength", a.Name, 1)
				d.Length("maxLength", a.Name, 100)
			}
		case 2:
			if d.String(&a.Email) {
				d.Format(a.Email, "email")
			}
		case 3:
			a.Address.decode(d)
		}
	}
}

func (a *address) decode(d *gencode.Decoder) {
	o := gencode.Object{Spec: &addressObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.String(&a.Street) {
				d.Length("maxLength", a.Street, 100)
			}
		case 1:
			if d.String(&a.City) {
				d.Length("maxLength", a.City, 100)
			}
		case 2:
			if d.String(&a.Country) {
				d.Length("minLength", a.Country, 2)
				d.Length("maxLength", a.Country, 2)
			}
		}
	}
}

func (a *invoiceLine) decode(d *gencode.Decoder) {
	o := gencode.Object{Spec: &lineObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.String(&a.SKU) {
				d.MatchPattern(a.SKU, isPrefixDigits(a.SKU, "SKU-"), `^SKU-\d+$`)
			}
		case 1:
			if d.String(&a.Description) {
				d.Length("minLength", a.Description, 1)
				d.Length("maxLength", a.Description, 200)
			}
		case 2:
			if d.Int64(&a.Quantity) {
				d.BoundInt("minimum", a.Quantity, 1)
				d.BoundInt("maximum", a.Quantity, 10000)
			}
		case 3:
			if d.Float64(&a.UnitPrice) {
				d.Bound("minimum", a.UnitPrice, 0)
				d.MultipleOf(a.UnitPrice, "0.01")
			}
		case 4:
			if d.Float64(&a.TaxRate) {
				d.Bound("minimum", a.TaxRate, 0)
				d.Bound("maximum", a.TaxRate, 100)
			}
		case 5:
			if d.String(&a.Account) {
				d.EnumString(a.Account, "sales", "services", "freight", "other")
			}
		case 6:
			d.Bool(&a.Taxable)
		}
	}
}

func isPrefixDigits(s, prefix string) bool {
	if len(s) <= len(prefix) || s[:len(prefix)] != prefix {
		return false
	}
	for i := len(prefix); i < len(s); i++ {
		if s[i]-'0' > 9 {
			return false
		}
	}
	return true
}

func decodeInvoice(data []byte, opts ...runtime.DecodeOption) (*invoice, error) {
	return gencode.Decode(data, (*invoice).decode, opts...)
}

// invoiceJSON returns the invoice with n lines.
func invoiceJSON(n int) []byte {
	var b strings.Builder
	b.WriteString(`{"id":"2eb8aa08-aa98-11ea-b4aa-73b441d16380","number":"INV-20240117","status":"open","issued":"2024-01-17","due":"2024-02-16","currency":"EUR",` +
		`"customer":{"id":"cus_4711","name":"Nordwind Handels GmbH","email":"billing@nordwind.example.com","address":{"street":"Hafenstrasse 12","city":"Hamburg","country":"DE"}},"lines":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"sku":"SKU-%05d","description":"Steel bracket, galvanised, size %d","quantity":%d,"unit_price":%d.95,"tax_rate":19,"account":"sales","taxable":true}`,
			10000+i*37, i%9, 1+i%12, 10+i%80)
	}
	b.WriteString(`],"tags":["wholesale","net30"],"total":1234.5,"note":"Please pay within thirty days; bank details are on page two."}`)
	return []byte(b.String())
}

// BenchmarkFaults decodes the invoice with three faults, up to the list of issues.
func BenchmarkFaults(b *testing.B) {
	text := strings.Replace(string(invoiceJSON(10)), `"open"`, `"opened"`, 1)
	text = strings.Replace(text, "@nordwind", "_at_nordwind", 1)
	text = strings.Replace(text, `"quantity":3`, `"quantity":0`, 1)
	in := []byte(text)
	b.ReportAllocs()
	for b.Loop() {
		_, err := decodeInvoice(in)
		var v *runtime.ValidationError
		if !errors.As(err, &v) || len(v.Issues()) != 3 {
			b.Fatal(err)
		}
	}
}

// BenchmarkInvoice also reports the ratio to json.Valid on the same text. The two alternate, so that noise affects both, and the
// medians are compared.
func BenchmarkInvoice(b *testing.B) {
	compact := invoiceJSON(10)
	var indented strings.Builder
	enc := json.NewEncoder(&indented)
	enc.SetIndent("", "  ")
	if err := enc.Encode(json.RawMessage(compact)); err != nil {
		b.Fatal(err)
	}
	var shuffled map[string]any
	if err := json.Unmarshal(compact, &shuffled); err != nil {
		b.Fatal(err)
	}
	sorted, err := json.Marshal(shuffled) // sorting by key changes the order
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		text []byte
	}{
		{"compact", compact},
		{"sorted", sorted},
		{"indented", []byte(indented.String())},
		{"accented", []byte(strings.ReplaceAll(string(compact), "Steel", "Stähl"))},
		{"thousand", invoiceJSON(1000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			if _, err := decodeInvoice(c.text); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs() // json.Valid does not allocate
			const burst = 20
			rounds := (b.N + burst - 1) / burst
			ours, valid := make([]time.Duration, rounds), make([]time.Duration, rounds)
			for i := range rounds {
				start := time.Now()
				for range burst {
					decodeInvoice(c.text)
				}
				ours[i] = time.Since(start)
				start = time.Now()
				for range burst {
					json.Valid(c.text)
				}
				valid[i] = time.Since(start)
			}
			slices.Sort(ours)
			slices.Sort(valid)
			b.ReportMetric(float64(ours[rounds/2])/burst, "ns/op")
			b.ReportMetric(float64(ours[rounds/2])/float64(valid[rounds/2]), "×json.Valid")
		})
	}
}
