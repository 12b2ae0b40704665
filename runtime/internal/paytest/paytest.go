// Package paytest has the types of a payment tool for the tests of the runtime. Those within its package
// cannot import the decoders of generated code, which import it; the external ones set them here.
package paytest

// Args are the arguments of the tool.
type Args struct {
	AccountID    string
	Amount       float64
	Currency     *string
	Applications []Application
	Memo         *string
	Tags         []string
	Token        *string
	Tenant       *string
}

// Application is a part of the payment.
type Application struct {
	InvoiceID string
	Amount    float64
	Note      *string
}

// Result is the result of the tool.
type Result struct {
	PaymentID string `json:"PaymentId"`
}

// DecodeArgs and DecodeResult read into a value strictly; opts are a []runtime.DecodeOption.
var (
	DecodeArgs   func(to *Args, data []byte, opts any) error
	DecodeResult func(to *Result, data []byte, opts any) error
)
