package dynamic

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// mendCase is an invalid call, and the result of following its hint literally: want is the call with the example merged
// into it.
type mendCase struct{ schema, call, want string }

// filter is the schema of nested conditions.
const filter = `{"$ref":"#/$defs/f","$defs":{"f":{"oneOf":[{"type":"object","properties":{"and":{"type":"array","items":{"$ref":"#/$defs/f"},"minItems":1}},"required":["and"],"additionalProperties":false},{"type":"object","properties":{"not":{"$ref":"#/$defs/f"}},"required":["not"],"additionalProperties":false},{"type":"object","properties":{"field":{"type":"string"},"op":{"enum":["eq","lt","gt"]},"value":{"type":"number"}},"required":["field","op","value"],"additionalProperties":false}]}}}`

// payment is the schema of an object with some required keys.
const payment = `{"type":"object","properties":{"payee":{"type":"string"},"amount":{"type":"number"},"memo":{"type":"string"}},"required":["payee","amount"]}`

// currency is the schema of an object with a union.
const currency = `{"type":"object","properties":{"currency":{"type":"string","enum":["EUR","USD"]},"n":{"type":"integer"}},"required":["currency","n"],"additionalProperties":false}`

// window is the schema of a time span.
const window = `{"type":"object","properties":{"from":{"type":"string","format":"date-time"},"to":{"type":"string","format":"date-time"}},"required":["from","to"],"x-toolgen":{"rules":[{"rule":"timestamp(self.from) < timestamp(self.to)","message":"from must be before to"}]}}`

// closed is the schema of an object without additional keys.
func closed(schema string) string {
	return strings.Replace(schema, "{", `{"additionalProperties":false,`, 1)
}

var mendCases = []mendCase{
	// The multiple that is nearest to the given value, within the bounds.
	{`{"type":"number","multipleOf":5}`, `48`, `50`},
	{`{"type":"number","multipleOf":5}`, `52`, `50`},
	{`{"type":"number","multipleOf":5}`, `-48`, `-50`},
	{`{"type":"number","multipleOf":0.05,"minimum":0}`, `1.07`, `1.05`},
	{`{"type":"integer","multipleOf":7,"minimum":10,"maximum":30}`, `29`, `28`},
	{`{"type":"integer","multipleOf":7,"minimum":10,"maximum":30}`, `8`, `14`},
	{`{"type":"integer","multipleOf":7,"exclusiveMinimum":14}`, `15`, `21`},
	{`{"type":"integer","multipleOf":2.5}`, `6`, `5`},
	{`{"type":"integer","minimum":1,"maximum":10}`, `2.4`, `2`},
	{`{"type":"number","multipleOf":5}`, `"48"`, `50`},
	{`{"type":"array","items":{"type":"integer","multipleOf":10}}`, `[10,23]`, `[10,20]`},

	// Items of a tuple, each with its own type.
	{`{"type":"array","prefixItems":[{"type":"number"},{"type":"string"},{"type":"boolean"}],"items":false,"minItems":3}`, `[1]`, `[1,"(v2)",false]`},
	{`{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"minItems":2,"maxItems":2}`, `[]`, `[1,2]`},
	{`{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"minItems":2,"maxItems":2}`, `[1,2,3]`, `[1,2]`},
	{`{"type":"array","prefixItems":[{"enum":["a","b"]},{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}],"minItems":2}`, `["a"]`, `["a",{"id":1}]`},
	{`{"type":"array","prefixItems":[{"type":"number"},{"const":"x"}],"minItems":2}`, `"1"`, `[1,"x"]`},
	{`{"type":"object","properties":{"p":{"type":"array","prefixItems":[{"type":"number"},{"type":"string"}],"minItems":2}},"required":["p"]}`, `{}`, `{"p":[1,"(p2)"]}`},
	{`{"type":"array","items":{"type":"array","prefixItems":[{"type":"number"},{"type":"string"}],"minItems":2}}`, `[[1,"x"],[2]]`, `[[1,"x"],[2,"(v2)"]]`},
	{`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"t":{"type":"array","items":[{"type":"string"},{"type":"integer"}],"minItems":2}}}`, `{"t":["a"]}`, `{"t":["a",2]}`},

	// A value other than the forbidden ones.
	{`{"type":"integer","not":{"enum":[1,2]}}`, `1`, `3`},
	{`{"type":"string","not":{"const":"root"}}`, `"root"`, `"(v)"`},
	{`{"type":"string","not":{"pattern":"^\\s"}}`, `" a"`, `"(v)"`},
	{`{"type":"array","items":{"type":"string","not":{"enum":["x","y"]}}}`, `["a","x"]`, `["a","(v)"]`},

	// What an array must contain, and what it contains too often.
	{`{"type":"array","items":{"type":"string"},"contains":{"const":"main"}}`, `["a"]`, `["a","main"]`},
	{`{"type":"array","contains":{"type":"integer","minimum":5}}`, `[1]`, `[1,5]`},
	{`{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]},"contains":{"properties":{"primary":{"const":true}},"required":["primary"]}}`, `[{"id":7}]`, `[{"id":7},{"id":1,"primary":true}]`},
	{`{"type":"array","items":{"type":"string"},"contains":{"pattern":"^\\d"},"minContains":2}`, `["1","a"]`, `["1","a","0"]`},
	{`{"type":"array","items":{"type":"string"},"contains":{"const":"x"},"minContains":0,"maxContains":1}`, `["x","a","x"]`, `["x","a"]`},
	{`{"type":"array","items":{"type":"string"},"uniqueItems":true,"contains":{"const":"main"},"maxContains":1}`, `["main","a","a","main"]`, `["main","a"]`},
	{`{"type":"array","items":{"type":"string"},"uniqueItems":true,"contains":{"const":"main"}}`, `["a","a"]`, `["a","main"]`},

	// A union of sets of keys.
	{`{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"}},"oneOf":[{"required":["id"]},{"required":["name"]}]}`, `{"id":"a","name":"b"}`, `{"id":"a"}`},
	{`{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"}},"oneOf":[{"required":["id"]},{"required":["name"]}]}`, `{}`, `{"id":"(id)"}`},
	{`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b","c"]}]}`, `{"c":"x"}`, `{"b":"(b)","c":"x"}`},
	{`{"type":"object","oneOf":[{"properties":{"id":{"type":"string"}},"required":["id"]},{"properties":{"name":{"type":"string"}},"required":["name"]}]}`, `{"id":"a","name":"b"}`, `{"id":"a"}`},
	{`{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"}},"oneOf":[{"required":["id"],"not":{"required":["name"]}},{"required":["name"],"not":{"required":["id"]}}]}`, `{"id":"a","name":"b"}`, `{"id":"a"}`},
	{`{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"}},"oneOf":[{"required":["id"],"not":{"required":["name"]}},{"required":["name"],"not":{"required":["id"]}}]}`, `{}`, `{"id":"(id)"}`},
	{`{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"}},"oneOf":[{"required":["id"]},{"required":["name"]}]}}}}`, `{"l":[{"id":"a"},{"id":"a","name":"b"},{}]}`, `{"l":[{"id":"a"},{"id":"a"},{"id":"(id)"}]}`},
	{`{"type":"object","properties":{"kind":{"enum":["card","bank"]},"number":{"type":"string"},"cvc":{"type":"string"},"iban":{"type":"string"}},"required":["kind"],"oneOf":[{"properties":{"kind":{"const":"card"}},"required":["number","cvc"]},{"properties":{"kind":{"const":"bank"}},"required":["iban"]}]}`, `{"kind":"card"}`, `{"kind":"card","number":"(number)","cvc":"(cvc)"}`},
	{`{"type":"object","properties":{"by":{"type":"string"}},"anyOf":[{"required":["by"]},{"properties":{"all":{"const":true}},"required":["all"]}]}`, `{}`, `{"by":"(by)"}`},

	// A union of types.
	{`{"anyOf":[{"type":"string","format":"date"},{"type":"string","enum":["now","never"]}]}`, `"nwo"`, `"now"`},
	{`{"anyOf":[{"type":"string","format":"date"},{"type":"string","enum":["now","never"]}]}`, `"soon"`, `"2025-01-31"`},

	// An empty string for an optional field that does not allow it means absent.
	{`{"type":"object","properties":{"e":{"enum":["a","b"]},"u":{"type":"string","format":"uri"},"n":{"type":"integer"},"l":{"type":"array"}}}`, `{"e":"","u":"","n":"","l":""}`, `{}`},
	{`{"type":"object","properties":{"p":{"type":"string","pattern":"^a"},"m":{"type":"string","minLength":1},"c":{"const":"x"},"d":{"anyOf":[{"type":"string","format":"date"},{"enum":["now"]}]}}}`, `{"p":"","m":"","c":"","d":""}`, `{}`},
	{`{"type":"object","properties":{"e":{"enum":["a","b"]},"n":{"type":"integer"}},"required":["e","n"]}`, `{"e":"","n":""}`, `{"e":"a","n":1}`},
	{`{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"integer"}},"dependentRequired":{"a":["n"]}}`, `{"a":"","n":""}`, `{"a":"","n":1}`},
	{`{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"integer"}},"dependentRequired":{"a":["n"]}}`, `{"a":"","n":null}`, `{"a":"","n":1}`},
	{`{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"integer"}},"x-toolgen":{"requires":{"a":["n"]}}}`, `{"a":"x","n":""}`, `{"a":"x","n":1}`},
	{`{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"integer"}},"x-toolgen":{"atLeastOneOf":["a","n"]}}`, `{"n":null}`, `{"n":1}`},
	{`{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"integer"}},"x-toolgen":{"rules":[{"rule":"has(self.n)","message":"n has to be there"}]}}`, `{"n":""}`, `{"n":1}`},
	{`{"type":"object","properties":{"a":{"type":"integer"},"n":{"type":"integer"}},"x-toolgen":{"rules":[{"rule":"!has(self.n) || self.n > 5","message":"n must be large"}]}}`, `{"n":""}`, `{}`},
	{`{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"integer"}},"dependentRequired":{"a":["n"]}}}`, `[{"a":"","n":null},{"a":"","n":""}]`, `[{"a":"","n":1},{"a":"","n":1}]`},
	{`{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"n":{"type":"integer"},"e":{"enum":["a"]}}}}`, `[{"id":"x","n":"","e":""},{"n":2}]`, `[{"id":"x"},{"n":2}]`},
	{`{"type":"array","items":{"type":"integer"}}`, `[1,""]`, `[1,1]`},

	// Keys in another style than the object's.
	{`{"type":"object","propertyNames":{"pattern":"^[a-z_]+$"},"additionalProperties":{"type":"string"}}`, `{"Foo":"x","ok":"y"}`, `{"foo":"x","ok":"y"}`},
	{`{"type":"object","properties":{"m":{"type":"object","propertyNames":{"pattern":"^[a-z_]+$"},"additionalProperties":{"type":"string"}}}}`, `{"m":{"fooBar":"x","foo-baz":"y"}}`, `{"m":{"foo_bar":"x","foo_baz":"y"}}`},
	{`{"type":"object","properties":{"m":{"type":"object","propertyNames":{"enum":["red","green"]},"additionalProperties":{"type":"array"}}}}`, `{"m":{"Red":[1],"gren":[]}}`, `{"m":{"red":[1],"green":[]}}`},
	{`{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","propertyNames":{"pattern":"^[a-z]+$"}}}}}`, `{"l":[{"A":1,"b":2}]}`, `{"l":[{"a":1,"b":2}]}`},
	{`{"type":"object","properties":{"m":{"type":"object","patternProperties":{"^[a-z]+$":{"type":"integer"}},"additionalProperties":false}}}`, `{"m":{"A":1,"b":2}}`, `{"m":{"a":1,"b":2}}`},

	// Values of undeclared keys.
	{`{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"}}}`, `{"accept":[1,"x"]}`, `{"accept":["1","x"]}`},
	{`{"type":"object","properties":{"h":{"type":"object","additionalProperties":{"type":"object","properties":{"q":{"type":"integer"}},"required":["q"]}}}}`, `{"h":{"k":{}}}`, `{"h":{"k":{"q":1}}}`},
	{`{"type":"object","properties":{"h":{"type":"object","additionalProperties":{"type":"object","properties":{"q":{"type":"array","items":{"type":"integer"}}},"required":["q"]}}}}`, `{"h":{"a.b":{"q":["x"]}}}`, `{"h":{"a.b":{"q":[1]}}}`},
	{`{"type":"object","properties":{"h":{"type":"object","minProperties":1,"additionalProperties":{"type":"object","properties":{"q":{"type":"integer"}},"required":["q"]}}},"required":["h"]}`, `{}`, `{"h":{"key1":{"q":1}}}`},
	{`{"type":"object","properties":{"cells":{"type":"object","additionalProperties":{"enum":["red","green"]}}}}`, `{"cells":{"A1":"Red","B2":5}}`, `{"cells":{"A1":"red","B2":"red"}}`},
	{`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":"array","items":{"type":"boolean"}}}`, `{"a":"x","b":["true"]}`, `{"a":"x","b":[true]}`},
	{`{"type":"object","properties":{"t":{"$ref":"#/$defs/t"}},"$defs":{"t":{"type":"object","additionalProperties":{"$ref":"#/$defs/t"}}}}`, `{"t":{"a":{"b":"x"}}}`, `{"t":{"a":{"b":{}}}}`},

	{`{"type":"object","properties":{"m":{"type":"object","patternProperties":{"^S_":{"type":"array","items":{"type":"string"}}},"additionalProperties":false}}}`, `{"m":{"S_a":[1]}}`, `{"m":{"S_a":["1"]}}`},
	{`{"type":"object","properties":{"m":{"type":"object","patternProperties":{"^S_":{"type":"object","properties":{"q":{"type":"integer"}},"required":["q"]}}}}}`, `{"m":{"S_a":{}}}`, `{"m":{"S_a":{"q":1}}}`},

	// Fields that only a branch declares.
	{`{"type":"object","properties":{"kind":{"enum":["x","y"]}},"required":["kind"],"if":{"properties":{"kind":{"const":"y"}}},"then":{"properties":{"n":{"type":"integer","minimum":3}},"required":["n"]}}`, `{"kind":"y"}`, `{"kind":"y","n":3}`},
	{`{"type":"object","properties":{"kind":{"enum":["x","y"]}},"required":["kind"],"if":{"properties":{"kind":{"const":"y"}}},"then":{"properties":{"o":{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}},"required":["o"]}}`, `{"kind":"y"}`, `{"kind":"y","o":{"q":"(q)"}}`},
	{`{"type":"object","properties":{"kind":{"enum":["x","y"]}},"required":["kind"],"allOf":[{"if":{"properties":{"kind":{"const":"y"}}},"then":{"properties":{"n":{"type":"integer"}},"required":["n"]}},{"if":{"properties":{"kind":{"const":"x"}}},"then":{"properties":{"n":{"type":"integer","minimum":5}},"required":["n"]}}]}`, `{"kind":"x"}`, `{"kind":"x","n":5}`},
	{`{"type":"object","properties":{"card":{"type":"string"}},"dependentSchemas":{"card":{"properties":{"zip":{"type":"string","pattern":"^[0-9]{5}$"}},"required":["zip"]}}}`, `{"card":"x"}`, `{"card":"x","zip":"00000"}`},
	{`{"type":"object","properties":{"kind":{"type":"string"}},"anyOf":[{"properties":{"kind":{"const":"x"}},"required":["kind"]},{"properties":{"kind":{"const":"y"},"n":{"type":"integer"}},"required":["kind","n"]}]}`, `{"kind":"y"}`, `{"kind":"y","n":1}`},

	// Additional keys if there are too few.
	{`{"type":"object","properties":{"m":{"type":"object","minProperties":2,"additionalProperties":{"type":"integer"}}}}`, `{"m":{"a":1}}`, `{"m":{"a":1,"key1":1}}`},
	{`{"type":"object","properties":{"m":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"minProperties":1,"additionalProperties":false}}}`, `{"m":{}}`, `{"m":{"a":"(a)"}}`},
	{`{"type":"object","properties":{"m":{"type":"object","minProperties":1,"propertyNames":{"enum":["red","green"]},"additionalProperties":{"type":"boolean"}}}}`, `{"m":{}}`, `{"m":{"red":false}}`},
	{`{"type":"object","properties":{"m":{"type":"object","minProperties":1,"patternProperties":{"^x-[a-z]$":{"type":"integer","minimum":3}},"additionalProperties":false}}}`, `{"m":{}}`, `{"m":{"x-a":3}}`},
	{`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"object","properties":{"c":{"type":"integer"}},"required":["c"]},"d":{"type":"string"}},"minProperties":2,"additionalProperties":false}`, `{"a":"x"}`, `{"a":"x","b":{"c":1}}`},

	// A string with several constraints.
	{`{"type":"string","allOf":[{"pattern":"^[a-z]+$"},{"pattern":"^.{3,5}$"}]}`, `"X"`, `"aaa"`},
	{`{"type":"string","allOf":[{"pattern":"^[a-z]+$"},{"pattern":"^.{3,5}$"}]}`, `7`, `"aaa"`},
	{`{"type":"string","allOf":[{"pattern":"^(?=.*[0-9])"},{"pattern":"^(?=.*[A-Z])"}],"minLength":4}`, `"x"`, `"aa0A"`},
	{`{"type":"string","pattern":"^(?=.*[0-9])(?=.*[A-Z]).{8,}$"}`, `"x"`, `"aaaaaa0A"`},
	{`{"type":"string","pattern":"^(?!tmp)[a-z]+$","maxLength":3}`, `"tmp"`, `"a"`},
	{`{"type":"string","pattern":"^\\u0041[a-z]$"}`, `"x"`, `"Aa"`},
	{`{"type":"string","pattern":"^2026-","format":"date"}`, `"x"`, `"2026-01-01"`},
	{`{"type":"string","pattern":"T","format":"date-time"}`, `"x"`, `"2025-01-31T09:30:00Z"`},
	{`{"type":"string","pattern":"@corp\\.example$","format":"email"}`, `"x"`, `"a@corp.example"`},
	{`{"type":"string","pattern":"^(?:[a-z]{2}|[0-9]{5})$","minLength":3}`, `"x"`, `"00000"`},
	{`{"type":"string","enum":["a","b","bc"],"pattern":"^b"}`, `"zzzz"`, `"b"`},
	{`{"type":"string","allOf":[{"enum":["red","green","blue"]},{"enum":["green","blue"]}]}`, `"zzzz"`, `"green"`},
	{`{"type":"object","properties":{"d":{"type":"string","pattern":"^2026-","format":"date"}},"required":["d"]}`, `{}`, `{"d":"2026-01-01"}`},
	{`{"type":"array","items":{"type":"string","pattern":"^2026-","format":"date"}}`, `["2026-02-03","x"]`, `["2026-02-03","2026-01-01"]`},

	// An array may contain null, which a merge patch cannot express elsewhere.
	{`{"type":"array","items":{"type":"object","properties":{"n":{"type":"null"}},"required":["n"]}}`, `[{},{"n":3}]`, `[{"n":null},{"n":null}]`},
	{`{"type":"array","items":{"const":null}}`, `[null,3]`, `[null,null]`},

	// A recursive type ends where it can.
	{`{"type":"object","properties":{"tree":{"$ref":"#/$defs/n"}},"required":["tree"],"$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"kids":{"type":"array","items":{"$ref":"#/$defs/n"}}},"required":["v","kids"]}}}`, `{}`, `{"tree":{"v":1,"kids":[]}}`},

	// Arguments that are wrapped in a key of their own are used; no sample replaces them.
	{payment, `{"payment":{"payee":"p1","amount":20}}`, `{"payee":"p1","amount":20}`},
	{payment, `{"arguments":{"payee":"p1","amount":20,"memo":"rent"}}`, `{"payee":"p1","amount":20,"memo":"rent"}`},
	{payment, `{"arguments":{"payee":"p1"}}`, `{"payee":"p1","amount":1}`},
	{payment, `{"arguments":{"payee":"p1","amount":"20"}}`, `{"payee":"p1","amount":20}`},
	{payment, `{"arguments":"{\"payee\":\"p1\",\"amount\":20}"}`, `{"payee":"p1","amount":20}`},
	{payment, `{"memo":"rent","payment":{"payee":"p1","amount":20}}`, `{"payee":"p1","amount":20,"memo":"rent"}`},
	{closed(payment), `{"payment":{"payee":"p1","amount":20,"memo":"rent"}}`, `{"payee":"p1","amount":20,"memo":"rent"}`},
	{closed(payment), `{"pay":{"payee":"p1","amount":20,"memo":7}}`, `{"payee":"p1","amount":20,"memo":"7"}`},
	{`{"type":"object","properties":{"to":` + payment + `},"required":["to"]}`, `{"to":{"args":{"payee":"p1","amount":20}}}`, `{"to":{"payee":"p1","amount":20}}`},
	// A wrapped value is treated like one in its place.
	{currency, `{"pay":{"currency":"usd","n":1}}`, `{"currency":"USD","n":1}`},
	{currency, `{"Currency":"usd","n":1}`, `{"currency":"USD","n":1}`},
	{currency, `{"Currency":"USD","N":"7"}`, `{"currency":"USD","n":7}`},
	// A value that may not be the arguments stays where it is.
	{payment, `{"payer":{"payee":"p1","name":"x"},"amount":3}`, `{"payee":"(payee)","payer":{"payee":"p1","name":"x"},"amount":3}`},
	{payment, `{"a":{"payee":"p1"},"b":{"payee":"p2"},"amount":3}`, `{"payee":"(payee)","a":{"payee":"p1"},"b":{"payee":"p2"},"amount":3}`},
	{payment, `{"was":{"payee":"p1","amount":4},"amount":3}`, `{"payee":"(payee)","was":{"payee":"p1","amount":4},"amount":3}`},

	// An example of a time keeps the given date and time, and only invents the offset: with another date, rules about the
	// order of times might be violated.
	{window, `{"from":"2026-03-01T10:00:00","to":"2026-03-01 10:30"}`, `{"from":"2026-03-01T10:00:00Z","to":"2026-03-01T10:30:00Z"}`},
	{window, `{"from":"2026-03-01T10:00:00","to":"2026-03-01T10:30:00Z"}`, `{"from":"2026-03-01T10:00:00Z","to":"2026-03-01T10:30:00Z"}`},
	{window, `{"from":"2026-03-01","to":"2026/3/2"}`, `{"from":"2026-03-01T00:00:00Z","to":"2026-03-02T00:00:00Z"}`},
	{`{"type":"string","format":"time"}`, `"10:00"`, `"10:00:00Z"`},
	{`{"type":"string","format":"date-time"}`, `"2026-03-01T25:00"`, `"2025-01-31T09:30:00Z"`},
	{`{"type":"string","format":"date-time"}`, `"03/04/2026 10:00"`, `"2025-01-31T09:30:00Z"`},

	// A recursive union.
	{filter, `{"and":[{"field":"a","op":"eq","value":1},{"not":{"not":{"field":"b","op":"qe","value":3}}}]}`, `{"and":[{"field":"a","op":"eq","value":1},{"not":{"not":{"field":"b","op":"eq","value":3}}}]}`},
	{filter, `{"and":[]}`, `{"and":[{"field":"(field)","op":"eq","value":1}]}`},
	{filter, `{"not":{"and":[]}}`, `{"not":{"and":[{"field":"(field)","op":"eq","value":1}]}}`},
}

// make returns the tool and the call of a case. If the call is not an object, it is the value of the field v.
func (m mendCase) make(t *testing.T) (*Tool, string) {
	t.Helper()
	if strings.HasPrefix(m.call, "{") {
		return loadSchema(t, m.schema), m.call
	}
	return loadSchema(t, `{"type":"object","properties":{"v":`+m.schema+`}}`), `{"v":` + m.call + `}`
}

// TestClosestVariant checks that issues are reported for the variant that the value was meant for.
func TestClosestVariant(t *testing.T) {
	t.Parallel()
	object := func(required, properties string) string {
		return `{"type":"object","properties":{` + properties + `},"required":[` + required + `]}`
	}
	closed := func(required, properties string) string {
		return strings.TrimSuffix(object(required, properties), "}") + `,"additionalProperties":false}`
	}
	text := func(keys ...string) string {
		for i, key := range keys {
			keys[i] = `"` + key + `":{"type":"string"}`
		}
		return strings.Join(keys, ",")
	}
	for _, tt := range []struct{ variants, value, want string }{
		// The given keys count more than the fewest missing keys.
		{object(`"number","cvc","holder"`, text("number", "cvc", "holder", "bank")) + `,` + object(`"note"`, text("note")), `{"bank":"b"}`, "number"},
		{closed(`"number","cvc","holder"`, text("number", "cvc", "holder", "bank")) + `,` + closed(`"note"`, text("note")), `{"bank":"b"}`, "number"},
		{closed(`"note"`, text("note")) + `,` + closed(`"number","cvc","holder"`, text("number", "cvc", "holder", "bank")), `{"bank":"b"}`, "number"},
		{closed(`"number","cvc"`, text("number", "cvc")) + `,` + closed(`"note"`, text("note")), `{}`, "note"},
		// A value that equals the constant of one variant.
		{object(`"kind","a","b"`, `"kind":{"type":"string","pattern":"^x"},`+text("a", "b")) + `,` + object(`"kind","c"`, `"kind":{"const":"y"},`+text("c")), `{"kind":"x1"}`, "a"},
		{object(`"a","b"`, `"kind":{"const":"x"},`+text("a", "b")) + `,` + object(`"c"`, `"kind":{"enum":["y","z"]},`+text("c")), `{"kind":"x"}`, "a"},
		{object(`"a","b"`, `"kind":{"const":"x"},`+text("a", "b")) + `,` + object(`"c"`, `"kind":{"enum":["y","z"]},`+text("c")), `{"kind":"z"}`, "c"},
		// Many faults within the member that decides are no reason for another variant.
		{closed(`"all"`, `"all":{"type":"array","items":{"type":"integer"}}`) + `,` + closed(`"one"`, text("one")), `{"all":["a","b","c","d","e","f"]}`, "all[0]"},
	} {
		for _, keyword := range []string{"oneOf", "anyOf"} {
			tool := loadSchema(t, `{"type":"object","properties":{"v":{"`+keyword+`":[`+tt.variants+`]}}}`)
			_, err := tool.Decode([]byte(`{"v":` + tt.value + `}`))
			invalid, ok := err.(*runtime.ValidationError)
			if !ok {
				t.Errorf("%s accepts %s: %v", tt.variants, tt.value, err)
				continue
			}
			// The union itself is an issue as well if the value does not determine the variant.
			first := invalid.Issues()[:min(2, len(invalid.Issues()))]
			if !slices.ContainsFunc(first, func(issue runtime.ValidationIssue) bool { return issue.Field == "v."+tt.want }) {
				t.Errorf("%s %s: the closest variant has no issue at v.%s:\n%v", tt.variants, tt.value, tt.want, err)
			}
		}
	}
}

// TestExamplesOfWideTypes checks that generating an example ends for highly recursive types.
func TestExamplesOfWideTypes(t *testing.T) {
	t.Parallel()
	var members, keys []string
	for i := range 30 {
		key := `"k` + string(rune('a'+i)) + `"`
		members, keys = append(members, key+`:{"$ref":"#/$defs/n"}`), append(keys, key)
	}
	wide := `{"type":"object","properties":{` + strings.Join(members, ",") + `},"required":[` + strings.Join(keys, ",") + `]}`
	for _, t1 := range []string{`{"$ref":"#/$defs/n"}`, `{"type":"array","prefixItems":[{"$ref":"#/$defs/n"}],"minItems":1}`} {
		tool := loadSchema(t, `{"type":"object","properties":{"t":`+t1+`},"required":["t"],"$defs":{"n":`+wide+`}}`)
		_, err := tool.Decode([]byte(`{}`))
		hint := runtime.BuildHint(tool, err, runtime.WithCall([]byte(`{}`)))
		if text := hint.Text(); strings.Contains(text, "$ref") || len(text) > runtime.DefaultBudget {
			t.Error(text)
		}
	}
}
