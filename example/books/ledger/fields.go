package ledger

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strings"
)

// fields are the members of a JSON object, by their exact keys. What is no object has none.
type fields map[string]json.RawMessage

func parseFields(raw []byte) fields {
	f := fields{}
	if err := json.Unmarshal(raw, &f); err != nil || f == nil {
		return fields{}
	}
	return f
}

// text is a field as text: what a string says, else the JSON of a number or another value. It is
// empty where the field is absent or null. Characters that a database refuses are left out.
func (f fields) text(key string) string {
	var s string
	if !f.absent(key) && json.Unmarshal(f[key], &s) != nil {
		s = string(f[key])
	}
	return clean(s)
}

func (f fields) absent(key string) bool {
	return len(f[key]) == 0 || string(f[key]) == "null"
}

// list is a field's elements, none where it is no array.
func (f fields) list(key string) []fields {
	var elements []json.RawMessage
	_ = json.Unmarshal(f[key], &elements)
	list := make([]fields, len(elements))
	for i, element := range elements {
		list[i] = parseFields(element)
	}
	return list
}

// sum adds up what each element of a list counts for, exactly, and gives it in cents.
func (f fields) sum(key string, amount func(fields) *big.Rat) int64 {
	total := new(big.Rat)
	for _, element := range f.list(key) {
		total.Add(total, amount(element))
	}
	return cents(total)
}

func (f fields) set(key, value string) { f[key] = encode(value) }

// setIfAbsent gives a field a value where it has none.
func (f fields) setIfAbsent(key, value string) {
	if f.absent(key) {
		f.set(key, value)
	}
}

// json is the object that has the fields.
func (f fields) json() string { return clean(string(encode(f))) }

// encode writes a value as JSON, with the characters of HTML as they are: models read it, no
// browser. All that the package encodes are objects and texts, with which that cannot fail.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return bytes.TrimSpace(b.Bytes())
}

// clean leaves out what PostgreSQL does not take as text: zero bytes and invalid UTF-8.
func clean(s string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\x00", ""), "")
}
