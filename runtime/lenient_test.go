package runtime_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

func TestLeniency(t *testing.T) {
	t.Parallel()
	const rest = `"Applications":[{"InvoiceId":"inv","Amount":1}]`
	tests := []struct {
		name, in string
		opt      runtime.DecodeOption
		issues   []string
		receipts []string
	}{
		{"empty text", ` `, runtime.EmptyIsObject(), []string{"AccountId required", "Amount required", "Applications required"}, []string{` empty_is_object "" "{}"`}},
		{"null", `null`, runtime.EmptyIsObject(), []string{"AccountId required", "Amount required", "Applications required"}, []string{` empty_is_object "null" "{}"`}},
		{"null field is not empty", `{"AccountId":"acc_1","Amount":1,` + rest + `,"Memo":null}`, runtime.EmptyIsObject(), []string{"Memo type want string got null"}, nil},
		{"null optional", `{"AccountId":"acc_1","Memo":null,"Amount":1,"Applications":[{"InvoiceId":"inv","Amount":1,"Count":null}],"Tags": null }`, runtime.NullIsAbsent(), nil,
			[]string{"Memo null_is_absent null null", "Applications[0].Count null_is_absent null null", "Tags null_is_absent null null"}},
		{"null required", `{"AccountId":null,"Amount":1,` + rest + `}`, runtime.NullIsAbsent(), []string{"AccountId type want string got null"}, nil},
		{"null nullable", `{"AccountId":"acc_1","Amount":1,` + rest + `,"Due":null}`, runtime.NullIsAbsent(), nil, nil},
		{"null twice", `{"AccountId":"acc_1","Memo":null,"Amount":1,` + rest + `,"Memo":null}`, runtime.NullIsAbsent(), []string{"Memo duplicateKey got Memo"}, nil},
		{"scalars", `{"AccountId":"acc_1","Amount":"12.50","Applications":[{"InvoiceId":12345678901234567890,"Amount":"1e2","Count":"3.0"}],"Memo":true}`, runtime.CoerceScalars(), nil,
			[]string{`Amount coerce_scalar "12.50" 12.50`, `Applications[0].InvoiceId coerce_scalar 12345678901234567890 "12345678901234567890"`, `Applications[0].Amount coerce_scalar "1e2" 1e2`, `Applications[0].Count coerce_scalar "3.0" 3.0`, `Memo coerce_scalar true "true"`}},
		{"no number", `{"AccountId":"acc_1","Amount":"1,250.00",` + rest + `}`, runtime.CoerceScalars(), []string{"Amount type want number got string"}, nil},
		{"no number either", `{"AccountId":"acc_1","Amount":"007",` + rest + `}`, runtime.CoerceScalars(), []string{"Amount type want number got string"}, nil},
		{"number with space", `{"AccountId":"acc_1","Amount":" 7",` + rest + `}`, runtime.CoerceScalars(), []string{"Amount type want number got string"}, nil},
		{"coerced and checked", `{"AccountId":"acc_1","Amount":"-7",` + rest + `}`, runtime.CoerceScalars(), []string{"Amount exclusiveMinimum want 0 got -7"}, nil},
		{"null is no string", `{"AccountId":null,"Amount":7,` + rest + `}`, runtime.CoerceScalars(), []string{"AccountId type want string got null"}, nil},
		{"unwrap root", `"{\"AccountId\":\"acc_1\",\"Amount\":1,\"Applications\":[{\"InvoiceId\":\"inv\",\"Amount\":1}]}"`, runtime.UnwrapStrings(), nil,
			[]string{` unwrap_string "{\"AccountId\":\"acc_1\",\"Amount\":1,\"Applications\":[{\"InvoiceId\":\"in…" "object"`}},
		{"unwrap list and item", `{"AccountId":"acc_1","Applications":" [\"{\\\"InvoiceId\\\":\\\"inv\\\",\\\"Amount\\\":1}\" , 7]","Amount":1}`, runtime.UnwrapStrings(),
			[]string{"Applications[1] type want object got integer"}, nil},
		{"unwrap broken", `{"AccountId":"acc_1","Applications":"[","Amount":1}`, runtime.UnwrapStrings(), []string{"Applications type want array got string"}, nil},
		{"unwrap wrong kind", `{"AccountId":"acc_1","Applications":"{}","Amount":1}`, runtime.UnwrapStrings(), []string{"Applications type want array got string"}, nil},
		{"unwrap faulty", `{"AccountId":"acc_1","Applications":"[{\"InvoiceId\":\"inv\",\"Amount\":-1,\"Amount\":1}]","Amount":1,"Memo":3}`, runtime.UnwrapStrings(),
			[]string{"Applications[0].Amount duplicateKey got Amount", "Memo type want string got integer"}, nil},
		{"never a string field", `{"AccountId":"acc_1","Amount":1,` + rest + `,"Memo":"[1]"}`, runtime.Lenient(), nil, nil},
		{"all", `{"AccountId":"acc_1","Amount":"1","Applications":"[{\"InvoiceId\":\"inv\",\"Amount\":\"1\",\"Count\":null}]","Memo":null}`, runtime.Lenient(), nil,
			[]string{`Amount coerce_scalar "1" 1`, `Applications unwrap_string "[{\"InvoiceId\":\"inv\",\"Amount\":\"1\",\"Count\":null}]" "array"`, `Applications[0].Amount coerce_scalar "1" 1`,
				"Applications[0].Count null_is_absent null null", "Memo null_is_absent null null"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var receipts []runtime.Receipt
			_, err := decodePayment([]byte(test.in), test.opt, runtime.CollectReceipts(&receipts))
			if got := issuesOf(err); !reflect.DeepEqual(got, test.issues) {
				t.Errorf("issues %q, want %q", got, test.issues)
			}
			var got []string
			for _, r := range receipts {
				from, to := plainJSON(r.From), plainJSON(r.To)
				got = append(got, fmt.Sprintf("%s %s %s %s", r.Field, r.Kind, from, to))
			}
			if (test.receipts != nil || err == nil) && !reflect.DeepEqual(got, test.receipts) {
				t.Errorf("receipts\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(test.receipts, "\n     "))
			}
			if _, err := decodePayment([]byte(test.in)); err == nil && test.receipts != nil {
				t.Error("accepted without the option")
			}
		})
	}
}

func TestEveryPrefixIsRefusedLeniently(t *testing.T) {
	t.Parallel()
	const in = `{"Amount":"1","Applications":"[{\"InvoiceId\":\"inv\",\"Amount\":\"1\",\"Count\":null}]","Memo":null,"AccountId":"acc_1"}`
	if _, err := decodePayment([]byte(in), runtime.Lenient()); err != nil {
		t.Fatal(err)
	}
	for n := 1; n < len(in); n++ {
		_, err := decodePayment([]byte(in[:n]), runtime.Lenient())
		if got := issuesOf(err); len(got) != 1 || got[0] != "truncated" {
			t.Errorf("%s: %q", in[:n], got)
		}
	}
}

func TestIgnoredReceipts(t *testing.T) {
	t.Parallel()
	spec := runtime.ObjectSpec{Keys: []string{"a"}}
	var receipts []runtime.Receipt
	err := runtime.DecodeWith([]byte(`[{"x y":1,"a":true},{"a":false,"z":[1,{"a":2}]}]`), func(d *runtime.Decoder) {
		var items []bool
		runtime.Slice(d, &items, func(v *bool, d *runtime.Decoder) {
			o := runtime.Object{Spec: &spec}
			for d.Next(&o) {
				d.Bool(v)
			}
		})
	}, runtime.CollectReceipts(&receipts))
	want := []runtime.Receipt{
		{Field: `[0]["x y"]`, Kind: runtime.ReceiptIgnored, From: int64(1)},
		{Field: `[1].z`, Kind: runtime.ReceiptIgnored},
	}
	if err != nil || !reflect.DeepEqual(receipts, want) {
		t.Errorf("%v, %+v", err, receipts)
	}
}

// TestRereadSeesWhatWasRead: constraints that look at a value again must see it as it was read.
func TestRereadSeesWhatWasRead(t *testing.T) {
	t.Parallel()
	spec := runtime.ObjectSpec{Keys: []string{"n", "list", "gone", "deep"}}
	deep := runtime.ObjectSpec{Keys: []string{"s"}}
	var again any
	err := runtime.DecodeWith([]byte(`{"list":"[\"1\",2]","n":"42","gone":null,"deep":"{\"s\":\"[true]\"}"}`), func(d *runtime.Decoder) {
		from := d.Offset()
		o := runtime.Object{Spec: &spec}
		for d.Next(&o) {
			switch o.Index {
			case 0:
				var n int64
				d.Int64(&n)
			case 1:
				var list []int64
				runtime.Slice(d, &list, runtime.DecodeInt64)
			case 2:
				d.Bool(new(bool))
			case 3:
				inner := runtime.Object{Spec: &deep}
				for d.Next(&inner) {
					var list []string
					runtime.Slice(d, &list, runtime.DecodeString)
				}
			}
		}
		if o.Has(2) || o.Len() != 3 {
			t.Errorf("Has %v, Len %d", o.Has(2), o.Len())
		}
		again = d.Reread(from)
	}, runtime.Lenient())
	want := map[string]any{
		"n": json.Number("42"), "list": []any{json.Number("1"), json.Number("2")},
		"deep": map[string]any{"s": []any{"true"}},
	}
	if err != nil || !reflect.DeepEqual(again, want) {
		t.Errorf("%v, %#v", err, again)
	}
}
