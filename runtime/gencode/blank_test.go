package gencode_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

// Null and blank strings count as absent.
func TestFilledAny(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		v    any
		want bool
	}{
		{nil, false}, {"", false}, {" \t", false},
		{"x", true}, {false, true}, {json.Number("0"), true}, {[]any{}, true}, {map[string]any{}, true},
	} {
		if got := gencode.FilledAny(tt.v); got != tt.want {
			t.Errorf("%T(%v): %v", tt.v, tt.v, got)
		}
	}
}

// ticket is the code generated for a tool with blankIsMissing, a sensitive field and groups of fields.
type ticket struct {
	ID    string
	Count int64
	Note  *string
	Memo  runtime.Nullable[string]
	Pin   *string
	Size  *int64
}

var ticketObject = gencode.ObjectSpec{
	Keys: []string{"Id", "Count", "Note", "Memo", "Pin", "Size"}, Required: []int{0, 1}, Nullable: []int{3},
	Blank: true, Sensitive: []int{4},
}

func (a *ticket) decode(d *gencode.Decoder) {
	o := gencode.Object{Spec: &ticketObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			d.String(&a.ID)
		case 1:
			d.Int64(&a.Count)
		case 2:
			d.OptionalString(&a.Note)
		case 3:
			if d.Null() {
				a.Memo.SetNull()
			} else {
				d.String(a.Memo.Set())
			}
		case 4:
			if v := d.OptionalString(&a.Pin); v != nil {
				d.Length("maxLength", *v, 4)
				d.EnumString(*v, "1234")
			}
		case 5:
			d.OptionalInt64(&a.Size)
		}
	}
	if o.OK() && o.Sound(2, 3) {
		d.Group("exactlyOneOf", []string{"Note", "Memo"}, gencode.Filled(a.Note), gencode.Filled(a.Memo.Value()))
	}
	d.Mask(&o)
}

func TestBlankIsMissing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   string
		want []string
	}{
		{`{"Id":"a","Count":1,"Note":"x"}`, nil},
		{`{"Count":1,"Id":"a","Memo":"x","Size":null}`, nil},
		{`{"Id":"","Count":1,"Note":"x"}`, []string{`Id required ""`}},
		{`{ "Note" : "x", "Id" : " \t\n" , "Count" : null }`, []string{`Id required " \t\n"`, "Count required <nil>"}},
		{`{"Id":"\u0020\u0009\u000A\u000d\t","Count":1,"Note":"x"}`, []string{`Id required " \t\n\r\t"`}},
		{`{"Id":"\u0020\u00a0","Count":1,"Note":"\u0021"}`, nil},
		{`{"Count":"","Id":"a","Note":"x"}`, []string{`Count required ""`}},
		{`{"Id":"a","Count":1,"Note":"","Memo":null}`, []string{" exactlyOneOf 0"}},
		{`{"Id":"a","Count":1,"Note":"","Memo":"x"}`, nil},
		{`{"Id":"a","Count":1,"Note":"y","Memo":"x"}`, []string{" exactlyOneOf 2"}},
		{`{"Id":"a","Count":1,"Note":null,"Memo":"x"}`, nil},
		{`{"Id":"a","Id":"","Count":1,"Note":"x"}`, []string{`Id duplicateKey "Id"`}},
		{`{"Id":"a","Count":1,"Note":"x","Size":"x"}`, []string{`Size type "string"`}},
		{`{"Id":"a","Count":1,"Note":"x","Pin":"secret"}`, []string{"Pin maxLength <nil>", "Pin enum <nil>"}},
		{`{"Id":"","Count":`, []string{" truncated <nil>"}},
		{`{"Id":nul,"Count":1}`, []string{" json <nil>"}},
	} {
		_, err := gencode.Decode([]byte(tt.in), (*ticket).decode)
		var got []string
		var invalid *runtime.ValidationError
		if errors.As(err, &invalid) {
			for _, i := range invalid.Issues() {
				text := fmt.Sprint(i.Got)
				if s, ok := i.Got.(string); ok {
					text = fmt.Sprintf("%q", s)
				}
				got = append(got, i.Field+" "+i.Constraint+" "+text)
			}
		}
		if diff := testdiff.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: issues (-want +got)\n%s", tt.in, diff)
		}
	}
}

// Receipts hide the values of sensitive fields only.
func TestMaskReceipts(t *testing.T) {
	t.Parallel()
	spec, inner := gencode.ObjectSpec{Keys: []string{"Card", "Note"}, Sensitive: []int{0}}, gencode.ObjectSpec{}
	var receipts []runtime.Receipt
	err := gencode.DecodeWith([]byte(`{"Card":{"pin":1234},"Note":{"n":1}}`), func(d *gencode.Decoder) {
		o := gencode.Object{Spec: &spec}
		for d.Next(&o) {
			for below := (gencode.Object{Spec: &inner}); d.Next(&below); {
			}
		}
		d.Mask(&o)
	}, runtime.CollectReceipts(&receipts))
	want := []runtime.Receipt{{Field: `Card["•••"]`, Kind: runtime.ReceiptIgnored}, {Field: "Note.n", Kind: runtime.ReceiptIgnored, From: int64(1)}}
	if diff := testdiff.Diff(want, receipts); err != nil || diff != "" {
		t.Errorf("%v, receipts (-want +got)\n%s", err, diff)
	}
}

func TestGroupOf(t *testing.T) {
	t.Parallel()
	m := map[string]any{"A": "x", "B": "", "C": nil}
	for _, tt := range []struct {
		word  string
		blank bool
		keys  []string
		want  []string
	}{
		{"exactlyOneOf", false, []string{"A", "D"}, nil},
		{"exactlyOneOf", false, []string{"A", "B"}, []string{": exactlyOneOf: Give exactly one of A and B."}},
		{"exactlyOneOf", true, []string{"A", "B", "C"}, nil},
		{"atLeastOneOf", true, []string{"B", "C"}, []string{": atLeastOneOf: Give at least one of B and C."}},
		{"atLeastOneOf", false, []string{"B", "D"}, nil},
		{"atMostOneOf", false, []string{"A", "B", "C"}, []string{": atMostOneOf: Give at most one of A, B and C."}},
		{"atMostOneOf", false, []string{"D", "E"}, nil},
		{"requires", false, []string{"A", "B", "D"}, []string{"D: requires: A needs D too."}},
		{"requires", true, []string{"A", "B"}, []string{"B: requires: A needs B too."}},
		{"requires", true, []string{"B", "D"}, nil},
		{"excludes", false, []string{"A", "B", "D"}, []string{"B: excludes: A excludes B."}},
		{"excludes", true, []string{"A", "B", "C"}, nil},
	} {
		err := gencode.ValidateBy(true, func(d *gencode.Decoder) {
			if tt.word == "requires" || tt.word == "excludes" {
				gencode.PairsOf(&d.Checker, m, tt.word, tt.blank, tt.keys[0], tt.keys[1:]...)
			} else {
				gencode.GroupOf(&d.Checker, m, tt.word, tt.blank, tt.keys...)
			}
		})
		var got []string
		var invalid *runtime.ValidationError
		if errors.As(err, &invalid) {
			for _, i := range invalid.Issues() {
				got = append(got, i.Field+": "+i.Constraint+": "+i.Message)
			}
		}
		if diff := testdiff.Diff(tt.want, got); diff != "" {
			t.Errorf("%s of %v, blank %t (-want +got)\n%s", tt.word, tt.keys, tt.blank, diff)
		}
	}
}

// With blankIsMissing, valid input is decoded without additional allocations.
func TestBlankDoesNotAllocate(t *testing.T) {
	in := []byte(`{"Id":"a","Count":1}`)
	n := testing.AllocsPerRun(100, func() {
		_ = gencode.DecodeWith(in, func(d *gencode.Decoder) {
			o := gencode.Object{Spec: &ticketObject}
			var id string
			var count int64
			for d.Next(&o) {
				if o.Index == 0 {
					d.String(&id)
				} else {
					d.Int64(&count)
				}
			}
		})
	})
	plain := testing.AllocsPerRun(100, func() {
		_ = gencode.DecodeWith(in, func(d *gencode.Decoder) { d.Skip() })
	})
	if n > plain+1 {
		t.Errorf("%v allocations, but %v for skipping the text", n, plain)
	}
}
