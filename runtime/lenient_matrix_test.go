package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// leniencies are all the lenient options, in ascending order of boldness, each with calls that
// need this option and no other.
var leniencies = []struct {
	name  string
	opt   runtime.DecodeOption
	needs []string
}{
	{"EmptyIsObject", runtime.EmptyIsObject(), []string{"", " \n", "null"}},
	{"NullIsAbsent", runtime.NullIsAbsent(), []string{`{"count":null}`, `{"quantity":null,"op":{"do":"drop"},"lines":[{"sku":"s","price":1,"unit":null}]}`}},
	{"CoerceScalars", runtime.CoerceScalars(), []string{`{"count":"7"}`, `{"tags":[7,true]}`, `{"flag":"false"}`, `{"quantity":{"n":7,"mode":"true"}}`, `{"grid":[["1"]]}`}},
	{"UnwrapStrings", runtime.UnwrapStrings(), []string{`"{\"count\":7}"`, `{"tags":"[\"x\"]"}`, `{"op":"{\"do\":\"drop\"}"}`, `{"target":"[1]"}`, `{"lines":["{\"sku\":\"s\",\"price\":1}"]}`}},
	{"WrapSingletons", runtime.WrapSingletons(), []string{`{"tags":"x"}`, `{"grid":[7]}`, `{"lines":{"sku":"s","price":1}}`}},
	{"MatchEnums", runtime.MatchEnums(), []string{`{"priority":"1_0"}`, `{"kinds":["goods"]}`, `{"lines":[{"sku":"s","price":1,"unit":"piece"}]}`}},
	{"RepairSyntax", runtime.RepairSyntax(), []string{"```\n{}\n```", `{"count":7,}`, `{'count':7}`, "{\"tags\":[\"a\nb\"]}", `{"flag":True}`, "{}//", "\ufeff{}"}},
}

var laxObject = runtime.ObjectSpec{Keys: orderObject.Keys, Nullable: orderObject.Nullable}

// lax is an order that requires nothing.
func lax(data []byte, opts ...runtime.DecodeOption) (*order, error) {
	return runtime.Decode(data, func(a *order, d *runtime.Decoder) {
		a.decodeFields(d, &runtime.Object{Spec: &laxObject})
	}, opts...)
}

// TestEachOptionApart: an option does what it is for, and leaves what the others do alone.
func TestEachOptionApart(t *testing.T) {
	t.Parallel()
	for i, needed := range leniencies {
		for _, in := range needed.needs {
			_, strict := lax([]byte(in))
			if strict == nil {
				t.Errorf("%s: %q needs nothing", needed.name, in)
			}
			var others []runtime.DecodeOption
			for j, other := range leniencies {
				var receipts []runtime.Receipt
				_, err := lax([]byte(in), other.opt, runtime.CollectReceipts(&receipts))
				if i == j {
					if err != nil || len(receipts) == 0 {
						t.Errorf("%s: %q: %v, %v", needed.name, in, err, receipts)
					}
					continue
				}
				others = append(others, other.opt)
				if !reflect.DeepEqual(err, strict) || len(receipts) > 0 {
					t.Errorf("%s: %q, which needs %s: %v, %v", other.name, in, needed.name, err, receipts)
				}
			}
			if _, err := lax([]byte(in), others...); err == nil {
				t.Errorf("%q is accepted by all options but %s", in, needed.name)
			}
			if _, err := lax([]byte(in), runtime.Lenient()); err != nil {
				t.Errorf("Lenient: %q: %v", in, err)
			}
		}
	}
}

// TestNothingUntypedIsTouched puts what the options are for where the schema names no type.
func TestNothingUntypedIsTouched(t *testing.T) {
	t.Parallel()
	for _, needed := range leniencies[1:6] {
		for _, in := range needed.needs {
			for _, call := range []string{`{"note":` + in + `}`, `{"things":[` + in + `]}`, `{"unknown":` + in + `}`} {
				strict, err := lax([]byte(call))
				if err != nil {
					t.Fatalf("%s: %v", call, err)
				}
				var receipts []runtime.Receipt
				soft, err := lax([]byte(call), runtime.Lenient(), runtime.CollectReceipts(&receipts))
				if err != nil || !reflect.DeepEqual(soft, strict) || len(receipts) > 1 || len(receipts) == 1 && receipts[0].Kind != runtime.ReceiptIgnored {
					t.Errorf("%s: %+v, %v, %v", call, soft, err, receipts)
				}
			}
		}
	}
}

// TestHighTier: the arguments of a tool of tier 3 are read as they were written.
func TestHighTier(t *testing.T) {
	t.Parallel()
	for tier := range 5 {
		spec := runtime.ToolSpec{Name: "order", Confirm: runtime.ConfirmSpec{Tier: tier}}
		typed := runtime.NewTool[order, json.RawMessage](&spec, lax, nil)
		var raw string
		tool := runtime.HandleAny(typed, func(_ context.Context, inv runtime.Invocation) (any, error) {
			raw = string(inv.Raw)
			return json.RawMessage(`{}`), nil
		})
		set := runtime.NewToolset(tool).Decoding(runtime.Lenient())
		for _, needed := range leniencies {
			for _, in := range needed.needs {
				want := tier < 3 || needed.name == "EmptyIsObject"
				_, err := typed.Decode([]byte(in), runtime.Lenient())
				_, errArgs := typed.DecodeArgs([]byte(in), runtime.Lenient())
				raw = ""
				out := set.Call(context.Background(), runtime.ToolCall{ID: "1", Name: "order", Arguments: in})
				if (err == nil) != want || (errArgs == nil) != want || (out.Error == nil) != want || len(out.Receipts) > 0 != want {
					t.Errorf("tier %d, %s: %q: %v, %v, %+v", tier, needed.name, in, err, errArgs, out)
				}
				if !want {
					continue
				}
				if _, err := lax([]byte(raw)); err != nil {
					t.Errorf("the tool gets %q for %q: %v", raw, in, err)
				}
			}
		}
	}
}

// TestReceiptsKeepSecrets: what a sensitive field holds is in no receipt.
func TestReceiptsKeepSecrets(t *testing.T) {
	t.Parallel()
	spec := runtime.ToolSpec{Name: "order", Fields: []runtime.FieldSpec{
		{Path: "tags", Type: "array"}, {Path: "tags[]", Type: "string", Sensitive: true}, {Path: "lines", Type: "array"}, {Path: "lines[].sku", Type: "string", Sensitive: true}, {Path: "count", Type: "integer"},
	}}
	tool := runtime.NewTool[order, json.RawMessage](&spec, lax, nil)
	for _, in := range []string{
		`"{\"tags\":[\"hunter2\"]}"`, `{"tags":"hunter2"}`, `{"lines":{"sku":"hunter2","price":1}}`, `{"lines":"[{\"sku\":\"hunter2\",\"price\":\"1\"}]"}`,
		`{/*hunter2*/"count":"7"}`, `{"tags":["x","hunter2",],/* hunter2 */}`, `{"tags":[/*hunter2*/]}`,
	} {
		var receipts []runtime.Receipt
		_, err := tool.Decode([]byte(in), runtime.Lenient(), runtime.CollectReceipts(&receipts))
		if text := fmt.Sprint(inShort(receipts)); err != nil || len(receipts) == 0 || strings.Contains(text, "hunter2") {
			t.Errorf("%s: %v, %s", in, err, text)
		}
	}
	var receipts []runtime.Receipt
	if _, err := tool.Decode([]byte(`{"count":"7"}`), runtime.Lenient(), runtime.CollectReceipts(&receipts)); err != nil || fmt.Sprint(inShort(receipts)) != `[count coerce_scalar "7" 7]` {
		t.Errorf("%v, %q", err, inShort(receipts))
	}
}

// orders are sound calls.
var orders = []string{
	`{"status":"open"}`,
	`{"status":"in_progress","priority":"10","tags":["a","[1]","é\ud83d\ude00\"\\"],"kinds":["GOODS"],"lines":[{"sku":"7","price":1.5,"unit":"kg"}],"count":12}`,
	`{"grid":[[1,2],[]],"things":[null,true,"null",{"a":[{}]}],"quantity":{"n":"42"},"op":{"do":"add","n":-1e2},"status":"on hold","flag":false,"unknown":{"x":[null,"{}"]}}`,
	"{\n  \"target\": [ 1 ],\n  \"note\": null ,\n  \"quantity\": {\"label\": \"BIG\", \"n\": 3.0},\n  \"status\": \"closed\"\n}",
	`{"status":"on-hold","quantity":{"n":"7","mode":true},"op":{"do":"drop"},"target":7,"note":"// no /* comment */ 'x' True ` + "```" + ` ,]"}`,
}

// TestEveryPrefixOfAnOrder: no beginning of a call is a call.
func TestEveryPrefixOfAnOrder(t *testing.T) {
	t.Parallel()
	for _, in := range append(orders, string(invoiceJSON(3))) {
		for n := 1; n < len(in); n++ {
			_, err := lax([]byte(in[:n]), runtime.Lenient())
			if got := issuesOf(err); len(got) != 1 || got[0] != "truncated" {
				t.Errorf("%s: %q", in[:n], got)
			}
		}
	}
}

// FuzzLenient holds leniency to its promises on any call: a sound one is not changed, a changed
// one has receipts, is sound as it was read, and is read the same way again.
func FuzzLenient(f *testing.F) {
	for _, in := range orders {
		f.Add([]byte(in))
	}
	for _, needed := range leniencies {
		for _, in := range needed.needs {
			f.Add([]byte(strings.Replace(in, "{", `{"status":"Open",`, 1)))
		}
	}
	f.Add([]byte(`{"status":"Open","status":"open"}`))
	f.Add([]byte(`"{'status':'Open','tags':'[\"a\",]','count':null}"`))
	f.Fuzz(func(t *testing.T, data []byte) {
		strict, err := decodeOrder(data)
		var receipts []runtime.Receipt
		var text json.RawMessage
		soft, softErr := decodeOrder(data, runtime.Lenient(), runtime.CollectReceipts(&receipts), runtime.CollectText(&text))
		changes := 0
		for _, r := range receipts {
			if r.Kind != runtime.ReceiptIgnored {
				changes++
			}
		}
		if err == nil {
			if softErr != nil || !reflect.DeepEqual(strict, soft) || changes > 0 || text != nil {
				t.Fatalf("leniency changes a sound call: %v, %v, %s", softErr, receipts, text)
			}
			return
		}
		if softErr != nil {
			if text != nil || !reflect.DeepEqual(invalid(t, softErr), invalid(t, second(data))) {
				t.Fatalf("two readings differ: %v, %s", softErr, text)
			}
			return
		}
		if changes == 0 || text == nil {
			t.Fatalf("leniency without a receipt: %v, %q", receipts, text)
		}
		var left []runtime.Receipt
		again, err := decodeOrder(text, runtime.CollectReceipts(&left))
		if err != nil || plainJSON(again) != plainJSON(soft) {
			t.Fatalf("%q was read as %q, which is %v", data, text, err)
		}
		if len(left) != len(receipts)-changes {
			t.Fatalf("%v of %q, %v of %q", receipts, data, left, text)
		}
	})
}

func second(data []byte) error {
	_, err := decodeOrder(data, runtime.Lenient())
	if err == nil {
		return fmt.Errorf("accepted")
	}
	return err
}
