package runtime_test

import (
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

func init() {
	runtime.DecodePayArgs = func(to *runtime.PayArgs, data []byte, opts ...runtime.DecodeOption) error {
		return gencode.DecodeWith(data, func(d *gencode.Decoder) { decodeFixtureArgs(to, d) }, opts...)
	}
	runtime.DecodePayResult = func(to *runtime.PayResult, data []byte, opts ...runtime.DecodeOption) error {
		return gencode.DecodeWith(data, func(d *gencode.Decoder) { decodeFixtureResult(to, d) }, opts...)
	}
}

var payArgsObject = gencode.ObjectSpec{
	Keys:     []string{"AccountId", "Amount", "Currency", "Applications", "Memo", "Tags", "Token", "Tenant"},
	Required: []int{0, 1, 3},
	Closed:   true,
}

var payApplicationObject = gencode.ObjectSpec{
	Keys:     []string{"InvoiceId", "Amount", "Note"},
	Required: []int{0, 1},
	Closed:   true,
}

var payResultObject = gencode.ObjectSpec{Keys: []string{"PaymentId"}, Required: []int{0}}

var fixtureAccount = gencode.Pattern{Source: "^acc_[a-z0-9]+$", Expr: "^acc_[a-z0-9]+$"}

func decodeFixtureArgs(a *runtime.PayArgs, d *gencode.Decoder) {
	o := gencode.Object{Spec: &payArgsObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.String(&a.AccountID) {
				d.Length("minLength", a.AccountID, 6)
				d.Pattern(a.AccountID, &fixtureAccount)
			}
		case 1:
			if d.Float64(&a.Amount) {
				d.Bound("exclusiveMinimum", a.Amount, 0)
				d.Bound("maximum", a.Amount, 10000)
			}
		case 2:
			if v := d.OptionalString(&a.Currency); v != nil {
				d.EnumString(*v, "INR", "USD", "EUR")
			}
		case 3:
			if gencode.Slice(d, &a.Applications, decodeFixtureApplication) {
				d.Size("minItems", len(a.Applications), 1)
				d.Size("maxItems", len(a.Applications), 3)
			}
		case 4:
			if v := d.OptionalString(&a.Memo); v != nil {
				d.Length("maxLength", *v, 20)
			}
		case 5:
			if mark := d.Mark(); gencode.Slice(d, &a.Tags, gencode.DecodeString) {
				sound := d.SoundSince(mark)
				d.Size("minItems", len(a.Tags), 2)
				if sound {
					gencode.Unique(&d.Checker, a.Tags)
				}
			}
		case 6:
			if v := d.OptionalString(&a.Token); v != nil {
				d.Length("minLength", *v, 30)
			}
		case 7:
			if v := d.OptionalString(&a.Tenant); v != nil {
				d.Length("minLength", *v, 3)
			}
		}
	}
}

func decodeFixtureApplication(a *runtime.PayApplication, d *gencode.Decoder) {
	o := gencode.Object{Spec: &payApplicationObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.String(&a.InvoiceID) {
				d.Length("minLength", a.InvoiceID, 3)
			}
		case 1:
			if d.Float64(&a.Amount) {
				d.Bound("exclusiveMinimum", a.Amount, 0)
			}
		case 2:
			if v := d.OptionalString(&a.Note); v != nil {
				d.Length("maxLength", *v, 20)
			}
		}
	}
}

func decodeFixtureResult(r *runtime.PayResult, d *gencode.Decoder) {
	o := gencode.Object{Spec: &payResultObject}
	for d.Next(&o) {
		if o.Index == 0 {
			d.String(&r.PaymentID)
		}
	}
}
