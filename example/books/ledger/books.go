package ledger

import (
	"bytes"
	_ "embed" // for books.json
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A book has the records that result from the calls so far, by kind, in order of creation.
type book struct {
	records map[string][]*Record
	calls   int       // the number of calls
	now     time.Time // time of the current call
}

// A Record is a record of the books.
type Record struct {
	ID, Status string
	// Body is the arguments that created the record, merged with those of later changes.
	Body fields
}

type object map[string]any

// A writer describes a write tool: it creates a record of a kind, or changes the one that the arguments
// name. The record gets the status, if there is one. The time is stored under the key At; it stays if the
// status stays.
type writer struct {
	Kind, Prefix, ID, Status, At string
	Makes                        bool
}

// write executes a call of a write tool. It fails only if the record to change does not exist.
func (b *book) write(tool string, args fields) (object, error) {
	w := books.Tools[tool]
	var r *Record
	if w.Makes {
		r = &Record{ID: fmt.Sprintf("%s-%03d", w.Prefix, len(b.records[w.Kind])+1), Body: fields{}}
		b.records[w.Kind] = append(b.records[w.Kind], r)
		args = maps.Clone(args)
		args.setIfAbsent("Date", b.now.Format(time.DateOnly))
		if w.Status == "DRAFT" {
			args.setIfAbsent("Currency", "EUR")
		}
	} else if r = b.find(w.Kind, args.text(w.ID)); r == nil {
		return nil, &callError{fmt.Sprintf("the %s have no %.64q", w.Kind, args.text(w.ID))}
	}
	if w.Status == "" || w.Status != r.Status {
		maps.Copy(r.Body, args)
		if w.At != "" {
			r.Body.set(w.At, b.now.Format(time.RFC3339))
		}
	}
	// A document keeps the name of its contact after the contact is deleted.
	if _, given := args["ContactId"]; given {
		delete(r.Body, "ContactName")
		if owner := b.find("contacts", args.text("ContactId")); owner != nil {
			r.Body.set("ContactName", owner.Body.text("Name"))
		}
	}
	switch {
	case w.Status != "":
		r.Status = w.Status
	case tool == "send_invoice" && r.Status == "DRAFT": // no mail is sent
		r.Status = "AUTHORISED"
	}
	answer := b.state(w.Kind, w.ID, r)
	if w.At != "" {
		answer[w.At] = r.Body.text(w.At)
	}
	if w.Status == "DELETED" { // the id stays, so that it is never reused
		r.Body, answer = fields{}, object{"ContactId": r.ID, "Deleted": true}
	}
	return answer, nil
}

func (b *book) find(kind, id string) *Record {
	if i := slices.IndexFunc(b.records[kind], func(r *Record) bool { return r.ID == id }); i >= 0 {
		return b.records[kind][i]
	}
	return nil
}

// state returns the current state of a record, including the effect of payments.
func (b *book) state(kind, key string, r *Record) object {
	state := object{key: r.ID, "Status": r.Status}
	switch kind {
	case "contacts":
	case "journals":
		state["TotalDebit"] = money(r.Body.sum("Lines", "DebitAmount", "", nil))
		state["TotalCredit"] = money(r.Body.sum("Lines", "CreditAmount", "", nil))
	case "payments":
		applied := r.Body.sum("Applications", "Amount", "", func(a fields) bool { return a.text("InvoiceId") != "" })
		state["Unapplied"] = money(applied.Sub(number(r.Body["Amount"]), applied))
	default:
		total, paid := r.Body.sum("Lines", "UnitAmount", "Quantity", nil), new(big.Rat)
		for _, p := range b.records["payments"] {
			paid.Add(paid, p.Body.sum("Applications", "Amount", "", func(a fields) bool { return a.text("InvoiceId") == r.ID }))
		}
		switch {
		case r.Status == "VOIDED":
			total, paid = new(big.Rat), new(big.Rat)
		case r.Status == "AUTHORISED" && paid.Sign() > 0 && paid.Cmp(total) >= 0:
			state["Status"] = "PAID"
		}
		state["Total"] = money(total)
		state["AmountDue"] = money(total.Sub(total, paid))
	}
	return state
}

// lists implements the read-only tools.
var lists = map[string]func(b *book, args fields) object{
	"get_all_invoices": func(b *book, args fields) object {
		var found []object
		status, owner, before := args.text("Status"), args.text("ContactId"), args.text("DueBefore")
		for _, r := range b.records["invoices"] {
			item, due := b.state("invoices", "InvoiceId", r), r.Body.text("DueDate")
			if status != "" && item["Status"] != status || owner != "" && r.Body.text("ContactId") != owner || before != "" && (due == "" || due >= before) {
				continue
			}
			item["InvoiceNumber"] = r.ID
			for _, key := range []string{"ContactId", "ContactName", "Date", "DueDate", "Currency"} {
				if text := r.Body.text(key); text != "" {
					item[key] = text
				}
			}
			found = append(found, item)
		}
		return page("invoices", found, "DueDate", args)
	},
	"get_contacts": func(b *book, args fields) object {
		var found []object
		search, of := strings.ToLower(args.text("Search")), args.text("Kind")
		for _, c := range b.records["contacts"] {
			owns := func(kind string) bool {
				return slices.ContainsFunc(b.records[kind], func(r *Record) bool { return r.Body.text("ContactId") == c.ID })
			}
			name, mail, isCustomer, isSupplier := c.Body.text("Name"), c.Body.text("EmailAddress"), owns("invoices"), owns("bills")
			if c.Status != "DELETED" && strings.Contains(strings.ToLower(name+"\n"+mail), search) &&
				(of == "" || of == "CUSTOMER" && isCustomer || of == "SUPPLIER" && isSupplier) {
				found = append(found, object{"ContactId": c.ID, "Name": name, "EmailAddress": mail, "IsCustomer": isCustomer, "IsSupplier": isSupplier})
			}
		}
		return page("contacts", found, "Name", args)
	},
}

// page returns a page of a hundred, ordered by a field.
func page(key string, found []object, by string, args fields) object {
	text := func(o object) string { s, _ := o[by].(string); return s }
	slices.SortStableFunc(found, func(a, b object) int { return strings.Compare(text(a), text(b)) })
	number, _ := strconv.Atoi(args.text("Page"))
	from := min((min(max(number, 1), 1_000_000)-1)*100, len(found))
	to := min(from+100, len(found))
	return object{key: append([]object{}, found[from:to]...), "HasMore": to < len(found)}
}

//go:embed books.json
var booksJSON []byte

// books describes the write tools, and the calls that every ledger starts with.
var books = func() (b struct {
	Tools map[string]writer
	Seed  []struct {
		Tool      string
		Arguments fields
	}
}) {
	if err := json.Unmarshal(booksJSON, &b); err != nil {
		panic("books.json: " + err.Error())
	}
	return b
}()

// newBook returns the books at the start.
func newBook() *book {
	b := &book{records: map[string][]*Record{}, now: time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)}
	for _, call := range books.Seed {
		if _, err := b.write(call.Tool, call.Arguments); err != nil {
			panic("books.json: " + err.Error())
		}
	}
	return b
}

// fields are the members of a JSON object, with exact keys; none if the value is not an object.
type fields map[string]json.RawMessage

func parse(raw []byte) fields {
	f := fields{}
	if err := json.Unmarshal(raw, &f); err != nil || f == nil {
		return fields{}
	}
	return f
}

// text returns a field as text: the string itself, or the JSON of any other value; "" if the field is absent
// or null.
func (f fields) text(key string) string {
	var s string
	if !f.absent(key) && json.Unmarshal(f[key], &s) != nil {
		s = string(f[key])
	}
	return clean(s)
}

func (f fields) absent(key string) bool { return len(f[key]) == 0 || string(f[key]) == "null" }

// list returns the elements of a field, none if it is not an array.
func (f fields) list(key string) []fields {
	var elements []json.RawMessage
	_ = json.Unmarshal(f[key], &elements)
	list := make([]fields, len(elements))
	for i, element := range elements {
		list[i] = parse(element)
	}
	return list
}

// sum adds up a field over the matching elements of a list, exactly, multiplied by another field if present.
func (f fields) sum(list, key, times string, match func(fields) bool) *big.Rat {
	total := new(big.Rat)
	for _, element := range f.list(list) {
		amount := number(element[key])
		if !element.absent(times) {
			amount.Mul(amount, number(element[times]))
		}
		if match == nil || match(element) {
			total.Add(total, amount)
		}
	}
	return total
}

func (f fields) set(key, value string) { f[key] = encode(value) }

func (f fields) setIfAbsent(key, value string) {
	if f.absent(key) {
		f.set(key, value)
	}
}

// String returns the JSON.
func (f fields) String() string { return string(encode(f)) }

// encode marshals a value without HTML escapes: models read it, not browsers. It cannot fail for the objects and
// strings that the package encodes.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return bytes.TrimSpace(b.Bytes())
}

// clean removes what PostgreSQL does not accept as text: zero bytes and invalid UTF-8.
func clean(s string) string { return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "") }

// number returns the exact value of a JSON number; zero if it is not a number or beyond any amount of money.
func number(raw json.RawMessage) *big.Rat {
	size, err := strconv.ParseFloat(string(raw), 64)
	if size = math.Abs(size); err != nil || len(raw) > 100 || size < 1e-40 || size > 1e40 {
		return new(big.Rat)
	}
	exact, _ := new(big.Rat).SetString(string(raw))
	return exact
}

// money formats an amount as a JSON number, rounded to the cent, halves away from zero.
func money(amount *big.Rat) json.Number { return json.Number(amount.FloatString(2)) }
