package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// paymentTool is the tool of decodePayment.
func paymentTool(tier int) *runtime.TypedTool[payment, runtime.RawJSON] {
	spec := &runtime.ToolSpec{Name: "create_payment", Confirm: runtime.ConfirmSpec{Tier: tier}, InputSchema: paymentSchema}
	return runtime.NewTool[payment, runtime.RawJSON](spec, decodePayment, nil)
}

const paymentSchema = `{"type":"object","additionalProperties":false,"required":["AccountId","Amount","Applications"],"properties":{
	"AccountId":{"type":"string","minLength":5,"pattern":"^acc_[0-9]+$"},"Amount":{"type":"number","exclusiveMinimum":0,"multipleOf":0.01},
	"Applications":{"type":"array","minItems":1,"items":{"type":"object","required":["InvoiceId","Amount"],"maxProperties":5,"properties":{
		"InvoiceId":{"type":"string","minLength":3},"Amount":{"type":"number","minimum":0},"Count":{"type":"integer","maximum":10}}}},
	"Memo":{"type":"string","maxLength":10},"Tags":{"type":"array","uniqueItems":true,"items":{"type":"string"}},"Due":{"type":["string","null"],"format":"date"}}}`

// payments are calls that need exactly one option each.
var payments = map[string]struct {
	opt   runtime.DecodeOption
	calls []string
	want  string // receipts of the first one
}{
	"null_is_absent": {runtime.NullIsAbsent(), []string{
		`{"AccountId":"acc_1","Memo":null,"Amount":1,"Applications":[{"InvoiceId":"inv","Amount":1,"Count":null}],"Tags": null }`,
		`{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"inv","Amount":1,"Count":"None"}]}`,
	}, `Memo null null, Applications[0].Count null null, Tags null null`},
	"coerce_scalar": {runtime.CoerceScalars(), []string{
		`{"AccountId":"acc_1","Amount":"12.50","Applications":[{"InvoiceId":12345678901234567890,"Amount":"1e2","Count":"3.0"}],"Memo":true}`,
	}, `Amount "12.50" 12.50, Applications[0].InvoiceId 12345678901234567890 "12345678901234567890", Applications[0].Amount "1e2" 1e2, Applications[0].Count "3.0" 3.0, Memo true "true"`},
	"unwrap_string": {runtime.UnwrapStrings(), []string{
		`"{\"AccountId\":\"acc_1\",\"Amount\":1,\"Applications\":[{\"InvoiceId\":\"inv\",\"Amount\":1}]}"`,
		`{"AccountId":"acc_1","Applications":" [\"{\\\"InvoiceId\\\":\\\"inv\\\",\\\"Amount\\\":1}\"]","Amount":1}`,
	}, ` "{\"AccountId\":\"acc_1\",\"Amount\":1,\"Applications\":[{\"InvoiceId\":\"in…" "object"`},
	"wrap_singleton": {runtime.WrapSingletons(), []string{
		`{"AccountId":"acc_1","Amount":1,"Applications":{"InvoiceId":"inv","Amount":1},"Tags":"a b"}`,
	}, `Applications "{\"InvoiceId\":\"inv\",\"Amount\":1}" "array", Tags "a b" "array"`},
	"match_key": {runtime.MatchKeys(), []string{
		`{"account_id":"acc_1","Amount":1,"Applications":[{"invoiceId":"inv","Amount":1}]}`,
		`{"arguments":{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"inv","Amount":1}]}}`,
	}, `AccountId "account_id" "AccountId", Applications[0].InvoiceId "Applications[0].invoiceId" "InvoiceId"`},
	"repair_syntax": {runtime.RepairSyntax(), []string{
		"```json\n{'AccountId': 'acc_1', Amount: 1, 'Applications': [{'InvoiceId': 'inv', 'Amount': 1},],}\n```",
		`{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"inv","Amount":1}]`,
	}, ` "code fence" null,  "single quotes" null,  "keys without quotes" null,  "extra commas" null`},
}

// TestEachOptionApart checks that each option works, does nothing that others do, and is ignored by tools of tier 3.
func TestEachOptionApart(t *testing.T) {
	t.Parallel()
	tool, strictest := paymentTool(0), paymentTool(3)
	for name, p := range payments {
		for i, call := range p.calls {
			_, strict := tool.DecodeArgs([]byte(call))
			var receipts []runtime.Receipt
			var text json.RawMessage
			v, err := tool.DecodeArgs([]byte(call), p.opt, runtime.CollectReceipts(&receipts), runtime.CollectText(&text))
			if strict == nil || err != nil {
				t.Errorf("%s: %s: strictly %v, then %v", name, call, strict, err)
				continue
			}
			var got []string
			for _, r := range receipts {
				if string(r.Kind) != name {
					t.Errorf("%s: %s: a receipt of the kind %s", name, call, r.Kind)
				}
				got = append(got, r.Field+" "+plainJSON(r.From)+" "+plainJSON(r.To))
			}
			if list := strings.Join(got, ", "); i == 0 && list != p.want {
				t.Errorf("%s: receipts\n got %s\nwant %s", name, list, p.want)
			}
			if again, err := tool.DecodeArgs(text); err != nil || !reflect.DeepEqual(v, again) {
				t.Errorf("%s: decoded as %s, which is %v, %v", name, text, again, err)
			}
			var others []runtime.DecodeOption
			for other, o := range payments {
				if other != name {
					others = append(others, o.opt)
				}
			}
			for _, opts := range [][]runtime.DecodeOption{others, {runtime.EmptyIsObject()}} {
				receipts = nil
				_, err := tool.DecodeArgs([]byte(call), append(opts, runtime.CollectReceipts(&receipts))...)
				if !reflect.DeepEqual(issuesOf(err), issuesOf(strict)) || len(receipts) > 0 {
					t.Errorf("%s: %s without the option: %v, %v", name, call, err, receipts)
				}
			}
			if _, err := strictest.DecodeArgs([]byte(call), runtime.Lenient()); !reflect.DeepEqual(issuesOf(err), issuesOf(strict)) {
				t.Errorf("%s: %s with tier 3: %v", name, call, err)
			}
		}
	}
}

// TestEmptyIsObject checks that empty arguments mean {} if that is a valid call, even with tier 3, and that a valid null is left alone.
func TestEmptyIsObject(t *testing.T) {
	t.Parallel()
	spec := gencode.ObjectSpec{Keys: []string{"page"}}
	decode := func(v *int64, d *gencode.Decoder) {
		o := gencode.Object{Spec: &spec}
		for d.Next(&o) {
			d.Int64(v)
		}
	}
	tool := runtime.NewTool[int64, runtime.RawJSON](&runtime.ToolSpec{
		Name: "list", Confirm: runtime.ConfirmSpec{Tier: 3}, InputSchema: `{"type":"object","properties":{"page":{"type":"integer"}}}`,
	}, func(data []byte, opts ...runtime.DecodeOption) (*int64, error) {
		return gencode.Decode(data, decode, opts...)
	}, nil)
	for call, want := range map[string]string{"": "", " \n": "", "null": "null", " null ": "null"} {
		var receipts []runtime.Receipt
		var text json.RawMessage
		_, err := tool.DecodeArgs([]byte(call), runtime.EmptyIsObject(), runtime.CollectReceipts(&receipts), runtime.CollectText(&text))
		if err != nil || string(text) != "{}" || !reflect.DeepEqual(receipts, []runtime.Receipt{{Kind: runtime.ReceiptEmpty, From: want, To: "{}"}}) {
			t.Errorf("%q: %v, %v, %s", call, err, receipts, text)
		}
	}
	for _, call := range []string{"", "null"} {
		if _, err := paymentTool(0).DecodeArgs([]byte(call), runtime.EmptyIsObject()); err == nil || len(issuesOf(err)) != 1 {
			t.Errorf("%q, where {} is not valid: %v", call, err)
		}
	}
	var v any = 0
	if err := gencode.DecodeWith([]byte(" null"), func(d *gencode.Decoder) { d.Any(&v) }, runtime.Lenient()); err != nil || v != nil {
		t.Errorf("a valid null is %v, %v", v, err)
	}
}

// TestRefusedAsWritten checks that a lenient reading that does not give a valid call is never visible.
func TestRefusedAsWritten(t *testing.T) {
	t.Parallel()
	tool := paymentTool(0)
	for _, call := range []string{
		`{"AccountId":"acc_1","Amount":"-7","Applications":{"InvoiceId":"inv","Amount":1}}`, `{"AccountId":"acc_1","Applications":"[{\"InvoiceId\":\"inv\",\"Amount\":-1}]","Amount":1,"Memo":3}`,
		`{'AccountId': 'acc_1'}`, `{"AccountId":"acc_1","Amount":"1,250.00","Applications":[{"InvoiceId":"inv","Amount":1}],"x":null}`, `{"AccountId":null,"Memo":null}`,
		`{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"inv","Amount":1,"x":"y"}],"Memo":null,"Memo":"a"}`, `{"Applications":"[","Amount":"1"}`,
	} {
		var before, after []runtime.Receipt
		_, strict := tool.DecodeArgs([]byte(call), runtime.CollectReceipts(&before))
		_, err := tool.DecodeArgs([]byte(call), runtime.Lenient(), runtime.CollectReceipts(&after))
		if strict == nil || !reflect.DeepEqual(issuesOf(strict), issuesOf(err)) || !reflect.DeepEqual(before, after) {
			t.Errorf("%s\nstrictly %v %v\nthen %v %v", call, strict, before, err, after)
		}
	}
}

// TestCutOffCalls checks that no bracket is added if the model is known to have reached its limit.
func TestCutOffCalls(t *testing.T) {
	t.Parallel()
	tool := runtime.HandleAny(paymentTool(0), func(_ context.Context, inv runtime.Invocation) (any, error) { return nil, nil })
	set := runtime.NewToolset(tool).Decoding(runtime.Lenient())
	for reason, runs := range map[string]bool{"": true, "tool_calls": true, "length": false, "max_tokens": false} {
		out := set.Call(t.Context(), runtime.ToolCall{
			ID: "1", Name: "create_payment", StopReason: reason, Arguments: `{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"inv","Amount":1}]`,
		})
		if (out.Error == nil) != runs {
			t.Errorf("%q: %v", reason, out.Error)
		}
	}
}

// TestResultsLeniently checks that results are decoded with their own schema, whose value constraints are not checked.
func TestResultsLeniently(t *testing.T) {
	t.Parallel()
	spec := gencode.ObjectSpec{Keys: []string{"n", "list"}, Required: []int{0}}
	type result struct {
		N    int64
		List []int64
	}
	decode := func(v *result, d *gencode.Decoder) {
		o := gencode.Object{Spec: &spec}
		for d.Next(&o) {
			if o.Index == 0 {
				d.Int64(&v.N)
			} else {
				gencode.Slice(d, &v.List, gencode.DecodeInt64)
			}
		}
	}
	tool := runtime.NewTool(&runtime.ToolSpec{
		Name: "get", Confirm: runtime.ConfirmSpec{Tier: 3}, OutputSchema: `{"type":"object","required":["n"],"properties":{"n":{"type":"integer"},"list":{"type":"array","items":{"type":"integer"}}}}`,
	}, func(data []byte, opts ...runtime.DecodeOption) (*struct{}, error) { return nil, nil },
		func(data []byte, opts ...runtime.DecodeOption) (*result, error) {
			return gencode.Decode(data, decode, opts...)
		})
	v, err := runtime.DecodeResult(tool, []byte(`{'n':"7",'list':8}`), runtime.Lenient())
	if err != nil || v.N != 7 || !reflect.DeepEqual(v.List, []int64{8}) {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := runtime.DecodeResult(tool, []byte(`{"n":"7"}`)); err == nil {
		t.Error("results are decoded leniently without an option")
	}
}

// TestReceiptsKeepSecrets checks that values of sensitive fields are in no receipt.
func TestReceiptsKeepSecrets(t *testing.T) {
	t.Parallel()
	spec := runtime.ToolSpec{Name: "create_payment", InputSchema: paymentSchema, FullSchema: strings.NewReplacer(
		`"items":{"type":"string"`, `"items":{"type":"string","x-toolgen":{"sensitive":true}`,
		`"InvoiceId":{"type":"string"`, `"InvoiceId":{"type":"string","x-toolgen":{"sensitive":true}`).Replace(paymentSchema)}
	tool := runtime.NewTool[payment, json.RawMessage](&spec, decodePayment, nil)
	for _, in := range []string{
		`"{\"AccountId\":\"acc_1\",\"Amount\":1,\"Applications\":[{\"InvoiceId\":\"hunter2\",\"Amount\":1}]}"`, `{"AccountId":"acc_1","Amount":"1","Applications":{"InvoiceId":"hunter2","Amount":1}}`,
		`{"AccountId":"acc_1","Amount":1,"Applications":[{"invoice-id":"hunter2","Amount":1}],"Tags":"hunter2"}`, `{"AccountId":"acc_1","Amount":1,"Applications":"[{\"InvoiceId\":\"hunter2\",\"Amount\":\"1\"}]"}`,
		`{"AccountId":"acc_1",/*hunter2*/"Amount":1,"Applications":[{'InvoiceId':'hunter2','Amount':1,}]}`,
	} {
		var receipts []runtime.Receipt
		_, err := tool.DecodeArgs([]byte(in), runtime.Lenient(), runtime.CollectReceipts(&receipts))
		if text := fmt.Sprint(receipts); err != nil || len(receipts) == 0 || strings.Contains(text, "hunter2") {
			t.Errorf("%s: %v, %s", in, err, text)
		}
	}
}

func TestIgnoredReceipts(t *testing.T) {
	t.Parallel()
	spec := gencode.ObjectSpec{Keys: []string{"a"}}
	var receipts []runtime.Receipt
	err := gencode.DecodeWith([]byte(`[{"x y":1,"a":true},{"a":false,"z":[1,{"a":2}]}]`), func(d *gencode.Decoder) {
		var items []bool
		gencode.Slice(d, &items, func(v *bool, d *gencode.Decoder) {
			o := gencode.Object{Spec: &spec}
			for d.Next(&o) {
				d.Bool(v)
			}
		})
	}, runtime.CollectReceipts(&receipts))
	want := []runtime.Receipt{
		{Field: `[0]["x y"]`, Kind: runtime.ReceiptIgnored, From: int64(1)},
		{Field: `[1].z`, Kind: runtime.ReceiptIgnored, From: `[1,{"a":2}]`},
	}
	if err != nil || !reflect.DeepEqual(receipts, want) {
		t.Errorf("%v, %+v", err, receipts)
	}
}

func plainJSON(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(b.String(), "\n")
}
