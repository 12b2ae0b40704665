package runtime_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// FuzzPayment checks the promises of the package for generated code with arbitrary text.
func FuzzPayment(f *testing.F) {
	for _, seed := range []string{
		`{"AccountId":"acc_1","Amount":12.34,"Applications":[{"InvoiceId":"inv1","Amount":12.34,"x":[1]}],"Memo":"m","Tags":["a"],"Due":null}`,
		`{"AccountId":7,"Amount":"1","Applications":"[{\"InvoiceId\":\"inv\",\"Amount\":\"1\",\"Count\":null}]","Memo":null,"u":{"a":1,"a":2}}`,
		`{"Amount":1e999,"Amount":2}`, `"{}"`, `"    "`, `{"Applications":[{"Amount":0.1,"Count":1e1,"InvoiceId":"\ud83d\ude00é"}]`, `null`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := decodePayment(data)
		again, errAgain := decodePayment(data)
		if !reflect.DeepEqual(v, again) || !reflect.DeepEqual(err, errAgain) {
			t.Fatalf("two runs differ: %v, %v", err, errAgain)
		}
		var receipts []runtime.Receipt
		soft, softErr := paymentTool(0).DecodeArgs(data, runtime.Lenient(), runtime.CollectReceipts(&receipts), runtime.CopyStrings())
		if err != nil {
			if v != nil || len(invalid(t, err).Issues()) == 0 {
				t.Fatalf("%v with %v", v, err)
			}
			for _, issue := range invalid(t, err).Issues() {
				runtime.Pointer(issue.Field)
				if issue.Constraint == "" {
					t.Fatalf("no constraint in %v", err)
				}
			}
			if softErr == nil && len(receipts) == 0 {
				t.Fatal("leniency without a receipt")
			}
			return
		}
		if !json.Valid(data) {
			t.Fatal("accepted what is not JSON")
		}
		if softErr != nil || !reflect.DeepEqual(v, soft) || len(receipts) != 0 {
			t.Fatalf("leniency changes a valid call: %v, %v", softErr, receipts)
		}
		if err := v.Validate(); err != nil {
			t.Fatalf("decoded, but not valid: %v", err)
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		for i := range v.Applications {
			v.Applications[i].Extra = nil // is not marshalled here
		}
		if back, err := decodePayment(text); err != nil || !reflect.DeepEqual(v, back) {
			t.Fatalf("%s decodes to %+v, %v", text, back, err)
		}
	})
}
