package gencode

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// TestResetPlain checks that the quick reset leaves a decoder in the same state as the full one.
func TestResetPlain(t *testing.T) {
	want := new(Decoder)
	want.begin(nil, nil)
	want.src, want.buffer, want.pos, want.end = nil, nil, 0, 0
	for _, text := range []string{
		`{"a": [1, 2.50, 1e2, "x\n", null, true], "b": {"c": {}}}`, `[]`, `"é"`, ` 12345678901234567890 `, `0.1000000000000000000001`, `null`,
		`{"a": 1, "a": 2, "b": [{"c": 1, "c": 1}, 7]}`, `{"a": null, "b": " "}`,
	} {
		for name, read := range map[string]func(*Decoder){
			"any": func(d *Decoder) { d.Any(new(any)) },
			"trial": func(d *Decoder) {
				d.Try(func(d *Decoder) { d.Any(new(any)) })
				d.Try(func(d *Decoder) { DecodeInt64(new(int64), d) })
				d.Skip()
			},
			"reread": func(d *Decoder) {
				from := d.Offset()
				d.Skip()
				d.Reread(from)
			},
			"issues": func(d *Decoder) {
				DecodeBool(new(bool), d)
				d.Issue("minimum", 1, 0)
				d.Violation(runtime.ValidationIssue{Constraint: "rule", Fields: []string{"a", "b"}})
			},
			"blank": func(d *Decoder) {
				o := Object{Spec: &ObjectSpec{Keys: []string{"b", "a"}, Required: []int{0}, Blank: true}}
				for d.Next(&o) {
					d.Any(new(any))
				}
			},
			"slice": func(d *Decoder) { Slice(d, new([]string), DecodeString) },
			"float": func(d *Decoder) {
				if a := d.Try(func(d *Decoder) { DecodeFloat64(new(float64), d) }); a.Sound() {
					DecodeFloat64(new(float64), d)
				} else {
					d.Skip()
				}
			},
		} {
			d := new(Decoder)
			d.begin([]byte(text), nil)
			read(d)
			d.ending()
			if d.fault != nil {
				t.Fatalf("%s, %s: %v", text, name, d.fault)
			}
			d.resetPlain()
			for i, kept := range d.issues[:cap(d.issues)] {
				if !reflect.DeepEqual(kept, pending{}) {
					t.Errorf("%s, %s: issue %d is kept: %+v", text, name, i, kept)
				}
			}
			d.issues, d.texts, d.buffer, d.room = nil, nil, nil, textRoom{} // kept by a reset
			if !reflect.DeepEqual(d, want) {
				t.Errorf("%s, %s:\n got %+v\nwant %+v", text, name, d, want)
			}
		}
	}
}

// TestBlankCallLeavesNothing checks that a null that was dropped as blank in a call without options is not dropped from the
// text of the next call with the same decoder.
func TestBlankCallLeavesNothing(t *testing.T) {
	spec := ObjectSpec{Keys: []string{"a"}, Blank: true}
	blank := func(d *Decoder) {
		o := Object{Spec: &spec}
		for d.Next(&o) {
			d.Skip()
		}
	}
	for range 100 { // a pool need not return the last element
		if err := DecodeWith([]byte(`{"a":null}`), blank); err != nil {
			t.Fatal(err)
		}
		var seen any
		var read json.RawMessage
		reread := func(d *Decoder) {
			from := d.Offset()
			d.Skip()
			seen = d.Reread(from)
		}
		if err := DecodeWith([]byte(`{"a":1234}`), reread, runtime.RepairSyntax(), runtime.CollectText(&read)); err != nil {
			t.Fatal(err)
		}
		if want := map[string]any{"a": json.Number("1234")}; !reflect.DeepEqual(seen, want) || read != nil {
			t.Fatalf("the call after it is read as %v and %q", seen, read)
		}
	}
}
