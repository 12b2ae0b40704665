// Package payload generates the input of the comparison: three calls of increasing size, each valid in four
// forms and once with three faults. The bytes are the same on every run.
package payload

import (
	"fmt"
	"strings"
)

// Kind is one of the three calls, named by the title of its schema.
type Kind string

// The three calls.
const (
	Deposit Kind = "deposit" // 74 bytes: three scalars
	Invoice Kind = "invoice" // 1.9 kB: ten lines, nested objects, enums, patterns, dates, e-mail, UUID
	Journal Kind = "journal" // 149 kB: a thousand lines
)

// Kinds lists all kinds by size.
var Kinds = []Kind{Deposit, Invoice, Journal}

// Compact returns the valid call as most models write it: compact ASCII, keys in schema order.
func (k Kind) Compact() []byte {
	switch k {
	case Deposit:
		return []byte(`{"account":"DE-4711","amount":1249.95,"memo":"Deposit for order 20260117"}`)
	case Invoice:
		return invoice()
	default:
		return journal()
	}
}

// Faults is the number of faults in each faulty call.
const Faults = 3

// Faulty returns the compact call with three faults in three fields, described by [Kind.Wrong].
func (k Kind) Faulty() []byte {
	text := string(k.Compact())
	for _, f := range faults[k] {
		if strings.Count(text, f.sound) != 1 {
			panic(fmt.Sprintf("%s: %q does not occur exactly once", k, f.sound))
		}
		text = strings.Replace(text, f.sound, f.faulty, 1)
	}
	return []byte(text)
}

// Wrong describes the three faults: the field and the violated keyword of each.
func (k Kind) Wrong() []string {
	var wrong []string
	for _, f := range faults[k] {
		wrong = append(wrong, f.field+" "+f.keyword)
	}
	return wrong
}

// fault is a fragment that occurs once in a compact call, and its faulty replacement.
type fault struct {
	field, keyword string
	sound, faulty  string
}

// The faults are of different kinds: some have a wrong type or shape, others only an invalid value.
var faults = map[Kind][]fault{
	Deposit: {
		{"account", "pattern", `"DE-4711"`, `"de-4711"`},
		{"amount", "type", `1249.95`, `"1249.95"`},
		{"memo", "required", `,"memo":"Deposit for order 20260117"`, ``},
	},
	Invoice: {
		{"status", "enum", `"open"`, `"opened"`},
		{"customer.email", "format", `billing@nordwind`, `billing_at_nordwind`},
		{"lines[2].quantity", "minimum", `"quantity":3,`, `"quantity":0,`},
	},
	Journal: {
		{"lines[17].account", "pattern", `"4017-17"`, `"4017/17"`},
		{"lines[500].amount", "type", `600.25`, `"600.25"`},
		{"lines[998].side", "required", `"account":"4998-98","side":"debit",`, `"account":"4998-98",`},
	},
}

func invoice() []byte {
	var b strings.Builder
	b.WriteString(`{"id":"2eb8aa08-aa98-11ea-b4aa-73b441d16380","number":"INV-20260117","status":"open",` +
		`"issued":"2026-01-17","due":"2026-02-16","currency":"EUR","customer":{"id":"cus_4711",` +
		`"name":"Nordwind Handels GmbH","email":"billing@nordwind.example.com",` +
		`"address":{"street":"Hafenstrasse 12","city":"Hamburg","country":"DE"}},"lines":[`)
	accounts := []string{"sales", "services", "freight", "other"}
	for i := range 10 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"sku":"SKU-%05d","description":"Steel bracket, galvanised, size %d","quantity":%d,`+
			`"unit_price":%d.95,"tax_rate":19,"account":"%s","taxable":true}`,
			10000+i*37, i%9, 1+i, 10+i, accounts[i%len(accounts)])
	}
	b.WriteString(`],"total":824.25,"note":"Please pay within thirty days; bank details are on page two."}`)
	return []byte(b.String())
}

func journal() []byte { return []byte(journalHead + journalLines(1000) + journalTail) }
