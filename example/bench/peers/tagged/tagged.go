// Package tagged has hand-written structs for the three calls, with json tags and with the tags of
// go-playground/validator for those constraints that it can express.
//
// A field that may be zero has no required tag, because that package treats zero as absent.
package tagged

// Deposit is the call of 74 bytes.
type Deposit struct {
	Account string  `json:"account" validate:"required,account"`
	Amount  float64 `json:"amount" validate:"required,min=0.01,max=1000000"`
	Memo    string  `json:"memo" validate:"required,min=1,max=200"`
}

// Invoice is the call of 1.9 kB.
type Invoice struct {
	ID       string        `json:"id" validate:"required,uuid"`
	Number   string        `json:"number" validate:"required,invoice_number,max=20"`
	Status   string        `json:"status" validate:"required,oneof=draft open paid void"`
	Issued   string        `json:"issued" validate:"required,datetime=2006-01-02"`
	Due      string        `json:"due" validate:"required,datetime=2006-01-02"`
	Currency string        `json:"currency" validate:"required,oneof=INR USD EUR"`
	Customer Customer      `json:"customer"`
	Lines    []InvoiceLine `json:"lines" validate:"required,min=1,max=1000,dive"`
	Total    float64       `json:"total" validate:"min=0"`
	Note     *string       `json:"note,omitempty" validate:"omitempty,max=500"`
}

// Customer is part of [Invoice].
type Customer struct {
	ID      string  `json:"id" validate:"required,customer_id"`
	Name    string  `json:"name" validate:"required,min=1,max=100"`
	Email   string  `json:"email" validate:"required,email"`
	Address Address `json:"address"`
}

// Address is part of [Customer].
type Address struct {
	Street  string `json:"street" validate:"required,max=100"`
	City    string `json:"city" validate:"required,max=100"`
	Country string `json:"country" validate:"required,len=2"`
}

// InvoiceLine is part of [Invoice].
type InvoiceLine struct {
	SKU         string  `json:"sku" validate:"required,sku"`
	Description string  `json:"description" validate:"required,min=1,max=200"`
	Quantity    int64   `json:"quantity" validate:"min=1,max=10000"`
	UnitPrice   float64 `json:"unit_price" validate:"min=0"`
	TaxRate     float64 `json:"tax_rate" validate:"min=0,max=100"`
	Account     string  `json:"account" validate:"required,oneof=sales services freight other"`
	Taxable     bool    `json:"taxable"`
}

// Journal is the call of 149 kB.
type Journal struct {
	ID     string        `json:"id" validate:"required,uuid"`
	Period string        `json:"period" validate:"required,period"`
	Lines  []JournalLine `json:"lines" validate:"required,min=2,max=200000,dive"`
}

// JournalLine is part of [Journal].
type JournalLine struct {
	Date       string  `json:"date" validate:"required,datetime=2006-01-02"`
	Account    string  `json:"account" validate:"required,ledger_account"`
	Side       string  `json:"side" validate:"required,oneof=debit credit"`
	Amount     float64 `json:"amount" validate:"min=0"`
	CostCenter int64   `json:"cost_center" validate:"min=100,max=999"`
	Reversal   bool    `json:"reversal"`
	Memo       *string `json:"memo,omitempty" validate:"omitempty,max=200"`
}
