package golang

import (
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

func TestStructs(t *testing.T) {
	t.Parallel()
	runCases(t, []runCase{
		{
			name: "create payment", tool: createPayment(),
			calls: []call{
				{in: `{"AccountId":"acc_1","Amount":10.5,"Date":"2025-01-31","Applications":[{"InvoiceId":"i1","Amount":1}],"Currency":"INR","Memo":"m","Tags":["a"],"Attempts":3}`},
				{in: `{"AccountId":"acc_1","Amount":1,"Date":"2025-01-31","Applications":[{"InvoiceId":"i1","Amount":1}]}`},
				{in: `{"AccountId":"x","Amount":0,"Date":"tomorrow","Applications":[{"InvoiceId":"","Amount":0,"x":1},{}],"Currency":"GBP","Tags":["a","a"],"Attempts":"7","Memo":null,"extra":1}`, issues: []string{
					"AccountId minLength", "AccountId pattern", "Amount exclusiveMinimum", "Date format",
					"Applications[0].InvoiceId minLength", "Applications[0].Amount exclusiveMinimum", "Applications[0].x additionalProperties",
					"Applications[1].InvoiceId required", "Applications[1].Amount required",
					"Currency enum", "Memo type", "Tags uniqueItems", "Attempts type", "extra additionalProperties",
				}},
				{in: `[]`, issues: []string{" type"}},
			},
			code: []snippet{
				{body: `return (&p.CreatePaymentArgs{AccountId: "acc_1", Amount: 1, Date: "2025-01-31", Applications: []p.CreatePaymentApplication{{InvoiceId: "a", Amount: 1}}}).Validate()`},
				{body: `return (&p.CreatePaymentArgs{Currency: ptr(p.CreatePaymentCurrency("x")), Memo: ptr(""), Tags: []string{"123456789012345678901"}, Attempts: ptr(int64(9))}).Validate()`,
					issues: []string{"AccountId minLength", "AccountId pattern", "Amount exclusiveMinimum", "Date format", "Applications required", "Currency enum", "Tags[0] maxLength", "Attempts maximum"}},
				{body: `var a *p.CreatePaymentArgs; return a.Validate()`, issues: []string{" type"}},
				{body: `a := p.CreatePaymentArgs{}; if a.GetCurrency() != "EUR" || a.GetAttempts() != 1 || a.GetMemo() != "" || a.GetTags() != nil { panic("getters") }; return nil`},
				{body: `a, err := p.DecodeCreatePaymentArgs([]byte("{\"AccountId\":\"acc_1\",\"Amount\":1,\"Date\":\"2025-01-31\",\"Applications\":[{\"InvoiceId\":\"i\",\"Amount\":1}]}"), runtime.ApplyDefaults())
					if err != nil { return err }
					if a.Currency == nil || *a.Currency != "EUR" || a.Attempts == nil || *a.Attempts != 1 { panic("defaults") }
					return nil`},
				{body: `r, err := runtime.DecodeResult(p.CreatePayment, []byte("{\"PaymentId\":\"x\",\"Lines\":[{\"InvoiceId\":\"i\",\"Open\":2}],\"more\":1}")); if err != nil { return err }; if r.Lines[0].GetOpen() != 2 { panic("open") }; return nil`},
			},
		},
		{
			name: "three states", tool: tool("states", "States", object("StatesArgs",
				need("must", nullable(str(size("minLength", 2)))),
				may("both", nullable(integer(bound("minimum", "1")))),
				may("list", nullable(list(nullable(str())))),
				may("any", anything()),
				need("some", anything()),
				need("flag", boolean()),
				may("object", object("StatesInner", may("a", str(size("minLength", 1))))),
				may("num", &model.Type{Kind: model.Number, Accepts: model.JSONNumber | model.JSONInteger, Declared: []string{"number"}, Constraints: []model.Constraint{bound("maximum", "10.5")}}),
				may("f32", &model.Type{Kind: model.Float, Bits: 32, Accepts: model.JSONNumber | model.JSONInteger, Declared: []string{"number"}, Constraints: []model.Constraint{bound("minimum", "0.1")}}),
				may("u64", &model.Type{Kind: model.Int, Bits: 64, Unsigned: true, Accepts: model.JSONInteger, Declared: []string{"integer"}, Constraints: []model.Constraint{bound("minimum", "1")}}),
				may("i32", &model.Type{Kind: model.Int, Bits: 32, Accepts: model.JSONInteger, Declared: []string{"integer"}, Constraints: []model.Constraint{bound("multipleOf", "3")}}),
			)),
			calls: []call{
				{in: `{"must":null,"both":null,"list":null,"any":false,"some":null,"flag":false,"object":{}}`},
				{in: `{"must":"ab","both":1,"list":["a",null],"some":{"x":[1,2.50]},"flag":true,"object":{"a":"x"},"num":10.50,"f32":0.5,"u64":18446744073709551615,"i32":9}`},
				{in: `{"must":"a","both":0,"list":[1],"some":1,"flag":null,"object":null,"num":10.6,"f32":0.01,"u64":0,"i32":4}`, issues: []string{
					"must minLength", "both minimum", "list[0] type", "flag type", "object type", "num maximum", "f32 minimum", "u64 minimum", "i32 multipleOf"}},
				{in: `{}`, issues: []string{"must required", "some required", "flag required"}},
			},
			code: []snippet{
				{body: `return (&p.StatesArgs{Must: ptr("a"), Both: runtime.ValueOf(int64(0)), List: runtime.ValueOf([]*string{nil}), Object: &p.StatesInner{A: ptr("")}}).Validate()`,
					issues: []string{"must minLength", "both minimum", "object.a minLength"}},
			},
		},
		{
			name: "odd keys", tool: tool("odd", "Odd", oddKeys()),
			calls: []call{
				{in: "{\"size`mm\":2.5,\"a,b\":\"c\",\"say \\\"hi\\\"\":\"yo\",\"-\":\"dash\",\"24h\":true,\"x\\\\y\":\"z\",\"\":\"empty\",\"a b\":\"space\",\"é/ß\":\"letters\",\"foo\":\"1\",\"Foo\":\"2\"}"},
				{in: "{\"size`mm\":2.5}"},
			},
		},
		{
			name: "plain odd keys", tool: tool("plain_odd", "PlainOdd", plainOddKeys()),
			calls: []call{{in: `{"-":"x","a b":"y","é/ß":"z","<&>":"w","foo":"1","Foo":"2"}`}, {in: `{"-":"x"}`}},
		},
		{
			name: "unknown keys", tool: tool("unknown", "Unknown", unknownKeys()),
			calls: []call{
				{in: `{"a":"x","b":1,"z":2,"inner":{"k":true,"extra":{"x":null}}}`},
				{in: `{"a":"x","b":-1,"z":"s"}`, issues: []string{"b minimum", "z type"}},
				{in: `{"inner":{}}`, issues: []string{"inner minProperties"}},
			},
			code: []snippet{
				{body: `return (&p.UnknownArgs{AdditionalProperties: map[string]int64{"b": -2}, Inner: &p.UnknownInner{}}).Validate()`, issues: []string{"inner minProperties", "b minimum"}},
				// A value under a declared key would not be marshaled: the field takes precedence.
				{body: `return (&p.UnknownArgs{AdditionalProperties: map[string]int64{"b": 2, "a": -2}}).Validate()`, issues: nil},
				{body: `return (&p.UnknownArgs{Inner: &p.UnknownInner{AdditionalProperties: map[string]any{"k": true}}}).Validate()`,
					issues: []string{"inner minProperties"}},
				{body: `return (&p.UnknownArgs{Inner: &p.UnknownInner{K: ptr(true), AdditionalProperties: map[string]any{"k": true, "l": 1, "m": math.NaN()}}}).Validate()`,
					issues: []string{" range"}},
			},
		},
	})
}

func oddKeys() *model.Type {
	t := object("OddArgs", need("size`mm", num()))
	for i, key := range []string{"a,b", `say "hi"`, "-", "x\\y", "", "a b", "é/ß", "foo", "Foo"} {
		f := may(key, str())
		f.Name, f.Getter = "Key"+string(rune('A'+i)), ""
		t.Fields = append(t.Fields, f)
	}
	f := may("24h", boolean())
	f.Name, f.Getter = "Day", ""
	t.Fields = append(t.Fields, f)
	return t
}

func unknownKeys() *model.Type {
	inner := with(object("UnknownInner", may("k", boolean())), size("minProperties", 1))
	inner.KeepUnknown = true
	t := object("UnknownArgs", may("a", str()), may("inner", inner))
	t.Additional = integer(bound("minimum", "0"))
	return t
}

func plainOddKeys() *model.Type {
	t := object("PlainOddArgs", need("-", str()))
	for i, key := range []string{"a b", "é/ß", "<&>", "foo", "Foo"} {
		f := may(key, str())
		f.Name, f.Getter = "Key"+string(rune('A'+i)), ""
		t.Fields = append(t.Fields, f)
	}
	return t
}
