package runtime

// The tools of these tests, written by hand the way the generator prints them.

type payArgs struct {
	AccountID    string
	Amount       float64
	Currency     *string
	Applications []payApplication
	Memo         *string
	Tags         []string
	Token        *string
	Tenant       *string
}

type payApplication struct {
	InvoiceID string
	Amount    float64
	Note      *string
}

type payResult struct {
	PaymentID string `json:"PaymentId"`
}

var payArgsObject = ObjectSpec{
	Keys:     []string{"AccountId", "Amount", "Currency", "Applications", "Memo", "Tags", "Token", "Tenant"},
	Required: []int{0, 1, 3},
	Closed:   true,
}

var payApplicationObject = ObjectSpec{
	Keys:     []string{"InvoiceId", "Amount", "Note"},
	Required: []int{0, 1},
	Closed:   true,
}

var payResultObject = ObjectSpec{Keys: []string{"PaymentId"}, Required: []int{0}}

var accountPattern = Pattern{Source: "^acc_[a-z0-9]+$", Expr: "^acc_[a-z0-9]+$"}

func (a *payArgs) decode(d *Decoder) {
	o := Object{Spec: &payArgsObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.String(&a.AccountID) {
				d.MinLength(a.AccountID, 6)
				d.Pattern(a.AccountID, &accountPattern)
			}
		case 1:
			if d.Float64(&a.Amount) {
				d.ExclusiveMinimum(a.Amount, 0)
				d.Maximum(a.Amount, 10000)
			}
		case 2:
			if v := d.OptionalString(&a.Currency); v != nil {
				d.EnumString(*v, "INR", "USD", "EUR")
			}
		case 3:
			if Slice(d, &a.Applications, (*payApplication).decode) {
				d.MinItems(len(a.Applications), 1)
				d.MaxItems(len(a.Applications), 3)
			}
		case 4:
			if v := d.OptionalString(&a.Memo); v != nil {
				d.MaxLength(*v, 20)
			}
		case 5:
			if Slice(d, &a.Tags, DecodeString) {
				d.MinItems(len(a.Tags), 2)
				Unique(&d.Checker, a.Tags)
			}
		case 6:
			if v := d.OptionalString(&a.Token); v != nil {
				d.MinLength(*v, 30)
			}
		case 7:
			if v := d.OptionalString(&a.Tenant); v != nil {
				d.MinLength(*v, 3)
			}
		}
	}
}

func (a *payApplication) decode(d *Decoder) {
	o := Object{Spec: &payApplicationObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			if d.String(&a.InvoiceID) {
				d.MinLength(a.InvoiceID, 3)
			}
		case 1:
			if d.Float64(&a.Amount) {
				d.ExclusiveMinimum(a.Amount, 0)
			}
		case 2:
			if v := d.OptionalString(&a.Note); v != nil {
				d.MaxLength(*v, 20)
			}
		}
	}
}

func (r *payResult) decode(d *Decoder) {
	o := Object{Spec: &payResultObject}
	for d.Next(&o) {
		if o.Index == 0 {
			d.String(&r.PaymentID)
		}
	}
}

func decodePayArgs(data []byte, opts ...DecodeOption) (*payArgs, error) {
	return Decode(data, (*payArgs).decode, opts...)
}

func decodePayResult(data []byte, opts ...DecodeOption) (*payResult, error) {
	return Decode(data, (*payResult).decode, opts...)
}

var paySpec = ToolSpec{
	Name:        "create_payment",
	Description: "Records a payment against one or more open invoices.",
	Write:       true,
	FullSchema:  paySchema,
	Fields: []FieldSpec{
		{Path: "AccountId", Type: "string", Required: true, Description: "Bank or cash account that receives the money.", Pattern: "^acc_[a-z0-9]+$", Bounds: []BoundSpec{{"minLength", "6"}}},
		{Path: "Amount", Type: "number", Required: true, Description: "Amount in the organisation's currency.", Bounds: []BoundSpec{{"exclusiveMinimum", "0"}, {"maximum", "10000"}}},
		{Path: "Currency", Type: "string", Enum: []string{`"INR"`, `"USD"`, `"EUR"`}},
		{Path: "Applications", Type: "array", Required: true, Description: "Invoices that the payment settles.", Bounds: []BoundSpec{{"minItems", "1"}, {"maxItems", "3"}}},
		{Path: "Applications[]", Type: "object", Closed: true},
		{Path: "Applications[].InvoiceId", Type: "string", Required: true, Description: "The invoice.", Bounds: []BoundSpec{{"minLength", "3"}}},
		{Path: "Applications[].Amount", Type: "number", Required: true, Bounds: []BoundSpec{{"exclusiveMinimum", "0"}}},
		{Path: "Applications[].Note", Type: "string", Bounds: []BoundSpec{{"maxLength", "20"}}},
		{Path: "Memo", Type: "string", Bounds: []BoundSpec{{"maxLength", "20"}}},
		{Path: "Tags", Type: "array", Bounds: []BoundSpec{{"minItems", "2"}, {"uniqueItems", "true"}}},
		{Path: "Tags[]", Type: "string"},
		{Path: "Token", Type: "string", Sensitive: true, Bounds: []BoundSpec{{"minLength", "30"}}},
		{Path: "Tenant", Type: "string", Injected: true},
	},
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
