package runtime_test

import (
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// The types of this file are like generated code, so that the decoder is tested through the calls that generated code makes.

type payment struct {
	AccountID    string                   `json:"AccountId"`
	Amount       float64                  `json:"Amount"`
	Applications []paymentApplication     `json:"Applications"`
	Memo         *string                  `json:"Memo,omitempty"`
	Tags         []string                 `json:"Tags,omitzero"`
	Due          runtime.Nullable[string] `json:"Due,omitzero"`
}

type paymentApplication struct {
	InvoiceID string         `json:"InvoiceId"`
	Amount    float64        `json:"Amount"`
	Count     *int64         `json:"Count,omitempty"`
	Extra     map[string]any `json:"-"`
}

var paymentObject = gencode.ObjectSpec{
	Keys:     []string{"AccountId", "Amount", "Applications", "Memo", "Tags", "Due"},
	Required: []int{0, 1, 2},
	Nullable: []int{5},
	Closed:   true,
}

var paymentApplicationObject = gencode.ObjectSpec{
	Keys:     []string{"InvoiceId", "Amount", "Count"},
	Required: []int{0, 1},
	Keep:     true,
}

var accountPattern = gencode.Pattern{Source: `^acc_\d+$`, Expr: `^acc_[0-9]+$`}

func (a *payment) decode(d *gencode.Decoder) {
	o := gencode.Object{Spec: &paymentObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.String(&a.AccountID) {
				d.Length("minLength", a.AccountID, 5)
				d.Pattern(a.AccountID, &accountPattern)
			}
		case 1:
			if d.Float64(&a.Amount) {
				d.Bound("exclusiveMinimum", a.Amount, 0)
				d.MultipleOf(a.Amount, "0.01")
			}
		case 2:
			if gencode.Slice(d, &a.Applications, (*paymentApplication).decode) {
				d.Size("minItems", len(a.Applications), 1)
			}
		case 3:
			if v := d.OptionalString(&a.Memo); v != nil {
				d.Length("maxLength", *v, 10)
			}
		case 4:
			if mark := d.Mark(); gencode.Slice(d, &a.Tags, gencode.DecodeString) && d.SoundSince(mark) {
				gencode.Unique(&d.Checker, a.Tags)
			}
		case 5:
			if v := gencode.NotNull(d, &a.Due); v != nil && d.String(v) {
				d.Format(*v, "date")
			}
		}
	}
}

func (a *paymentApplication) decode(d *gencode.Decoder) {
	o := gencode.Object{Spec: &paymentApplicationObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.String(&a.InvoiceID) {
				d.Length("minLength", a.InvoiceID, 3)
			}
		case 1:
			if d.Float64(&a.Amount) {
				d.Bound("minimum", a.Amount, 0)
			}
		case 2:
			if v := d.OptionalInt64(&a.Count); v != nil {
				d.BoundInt("maximum", *v, 10)
			}
		default:
			gencode.MapEntry(d, &o, &a.Extra, gencode.DecodeAny)
		}
	}
	if o.OK() {
		d.Size("maxProperties", o.Len(), 5)
	}
}

func decodePayment(data []byte, opts ...runtime.DecodeOption) (*payment, error) {
	return gencode.Decode(data, (*payment).decode, opts...)
}

func (a *payment) UnmarshalJSON(data []byte) error {
	return gencode.Unmarshal(data, a, (*payment).decode)
}

func (a *payment) Validate() error { return gencode.ValidateBy(a != nil, a.decode) }
