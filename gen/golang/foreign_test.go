package golang

import (
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// lowered returns the tool of a bare schema.
func lowered(t *testing.T, name, schema string) *model.Tool {
	t.Helper()
	tools, diags := tooldef.Read("test.json", []byte(schema), tooldef.Options{Envelope: tooldef.Schema, TypeName: name})
	p, ds := lower.Lower(tools, lower.Options{Package: "p"})
	if diags.HasErrors() || ds.HasErrors() || len(p.Tools) != 1 {
		t.Fatal(diags, ds)
	}
	return p.Tools[0]
}

const userTypes = `import (
	"encoding/json"
	"fmt"
)

// Money is a type that is a string in the schema.
type Money struct {
	Amount   int
	Currency string
}

func (m Money) MarshalJSON() ([]byte, error) {
	return json.Marshal(fmt.Sprintf("%d %s", m.Amount, m.Currency))
}

func (m *Money) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	if _, err := fmt.Sscanf(s, "%d %s", &m.Amount, &m.Currency); err != nil {
		return err
	}
	if m.Amount > 1000 {
		return fmt.Errorf("%d is too much", m.Amount)
	}
	return nil
}

// Point is a type that is an object in the schema.
type Point struct {
	X float64 ` + "`json:\"x\"`" + `
}
`

// TestUserTypes decodes, validates and marshals values of Go types that the schema only names: the constraints of the schema
// still apply, to JSON and to Go values.
func TestUserTypes(t *testing.T) {
	t.Parallel()
	const (
		moment = `{"type":"string","format":"date-time","x-go-type":"time.Time"}`
		money  = `{"type":"string","pattern":"^[0-9]+ [A-Z]{3}$","x-go-type":"Money"}`
	)
	runCases(t, []runCase{
		{
			name: "moments", extra: userTypes, tool: lowered(t, "Moments", `{"type":"object","properties":{
				"at":`+moment+`,"until":`+moment+`,"days":{"type":"array","items":`+moment+`,"uniqueItems":true},
				"maybe":{"type":["string","null"],"format":"date-time","x-go-type":"time.Time"},"by":{"type":"object","additionalProperties":`+moment+`}},
				"required":["at"]}`),
			calls: []call{
				{in: `{"at":"2025-01-31T10:00:00Z"}`},
				{in: `{"at":"2025-01-31T10:00:00.5+02:00","until":"2025-02-01T00:00:00Z","days":["2025-01-31T10:00:00Z"],"maybe":null,"by":{"a":"2025-01-31T10:00:00Z"}}`},
				{in: `{"at":"2025-01-31T10:00:00Z","maybe":"2025-01-31T10:00:00Z"}`},
				{in: `{"at":"2025-01-31t10:00:00.5z","by":{"a":"2025-01-31\u007410:00:00+01:00"}}`, out: `{"at":"2025-01-31T10:00:00.5Z","by":{"a":"2025-01-31T10:00:00+01:00"}}`},
				{in: `{"at":"2016-12-31T23:59:60Z"}`, issues: []string{"at format"}},
				{in: `{"at":"noon","until":1,"days":["x"],"maybe":"never","by":{"a":null}}`, issues: []string{"at format", "until type", "days[0] format", "maybe format", "by.a type"}},
				{in: `{"at":"2025-01-31T10:00:00Z","days":["2025-01-31T10:00:00Z","2025-01-31T10:00:00Z"]}`, issues: []string{"days uniqueItems"}},
				{in: `{}`, issues: []string{"at required"}},
				{in: `{"at":"2025-01-31T10:00:00\u005a","until":"2025\u002d01-31T10:00:00.5+0\u0032:00"}`},
				{in: `{"at":"2025-01-31T10:00:00\u005b"}`, issues: []string{"at format"}},
			},
			code: []snippet{
				{body: `m := p.Moments{At: time.Date(2025, 1, 31, 0, 0, 0, 0, time.UTC), Until: ptr(time.Now())}; return m.Validate()`},
				{body: `m := p.Moments{Days: []time.Time{{}, {}}}; return m.Validate()`, issues: []string{"days uniqueItems"}},
			},
		},
		{
			name: "a secret moment", tool: lowered(t, "Secret", `{"type":"object","properties":{
				"at":{"type":"string","x-go-type":"time.Time","x-toolgen":{"sensitive":true}}}}`),
			calls: []call{{in: `{"at":"2025-01-31T10:00:00Z"}`}},
			code: []snippet{{body: `_, err := p.DecodeSecret([]byte("{\"at\":\"password\"}"))
				if err == nil || strings.Contains(err.Error(), "password") {
					return fmt.Errorf("got %v", err)
				}
				return nil`}},
		},
		{
			name: "numbers", tool: lowered(t, "Numbers", `{"type":"object","properties":{
				"price":{"type":"number","minimum":0,"multipleOf":0.01,"x-go-type":"json.Number"},
				"big":{"type":"integer","maximum":100000000000000000000000000000,"x-go-type":"json.Number"},
				"list":{"type":"array","items":{"type":"number","exclusiveMaximum":1,"x-go-type":"json.Number"}}},"required":["price"]}`),
			calls: []call{
				{in: `{"price":10.50,"big":99999999999999999999999999999,"list":[0.1,1e-3]}`},
				{in: `{"price":-0.005,"big":100000000000000000000000000001,"list":[1.0]}`, issues: []string{"price minimum", "price multipleOf", "big maximum", "list[0] exclusiveMaximum"}},
				{in: `{"price":"1","big":1.5}`, issues: []string{"price type", "big type"}},
			},
			code: []snippet{{body: `n := p.Numbers{Price: "0.001"}; return n.Validate()`, issues: []string{"price multipleOf"}}},
		},
		{
			name: "types that only their pointer writes", tool: lowered(t, "Pointers", `{"type":"object","properties":{
				"need":{"type":"integer","x-go-type":"big.Int"},"may":{"type":"integer","minimum":0,"x-go-type":"big.Int"},"null":{"type":["integer","null"],"x-go-type":"big.Int"},
				"list":{"type":"array","items":{"type":"integer","x-go-type":"big.Int"},"uniqueItems":true},
				"open":{"type":"object","properties":{"n":{"type":"integer","x-go-type":"big.Int"}},"required":["n"],"additionalProperties":{"type":"integer","x-go-type":"big.Int"}},
				"odd":{"type":"object","properties":{"a,b":{"type":"integer","x-go-type":"big.Int"}},"required":["a,b"]}},
				"required":["need"]}`),
			calls: []call{
				{in: `{"need":99999999999999999999,"may":99999999999999999999,"null":99999999999999999999,"list":[99999999999999999999,1],"open":{"n":99999999999999999999,"x":99999999999999999999},"odd":{"a,b":99999999999999999999}}`},
				{in: `{"need":1.5,"may":-1,"list":[1,1]}`, issues: []string{"need type", "may minimum", "list uniqueItems"}},
			},
		},
		{
			name: "own types", extra: userTypes, tool: lowered(t, "Own", `{"type":"object","properties":{
				"fee":`+money+`,"total":`+money+`,"by":{"type":"object","additionalProperties":`+money+`,"minProperties":1},
				"addr":{"type":"string","minLength":3,"x-go-type":"netip.Addr"},
				"point":{"type":"object","properties":{"x":{"type":"number","minimum":0}},"required":["x"],"x-go-type":"Point"}},
				"required":["fee"]}`),
			calls: []call{
				{in: `{"fee":"12 EUR","total":"13 USD","by":{"a":"1 EUR"},"addr":"10.0.0.1","point":{"x":1.5}}`},
				{in: `{"fee":"12 euro","total":"1001 EUR","by":{},"addr":"x","point":{"x":-1}}`, issues: []string{
					"fee pattern", "total format", "by minProperties", "addr minLength", "point.x minimum"}},
				{in: `{"fee":"1 EUR","addr":"not an address","point":{}}`, issues: []string{"addr format", "point.x required"}},
			},
			code: []snippet{
				{body: `o := p.Own{Fee: p.Money{Amount: 1, Currency: "EUR"}, Point: &p.Point{X: 2}}; return o.Validate()`},
				{body: `o := p.Own{Fee: p.Money{Amount: 1, Currency: "euro"}, Point: &p.Point{X: -2}}; return o.Validate()`, issues: []string{"fee pattern", "point.x minimum"}},
			},
		},
	})
}
