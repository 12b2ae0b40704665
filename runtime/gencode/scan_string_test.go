package gencode

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// TestNothingKeepsTheBuffer checks that results of a call survive the next one, which overwrites the input buffer.
func TestNothingKeepsTheBuffer(t *testing.T) {
	t.Parallel()
	text := `{"plain":"some text","é":"übung","esc\n":"a\tb","number":12.50,"long":"` + strings.Repeat("long ", 300) + `","empty":"",
		"list":["x","y",{"deep":"z"}],"unknown":1,"unknown":2,"raw":{"a": [1, "b"]},"wide":12345678901234567890123,"enum":"Two-Words","bad":"not a number","in":"{\"a\":\"b\"}"}`
	type left struct {
		Any      any
		Entries  map[string]string
		Numbers  []json.Number
		Texts    []string
		Issues   []runtime.ValidationIssue
		Receipts []runtime.Receipt
		Peeked   string
	}
	for name, opts := range map[string][]runtime.DecodeOption{"strict": nil, "copies": {runtime.CopyStrings()}, "lenient": {runtime.Lenient()}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got left
			d := new(Decoder)
			read := func(decode func()) {
				d.begin([]byte(text), append([]runtime.DecodeOption{runtime.CollectReceipts(&got.Receipts)}, opts...))
				decode()
				d.ending()
				if err, ok := d.result().(*runtime.ValidationError); ok {
					got.Issues = append(got.Issues, err.Issues()...)
				}
				d.report(nil)
				d.reset()
			}
			read(func() { got.Peeked, _, _ = d.PeekProperty("plain"); d.Any(&got.Any) })
			read(func() { MapOf(d, &got.Entries, DecodeString) })
			spec := &ObjectSpec{Keys: []string{"plain", "number", "wide", "enum", "bad", "in", "missing"}, Required: []int{6}, Closed: true}
			read(func() {
				o := Object{Spec: spec}
				for d.Next(&o) {
					switch o.Index {
					case 0:
						var s string
						d.String(&s)
						d.Length("maxLength", s, 3)
						got.Texts = append(got.Texts, s)
					case 1, 2:
						var n json.Number
						d.Number(&n)
						d.Compare("maximum", n, "1")
						got.Numbers = append(got.Numbers, n)
					case 3:
						var s string
						d.String(&s)
						d.EnumString(s, "two_words", "three")
						got.Texts = append(got.Texts, s)
					case 4:
						d.Int64(new(int64))
					case 5:
						var m map[string]string
						MapOf(d, &m, DecodeString)
						got.Texts = append(got.Texts, m["a"])
					}
				}
			})
			before, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			buffer := d.buffer[:cap(d.buffer)]
			for i := range buffer {
				buffer[i] = 'X'
			}
			d.begin([]byte(strings.Repeat(`["Y","Y"],`, 400)), nil)
			for range 20 {
				d.pos = 0
				d.Skip()
				d.pos = 1
				for range 2 {
					var s string
					d.String(&s)
					d.pos++
				}
			}
			after, err := json.Marshal(got)
			if err != nil || string(after) != string(before) {
				t.Errorf("error %v\n before %s\n after  %s", err, before, after)
			}
			if len(got.Issues) == 0 || len(got.Texts) == 0 || got.Peeked != "some text" {
				t.Errorf("too little output: %s", before)
			}
		})
	}
}

// TestRooms checks that strings are correct wherever a buffer ends, and that no buffer exceeds its limit.
func TestRooms(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 2, 7, 100, 127, 128, 129, 200, 600, 3000} {
		var want []string
		for i := range 50 {
			want = append(want, strings.Repeat(string(rune('a'+i%26)), n+i%3))
		}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			d := new(Decoder)
			d.begin(text, nil)
			var got []string
			Slice(d, &got, DecodeString)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%d: %q", n, got)
			}
			if size := d.room.b.Cap(); size > 2*mostRoom || size > 2*roomSize(len(text)) {
				t.Errorf("%d: a buffer of %d bytes for a text of %d", n, size, len(text))
			}
		}
	}
}

// TestRoomOfALargeCall checks that a string of a small call does not keep the buffer of a large one alive.
func TestRoomOfALargeCall(t *testing.T) {
	t.Parallel()
	d := new(Decoder)
	large := []byte(`["` + strings.Repeat(`item","`, 20_000) + `"]`)
	for _, text := range [][]byte{large, []byte(`["a","b"]`)} {
		d.begin(text, nil)
		var got []string
		Slice(d, &got, DecodeString)
		d.resetPlain()
		if size := d.room.b.Cap(); size > 2*roomSize(len(text)) {
			t.Errorf("a buffer of %d bytes for a text of %d", size, len(text))
		}
	}
}
