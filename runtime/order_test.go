package runtime_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// An order has what the lenient options are about and a payment has not: enumerations, lists of
// all kinds and unions.
type order struct {
	Status   string     `json:"status"`
	Priority *string    `json:"priority,omitempty"`
	Tags     []string   `json:"tags,omitzero"`
	Kinds    []string   `json:"kinds,omitzero"`
	Lines    []line     `json:"lines,omitzero"`
	Grid     [][]int64  `json:"grid,omitzero"`
	Things   []any      `json:"things,omitzero"`
	Quantity *quantity  `json:"quantity,omitempty"`
	Op       *operation `json:"op,omitempty"`
	Target   *target    `json:"target,omitempty"`
	Note     any        `json:"note,omitempty"`
	Count    *int64     `json:"count,omitempty"`
	Flag     *bool      `json:"flag,omitempty"`
}

type line struct {
	SKU   string  `json:"sku"`
	Price float64 `json:"price"`
	Unit  *string `json:"unit,omitempty"`
}

// quantity is one of two objects that differ in the type of one field only.
type quantity struct{ Value any }

type counted struct {
	N     int64   `json:"n"`
	Label *string `json:"label,omitempty"`
}

type described struct {
	N    string `json:"n"`
	Mode *bool  `json:"mode,omitempty"`
}

// operation is told apart by a property, target by the JSON type.
type operation struct{ Value any }

type target struct{ Value any }

var (
	orderObject     = runtime.ObjectSpec{Keys: []string{"status", "priority", "tags", "kinds", "lines", "grid", "things", "quantity", "op", "target", "note", "count", "flag"}, Required: []int{0}, Nullable: []int{10}}
	lineObject2     = runtime.ObjectSpec{Keys: []string{"sku", "price", "unit"}, Required: []int{0, 1}, Closed: true}
	countedObject   = runtime.ObjectSpec{Keys: []string{"n", "label"}, Required: []int{0}, Closed: true}
	describedObject = runtime.ObjectSpec{Keys: []string{"n", "mode"}, Required: []int{0}, Closed: true}
	quantityUnion   = runtime.UnionSpec{Keyword: "oneOf", Labels: []string{"counted", "described"}, Kinds: []runtime.JSONType{runtime.TypeObject, runtime.TypeObject}}
	operationUnion  = runtime.UnionSpec{Keyword: "oneOf", Labels: []string{"add", "drop"}, Property: "do", Values: [][]string{{`"add"`}, {`"drop"`}}}
	targetUnion     = runtime.UnionSpec{Keyword: "anyOf", Labels: []string{"integer", "list"}, Kinds: []runtime.JSONType{runtime.TypeInteger, runtime.TypeArray}}
	addObject       = runtime.ObjectSpec{Keys: []string{"do", "n"}, Required: []int{0, 1}}
	dropObject      = runtime.ObjectSpec{Keys: []string{"do"}, Required: []int{0}}
)

func (a *order) decode(d *runtime.Decoder) {
	a.decodeFields(d, &runtime.Object{Spec: &orderObject})
}

func (a *order) decodeFields(d *runtime.Decoder, o *runtime.Object) {
	for d.Next(o) {
		switch o.Index {
		case 0:
			if d.String(&a.Status) {
				d.EnumString(a.Status, "open", "in_progress", "on-hold", "on hold", "closed")
				d.MaxLength(a.Status, 11)
			}
		case 1:
			if v := d.OptionalString(&a.Priority); v != nil {
				d.EnumString(*v, "1-0", "10", "-1d", "Highest")
			}
		case 2:
			if runtime.Slice(d, &a.Tags, runtime.DecodeString) {
				runtime.Unique(&d.Checker, a.Tags)
			}
		case 3:
			runtime.Slice(d, &a.Kinds, func(v *string, d *runtime.Decoder) {
				if d.String(v) {
					d.EnumString(*v, "GOODS", "SERVICES")
				}
			})
		case 4:
			runtime.Slice(d, &a.Lines, (*line).decode)
		case 5:
			runtime.Slice(d, &a.Grid, func(v *[]int64, d *runtime.Decoder) { runtime.Slice(d, v, runtime.DecodeInt64) })
		case 6:
			runtime.Slice(d, &a.Things, runtime.DecodeAny)
		case 7:
			q := new(quantity)
			a.Quantity = q
			q.Value = runtime.Choose(d, &quantityUnion,
				func(d *runtime.Decoder) any { return runtime.Variant(d, (*counted).decode) },
				func(d *runtime.Decoder) any { return runtime.Variant(d, (*described).decode) })
		case 8:
			a.Op = new(operation)
			a.Op.decode(d)
		case 9:
			v := new(target)
			a.Target = v
			switch d.Select(&targetUnion) {
			case 0:
				v.Value = runtime.Variant(d, func(n *int64, d *runtime.Decoder) { d.Int64(n) })
			case 1:
				v.Value = runtime.Variant(d, func(n *[]int64, d *runtime.Decoder) { runtime.Slice(d, n, runtime.DecodeInt64) })
			}
		case 10:
			d.Any(&a.Note)
		case 11:
			if v := d.OptionalInt64(&a.Count); v != nil {
				d.MaximumInt(*v, 1000)
			}
		case 12:
			d.OptionalBool(&a.Flag)
		}
	}
}

func (a *operation) decode(d *runtime.Decoder) {
	object := &addObject
	switch d.Select(&operationUnion) {
	case -1:
		return
	case 1:
		object = &dropObject
	}
	read := map[string]any{}
	o := runtime.Object{Spec: object}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			var s string
			d.String(&s)
			read["do"] = s
		case 1:
			var n int64
			d.Int64(&n)
			read["n"] = n
		}
	}
	a.Value = read
}

func (a *line) decode(d *runtime.Decoder) {
	o := runtime.Object{Spec: &lineObject2}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			d.String(&a.SKU)
		case 1:
			if d.Float64(&a.Price) {
				d.Minimum(a.Price, 0)
			}
		case 2:
			if v := d.OptionalString(&a.Unit); v != nil {
				d.EnumAny(*v, `"kg"`, `"PIECE"`, `null`)
			}
		}
	}
}

func (a *counted) decode(d *runtime.Decoder) {
	o := runtime.Object{Spec: &countedObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			d.Int64(&a.N)
		case 1:
			if v := d.OptionalString(&a.Label); v != nil {
				d.EnumString(*v, "BIG", "SMALL")
			}
		}
	}
}

func (a *described) decode(d *runtime.Decoder) {
	o := runtime.Object{Spec: &describedObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			d.String(&a.N)
		case 1:
			d.OptionalBool(&a.Mode)
		}
	}
}

func (q quantity) MarshalJSON() ([]byte, error)  { return json.Marshal(q.Value) }
func (o operation) MarshalJSON() ([]byte, error) { return json.Marshal(o.Value) }
func (t target) MarshalJSON() ([]byte, error)    { return json.Marshal(t.Value) }

func decodeOrder(data []byte, opts ...runtime.DecodeOption) (*order, error) {
	return runtime.Decode(data, (*order).decode, opts...)
}

// read is what decoding an order comes to, in short.
type read struct {
	value    string // as JSON
	issues   []string
	receipts []string
	text     string // as it was read, if it was changed
}

func readOrder(t testing.TB, in string, opts ...runtime.DecodeOption) read {
	t.Helper()
	var receipts []runtime.Receipt
	var text json.RawMessage
	v, err := decodeOrder([]byte(in), append(opts, runtime.CollectReceipts(&receipts), runtime.CollectText(&text))...)
	r := read{issues: issuesOf(err), receipts: inShort(receipts), text: string(text)}
	if v != nil {
		marshalled, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		r.value = string(marshalled)
	}
	return r
}

func inShort(receipts []runtime.Receipt) []string {
	var list []string
	for _, r := range receipts {
		list = append(list, fmt.Sprintf("%s %s %s %s", r.Field, r.Kind, plainJSON(r.From), plainJSON(r.To)))
	}
	return list
}

// plainJSON is the JSON of a scalar with its characters as they are.
func plainJSON(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(b.String(), "\n")
}
