package gencode_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// orderForm is decoded and validated by its method decode, like generated code. Its seal, which represents a union, is
// validated by its JSON.
type orderForm struct {
	Number string
	Note   *string
	Count  *int64
	Size   *uint64
	Short  *int32
	Long   uint32
	Urgent *bool
	Price  float64
	Rate   *float64
	Exact  json.Number
	Lines  []orderLine
	Tags   []string
	Marks  map[string]int64
	More   map[string]any
	Thing  any
	Phone  runtime.Nullable[string]
	Ship   runtime.NullablePointer[orderLine]
	Grid   [][]int64
	First  *orderLine
	Seal   orderSeal
}

type orderLine struct {
	Item string
	Seal *orderSeal
}

type orderSeal struct{ Text string }

var orderFormObject = gencode.ObjectSpec{
	Keys: []string{"number", "note", "count", "size", "short", "long", "urgent", "price", "rate", "exact", "lines", "tags",
		"marks", "more", "thing", "phone", "ship", "grid", "first", "seal"},
	Required: []int{0, 5, 7, 10, 12}, Nullable: []int{12, 15, 16},
}

func (a *orderForm) decode(d *gencode.Decoder) {
	o := gencode.Object{Spec: &orderFormObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.String(&a.Number) {
				d.Length("minLength", a.Number, 1)
			}
		case 1:
			if v := d.OptionalString(&a.Note); v != nil {
				d.Length("maxLength", *v, 3)
			}
		case 2:
			if v := d.OptionalInt64(&a.Count); v != nil {
				d.BoundInt("minimum", *v, 1)
			}
		case 3:
			if d.Reads() {
				a.Size = new(uint64)
			}
			if d.Uint64(a.Size) {
				d.Compare("maximum", *a.Size, "9")
			}
		case 4:
			if d.Reads() {
				a.Short = new(int32)
			}
			if d.Int32(a.Short) {
				d.BoundInt("maximum", int64(*a.Short), 9)
			}
		case 5:
			if d.Uint32(&a.Long) {
				d.BoundInt("maximum", int64(a.Long), 9)
			}
		case 6:
			if v := d.OptionalBool(&a.Urgent); v != nil {
				d.ConstBool(*v, true)
			}
		case 7:
			if d.Float64(&a.Price) {
				d.Bound("minimum", a.Price, 0)
				d.Bound("maximum", a.Price, 9)
			}
		case 8:
			d.OptionalFloat64(&a.Rate)
		case 9:
			d.Number(&a.Exact)
		case 10:
			if gencode.Slice(d, &a.Lines, (*orderLine).decode) {
				d.Size("maxItems", len(a.Lines), 2)
			}
		case 11:
			gencode.Slice(d, &a.Tags, func(v *string, d *gencode.Decoder) {
				if d.String(v) {
					d.Length("minLength", *v, 1)
				}
			})
		case 12:
			if !d.Null() && gencode.MapOf(d, &a.Marks, func(v *int64, d *gencode.Decoder) {
				if d.Int64(v) {
					d.BoundInt("maximum", *v, 9)
				}
			}) {
				d.Size("maxProperties", len(a.Marks), 3)
			}
		case 13:
			gencode.MapOf(d, &a.More, gencode.DecodeAny)
		case 14:
			d.Any(&a.Thing)
		case 15:
			if v := gencode.NotNull(d, &a.Phone); v != nil && d.String(v) {
				d.Length("minLength", *v, 3)
			}
		case 16:
			if v := gencode.NotNullPointer(d, &a.Ship); v != nil {
				v.decode(d)
			}
		case 17:
			gencode.Slice(d, &a.Grid, func(v *[]int64, d *gencode.Decoder) {
				gencode.Slice(d, v, gencode.DecodeInt64)
			})
		case 18:
			if d.Reads() {
				a.First = new(orderLine)
			}
			if a.First != nil {
				a.First.decode(d)
			}
		case 19:
			a.Seal.decode(d)
		}
	}
}

var orderLineObject = gencode.ObjectSpec{Keys: []string{"item", "seal"}, Required: []int{0}}

func (a *orderLine) decode(d *gencode.Decoder) {
	o := gencode.Object{Spec: &orderLineObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.Implied("enum", gencode.TypeString, "a", "b") && d.String(&a.Item) {
				d.EnumString(a.Item, "a", "b")
			}
		case 1:
			if d.Reads() {
				a.Seal = new(orderSeal)
			}
			if a.Seal != nil {
				a.Seal.decode(d)
			}
		}
	}
}

func (a *orderSeal) decode(d *gencode.Decoder) {
	if d.ByJSON(a.Text, func(d *gencode.Decoder) { new(orderSeal).decode(d) }) {
		return
	}
	if d.String(&a.Text) {
		d.ConstString(a.Text, "ok")
	}
}

func (a *orderForm) Validate() error { return gencode.ValidateBy(a != nil, a.decode) }

// placesOf lists issues as "field constraint".
func placesOf(err error) string {
	var invalid *runtime.ValidationError
	if !errors.As(err, &invalid) {
		return ""
	}
	var list []string
	for _, issue := range invalid.Issues() {
		list = append(list, strings.TrimSpace(issue.Field+" "+issue.Constraint))
	}
	return strings.Join(list, "; ")
}

func soundForm() *orderForm {
	return &orderForm{
		Number: "1", Exact: "1", Lines: []orderLine{}, Thing: []any{"x", json.Number("1")}, More: map[string]any{"x": nil},
		Marks: map[string]int64{"a": 1}, Seal: orderSeal{"ok"}, Tags: []string{"x"}, Grid: [][]int64{{1}, {}},
	}
}

// TestValidateByDecode checks that decode methods validate Go values: every fault at its location, in schema order, and none
// for absent values.
func TestValidateByDecode(t *testing.T) {
	t.Parallel()
	point := func(f float64) *float64 { return &f }
	tests := []struct {
		name string
		edit func(a *orderForm)
		want string
	}{
		{"sound", func(*orderForm) {}, ""},
		{"absent", func(a *orderForm) { a.Marks, a.More, a.Thing, a.Tags, a.Grid = nil, nil, nil, nil, nil }, ""},
		{"present", func(a *orderForm) {
			note, yes, n, u, i := "abc", true, int64(1), uint64(9), int32(9)
			a.Note, a.Urgent, a.Count, a.Size, a.Short, a.Rate = &note, &yes, &n, &u, &i, point(1)
			a.Phone, a.Ship = runtime.ValueOf("123"), runtime.ValuePointerOf(orderLine{Item: "a"})
			a.First = &orderLine{Item: "b", Seal: &orderSeal{"ok"}}
		}, ""},
		{"null", func(a *orderForm) {
			a.Phone, a.Ship = runtime.NullOf[string](), runtime.NullPointerOf[orderLine]()
		}, ""},
		{"scalars", func(a *orderForm) {
			note, no, n, u, i := "long", false, int64(0), uint64(10), int32(10)
			a.Number, a.Note, a.Count, a.Size, a.Short, a.Long, a.Urgent, a.Price = "", &note, &n, &u, &i, 10, &no, 10
		}, "number minLength; note maxLength; count minimum; size maximum; short maximum; long maximum; urgent const; price maximum"},
		{"numbers that JSON has no text for", func(a *orderForm) { a.Price, a.Rate, a.Exact = math.NaN(), point(math.Inf(1)), "x" },
			"price range; rate range; exact type"},
		{"no list", func(a *orderForm) { a.Lines = nil }, "lines required"},
		{"list", func(a *orderForm) { a.Lines = []orderLine{{"a", nil}, {"c", nil}, {"b", &orderSeal{"no"}}} },
			"lines[1].item enum; lines[2].seal const; lines maxItems"},
		{"texts", func(a *orderForm) { a.Tags = []string{"x", "", "y", ""} }, "tags[1] minLength; tags[3] minLength"},
		{"map", func(a *orderForm) { a.Marks = map[string]int64{"d": 10, "b": 1, "a b": 11, "c": 12} },
			`marks["a b"] maximum; marks.c maximum; marks.d maximum; marks maxProperties`},
		{"values that JSON has no text for", func(a *orderForm) {
			a.More, a.Thing = map[string]any{"b": math.NaN(), "a": func() {}}, []any{json.Number("?")}
		}, "more.a type; more.b range; thing format"},
		{"nullable", func(a *orderForm) {
			a.Phone, a.Ship = runtime.ValueOf("1"), runtime.ValuePointerOf(orderLine{Item: "x"})
		}, "phone minLength; ship.item enum"},
		{"list in a list", func(a *orderForm) { a.Grid = [][]int64{{1}, nil} }, "grid[1] required"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a, same := soundForm(), soundForm()
			test.edit(a)
			test.edit(same)
			if got := placesOf(a.Validate()); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if !reflect.DeepEqual(a, same) && !strings.Contains(test.name, "JSON has no") {
				t.Errorf("Validate changed the value: %+v, it was %+v", *a, *same)
			}
		})
	}
	var none *orderForm
	if got := issuesOf(none.Validate()); !reflect.DeepEqual(got, []string{"type want object got null"}) {
		t.Errorf("nil pointer: %q", got)
	}
}

// TestValidateByDecodeReads checks that the same methods decode.
func TestValidateByDecodeReads(t *testing.T) {
	t.Parallel()
	text := `{"number":"1","note":"abc","count":1,"size":9,"short":9,"long":9,"urgent":true,"price":1.5,"rate":2,"exact":1e400,
		"lines":[{"item":"a","seal":"ok"}],"tags":["x"],"marks":{"a":1},"more":{"x":null},"thing":[1],"phone":"123","ship":{"item":"b"},
		"grid":[[1],[]],"first":{"item":"b"},"seal":"ok"}`
	a, err := gencode.Decode([]byte(text), (*orderForm).decode)
	if err != nil {
		t.Fatal(issuesOf(err))
	}
	if err := a.Validate(); err != nil {
		t.Error(issuesOf(err))
	}
	if *a.Note != "abc" || *a.Size != 9 || a.First.Item != "b" || a.Lines[0].Seal.Text != "ok" || a.Ship.Value().Item != "b" {
		t.Errorf("%+v", a)
	}
	_, err = gencode.Decode([]byte(`{"number":"","note":1,"long":10,"price":null,"lines":{},"marks":null,"seal":"ok"}`), (*orderForm).decode)
	if got, want := placesOf(err), "number minLength; note type; long maximum; price type; lines type"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestValidateByDecodeCap checks that each value beyond the cap counts once, whichever bounds it violates.
func TestValidateByDecodeCap(t *testing.T) {
	t.Parallel()
	const n = 250
	list := make([]float64, n)
	for i := range list {
		list[i] = math.NaN()
	}
	byDecode := gencode.ValidateBy(true, func(d *gencode.Decoder) {
		gencode.Slice(d, &list, func(v *float64, d *gencode.Decoder) {
			if d.Float64(v) {
				d.Bound("minimum", *v, 0)
				d.Bound("maximum", *v, 1)
				d.MultipleOf(*v, "0.5")
				d.EnumNumber("enum", *v, "0", "1")
			}
		})
	})
	var invalid *runtime.ValidationError
	if !errors.As(byDecode, &invalid) || len(invalid.Issues())+invalid.Omitted() != n || invalid.Issues()[1].Constraint != "range" {
		t.Errorf("%v: %d issues, %d omitted", invalid.Issues()[1], len(invalid.Issues()), invalid.Omitted())
	}
}

func TestValidateByDecodeAllocatesNothing(t *testing.T) {
	lines := []orderLine{{Item: "a"}, {Item: "b"}}
	decode := func(d *gencode.Decoder) { gencode.Slice(d, &lines, (*orderLine).decode) }
	if n := testing.AllocsPerRun(100, func() { _ = gencode.ValidateBy(true, decode) }); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}

// TestValidateByDecodeTogether checks that several goroutines may validate one value; the race detector finds writes.
func TestValidateByDecodeTogether(t *testing.T) {
	t.Parallel()
	a := soundForm()
	a.Phone = runtime.ValueOf("123")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if err := a.Validate(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// TestValidateByNeedsNoText checks that a hand-written decode method that requires a text gives an error rather than a valid
// result, and that it does not affect the next validation.
func TestValidateByNeedsNoText(t *testing.T) {
	t.Parallel()
	for name, decode := range map[string]func(d *gencode.Decoder){
		"a value left out":         func(d *gencode.Decoder) { d.Skip() },
		"an attempt":               func(d *gencode.Decoder) { d.Adopt(d.Try((*gencode.Decoder).Skip)) },
		"a fault of the value too": func(d *gencode.Decoder) { d.Present(false); d.Skip() },
	} {
		for range 3 {
			if got := placesOf(gencode.ValidateBy(true, decode)); got != "json" {
				t.Errorf("%s: %q", name, got)
			}
		}
		if err := soundForm().Validate(); err != nil {
			t.Errorf("%s: afterwards %v", name, err)
		}
	}
}
