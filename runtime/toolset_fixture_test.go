package runtime

import "encoding/json"

// The tools of these tests, hand-written like generated code. Their decoders import package gencode, which imports the
// runtime, so that external tests set them.

// PayArgs are the arguments of the tool create_payment.
type PayArgs struct {
	AccountID    string
	Amount       float64
	Currency     *string
	Applications []PayApplication
	Memo         *string
	Tags         []string
	Token        *string
	Tenant       *string
}

// PayApplication is a part of the payment.
type PayApplication struct {
	InvoiceID string
	Amount    float64
	Note      *string
}

// PayResult is the result of the tool.
type PayResult struct {
	PaymentID string `json:"PaymentId"`
}

// DecodePayArgs decodes strictly.
var DecodePayArgs func(to *PayArgs, data []byte, opts ...DecodeOption) error

// DecodePayResult decodes strictly.
var DecodePayResult func(to *PayResult, data []byte, opts ...DecodeOption) error

type (
	payArgs   = PayArgs
	payResult = PayResult
)

func decodePayArgs(data []byte, opts ...DecodeOption) (*payArgs, error) {
	a := new(payArgs)
	if err := DecodePayArgs(a, data, opts...); err != nil {
		return nil, err
	}
	return a, nil
}

func decodePayResult(data []byte, opts ...DecodeOption) (*payResult, error) {
	r := new(payResult)
	if err := DecodePayResult(r, data, opts...); err != nil {
		return nil, err
	}
	return r, nil
}

var paySpec = ToolSpec{
	Name:        "create_payment",
	Description: "Records a payment against one or more open invoices.",
	Write:       true,
	FullSchema:  paySchema,
}

// paySchema is the schema of the same tool.
const paySchema = `{"type":"object","required":["AccountId","Amount","Applications"],"properties":{
"AccountId":{"type":"string","description":"Bank or cash account that receives the money.","pattern":"^acc_[a-z0-9]+$","minLength":6},
"Amount":{"type":"number","description":"Amount in the organisation's currency.","exclusiveMinimum":0,"maximum":10000},"Currency":{"type":"string","enum":["INR","USD","EUR"]},
"Applications":{"type":"array","description":"Invoices that the payment settles.","minItems":1,"maxItems":3,"items":{"type":"object","additionalProperties":false,"required":["InvoiceId","Amount"],
"properties":{"InvoiceId":{"type":"string","description":"The invoice.","minLength":3},"Amount":{"type":"number","exclusiveMinimum":0},"Note":{"type":"string","maxLength":20}}}},
"Memo":{"type":"string","maxLength":20},"Tags":{"type":"array","minItems":2,"uniqueItems":true,"items":{"type":"string"}},
"Token":{"type":"string","minLength":30,"x-toolgen":{"sensitive":true}},"Tenant":{"type":"string","x-toolgen":{"injected":true}}}}`

var payTool = NewTool(&paySpec, decodePayArgs, decodePayResult)

// jsonText encodes text as a JSON string, like models that encode twice.
func jsonText(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}
