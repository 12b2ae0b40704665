package foreign

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

const orders = `{"type":"object","required":["customer","lines"],"additionalProperties":false,"properties":{
"customer":{"type":"string","pattern":"^c_[a-z]+$"},"total":{"type":"number","exclusiveMinimum":0,"multipleOf":0.5},"currency":{"type":"string","enum":["EUR","USD"]},
"due":{"type":"string","format":"date"},"mail":{"type":"string","format":"email"},"note":{"type":["string","null"],"maxLength":5},"urgent":{"type":"boolean"},
"lines":{"type":"array","minItems":1,"uniqueItems":true,"items":{"type":"object","required":["sku"],"additionalProperties":false,"properties":{"sku":{"type":"string","minLength":3},"count":{"type":"integer","minimum":1},"tag.x":{"type":"string"}}}},
"ship":{"type":"object","oneOf":[{"title":"Post","required":["kind","street"],"properties":{"kind":{"const":"post"},"street":{"type":"string"}}},{"title":"Shop","required":["kind"],"properties":{"kind":{"const":"shop"}}}]}}}`

func view(t testing.TB, text string) *repair.Schema {
	t.Helper()
	schema, err := repair.ParseSchema(text)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// told lists what is read of a text, one line for each fault.
func told(t testing.TB, text, call string) []string {
	t.Helper()
	var v any
	if call != "" {
		dec := json.NewDecoder(strings.NewReader(call))
		dec.UseNumber()
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
	}
	var lines []string
	for _, f := range Check(Read(text), view(t, orders), v) {
		line := ""
		for _, s := range f.Path {
			if s.IsIndex {
				line += fmt.Sprintf("/%d", s.Index)
			} else {
				line += "/" + s.Key
			}
		}
		line += " " + f.Keyword
		if f.Want != nil {
			want, _ := json.Marshal(f.Want)
			line += " " + string(want)
		}
		if f.Got != nil {
			line += fmt.Sprintf(" got %v", f.Got)
		}
		if f.Message != "" {
			line += " " + f.Message
		}
		lines = append(lines, line)
	}
	return lines
}

// TestTexts holds that the texts of the libraries, in the forms that their documentation shows, are read.
func TestTexts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, call string
		want             []string
	}{
		{
			name: "zod 4, prettifyError",
			text: "MCP error -32602: Invalid arguments for tool order: ✖ Unrecognized keys: \"colour\", \"size\"\n" +
				"✖ Invalid input: expected string, received undefined\n  → at customer\n" +
				"✖ Too small: expected number to be >0\n  → at total\n" +
				"✖ Invalid number: must be a multiple of 0.5\n  → at total\n" +
				"✖ Invalid option: expected one of \"EUR\"|\"USD\"\n  → at currency\n" +
				"✖ Invalid ISO date\n  → at due\n" +
				"✖ Invalid email address\n  → at mail\n" +
				"✖ Too big: expected string to have <=5 characters\n  → at note\n" +
				"✖ Invalid input: expected boolean, received string\n  → at urgent\n" +
				"✖ Invalid string: must match pattern /^[A-Z]+$/\n  → at lines[0].sku\n" +
				"✖ Unrecognized key: \"skew\"\n  → at lines[1]\n" +
				"✖ Invalid input\n  → at ship\n" +
				"✖ Invalid input: expected string, received number\n  → at lines[2][\"tag.x\"]\n" +
				"✖ It must not be a Sunday\n  → at due",
			want: []string{
				"/colour additionalProperties got colour", "/size additionalProperties got size", "/customer required", "/total exclusiveMinimum 0",
				"/total multipleOf 0.5", `/currency enum ["EUR","USD"]`, `/due format "date"`, `/mail format "email"`, "/note maxLength 5",
				`/urgent type ["boolean"] got string`, `/lines/0/sku pattern "^[A-Z]+$"`, "/lines/1/skew additionalProperties got skew", `/ship anyOf ["Post","Shop"]`,
				`/lines/2/tag.x type ["string"] got number`, "/due rule It must not be a Sunday",
			},
		},
		{
			name: "zod 3, issues",
			text: `[{"code":"invalid_type","expected":"string","received":"undefined","path":["customer"],"message":"Required"},
				{"code":"invalid_enum_value","received":"eur","options":["EUR","USD"],"path":["currency"],"message":"Invalid enum value"},
				{"code":"too_small","minimum":0,"type":"number","inclusive":false,"path":["total"],"message":"Number must be greater than 0"},
				{"code":"invalid_string","validation":"regex","path":["lines",0,"sku"],"message":"Invalid"},
				{"code":"invalid_string","validation":"email","path":["mail"],"message":"Invalid email"},
				{"code":"invalid_string","validation":{"includes":"x"},"path":["note"],"message":"Must have an x"},
				{"code":"invalid_union","path":["ship"],"message":"Invalid input"},
				{"code":"unrecognized_keys","keys":["colour"],"path":[],"message":"Unrecognized key"},
				{"code":"invalid_type","expected":"boolean","received":"string","path":["urgent"],"message":"No boolean"}]`,
			want: []string{
				"/customer required", `/currency enum ["EUR","USD"] got eur`, "/total exclusiveMinimum 0", "/lines/0/sku pattern", `/mail format "email"`,
				"/note rule Must have an x", `/ship anyOf ["Post","Shop"]`, "/colour additionalProperties got colour", `/urgent type ["boolean"] got string`,
			},
		},
		{
			name: "zod 4, prettifyError of a list",
			text: "✖ Too small: expected array to have >=1 items\n  → at lines",
			want: []string{"/lines minItems 1"},
		},
		{
			name: "santhosh-tekuri/jsonschema, with places of its schema",
			text: "jsonschema validation failed with 'order#'\n- at '/lines' [S#/properties/lines]: validation failed\n" +
				"  - at '/lines/0' [S#/properties/lines/items]: validation failed\n" +
				"    - at '/lines/0/sku' [S#/properties/lines/items/properties/sku/minLength]: minLength: got 1, want 3\n" +
				"    - at '/lines/0/count' [S#/properties/lines/items/properties/count/type]: got string, want integer",
			want: []string{"/lines/0/sku minLength 3 got 1", `/lines/0/count type ["integer"] got string`},
		},
		{
			name: "pydantic 2",
			text: "Error executing tool order: 7 validation errors for orderArguments\n" +
				"customer\n  Field required [type=missing, input_value={'total': -1, 'lines': []}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.11/v/missing\n" +
				"total\n  Input should be greater than 0 [type=greater_than, input_value=-1, input_type=int]\n    For further information visit https://errors.pydantic.dev/2.11/v/greater_than\n" +
				"currency\n  Input should be 'EUR' or 'USD' [type=literal_error, input_value='eur', input_type=str]\n" +
				"urgent\n  Input should be a valid boolean, unable to interpret input [type=bool_parsing, input_value='maybe', input_type=str]\n" +
				"lines.0.count\n  Input should be a valid integer, got a number with a fractional part [type=int_from_float, input_value=1.5, input_type=float]\n" +
				"due\n  Input should be a valid date or datetime, input is too short [type=date_from_datetime_parsing, input_value='soon', input_type=str]\n" +
				"note\n  Value error, no [type=x] in notes [type=value_error, input_value='a [type=b]', input_type=str]",
			want: []string{
				"/customer required", "/total exclusiveMinimum 0 got -1", `/currency enum ["EUR","USD"] got eur`, `/urgent type ["boolean"] got string`,
				`/lines/0/count type ["integer"] got number`, `/due format "date" got soon`, "/note rule got a [type=b] no [type=x] in notes",
			},
		},
		{
			name: "pydantic 2, without inputs and without its first line",
			text: "lines\n  List should have at least 1 item after validation, not 0 [type=too_short]\nlines.2.sku\n  String should have at least 3 characters [type=string_too_short]\nship.Post.street\n  Field required [type=missing]",
			want: []string{"/lines minItems 1", "/lines/2/sku minLength 3", "/ship/street required"},
		},
		{
			name: "pydantic 1",
			text: "2 validation errors for Order\nlines -> 0 -> sku\n  field required (type=value_error.missing)\ntotal\n  ensure this value is greater than 0 (type=value_error.number.not_gt; limit_value=0)",
			want: []string{"/lines/0/sku required", "/total exclusiveMinimum 0"},
		},
		{
			name: "ajv 8, errorsText",
			text: `data must have required property 'customer', data must NOT have additional properties, data/total must be > 0, data/total must be multiple of 0.5, data/currency must be equal to one of the allowed values, data/due must match format "date", data/lines/0 must NOT have additional properties, data/lines/0/count must be integer, data/lines must NOT have duplicate items (items ## 1 and 0 are identical), data/note must be string,null, data/lines/0/sku must match pattern "^[A-Z, ]+$", data/ship must match exactly one schema in oneOf`,
			call: `{"total":-1.2,"colour":"red","lines":[{"skew":1,"count":1.5,"sku":"x"}]}`,
			want: []string{
				"/customer required", "/colour additionalProperties got colour", "/total exclusiveMinimum 0", "/total multipleOf 0.5", "/currency enum", `/due format "date"`,
				"/lines/0/skew additionalProperties got skew", `/lines/0/count type ["integer"]`, "/lines uniqueItems", `/note type ["string","null"]`, `/lines/0/sku pattern "^[A-Z, ]+$"`, `/ship oneOf ["Post","Shop"]`,
			},
		},
		{
			name: "ajv 8, errorsText with a word and a separator of the server's own",
			text: "config error: order must have required property 'lines'\norder/lines/0/sku must NOT have fewer than 3 characters\norder/ship value of tag \"kind\" must be in oneOf",
			want: []string{"/lines required", "/lines/0/sku minLength 3", `/ship/kind enum`},
		},
		{
			name: "ajv 8, errorsText without a word for the whole",
			text: "/lines must NOT have fewer than 1 items; /urgent must be boolean",
			want: []string{"/lines minItems 1", `/urgent type ["boolean"]`},
		},
		{
			name: "ajv 6, errorsText",
			text: "data should have required property 'customer', data.lines[0].sku should NOT be shorter than 3 characters, data.total should be > 0",
			want: []string{"/customer required", "/lines/0/sku minLength 3", "/total exclusiveMinimum 0"},
		},
		{
			name: "ajv 8, one sentence of a field",
			text: "urgent must be boolean",
			want: []string{`/urgent type ["boolean"]`},
		},
		{name: "prose about data", text: "The input must be string, and the data must match what is there."},
		{name: "fields that the schema lacks", text: "data/price must be number, ✖ Invalid input\n  → at price"},
		{
			name: "a list within a message within a list",
			text: `{"errors":[{"message":"[{\"code\":\"too_small\",\"origin\":\"string\",\"minimum\":3,\"inclusive\":true,\"path\":[\"lines\",1,\"sku\"],\"message\":\"Too small\"}]"}]}`,
			want: []string{"/lines/1/sku minLength 3"},
		},
	} {
		if diff := testdiff.Diff(tt.want, told(t, tt.text, tt.call)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestHostile holds that texts cost work in proportion to their length, and are read no further than the
// bound.
func TestHostile(t *testing.T) {
	schema := view(t, orders)
	for name, unit := range map[string]string{
		"starts of JSON": `[{"a":[`, "lists": `[{"code":"x","path":["total"]}],`, "lines of zod": "✖ Invalid input\n  → at lines[0].sku\n",
		"sentences of ajv": "data/total must be > 0, ", "lines of pydantic": "total\n  x [type=missing]\n", "quotes": `"a" 'b' `, "indexes": "data.lines[0][0][0]",
		"escapes": `\"\\\"`, "frames": "validating root: ", "names": "missing field a.b.c.d[0].e ", "slashes": "/a/b/c/d", "keys": `"Unrecognized keys: ",`,
	} {
		work := func(n int) float64 {
			text := strings.Repeat(unit, n/len(unit))
			return testing.AllocsPerRun(1, func() {
				Check(Read(text), schema, nil)
				r := ReadError(text)
				r.Faulty("t", schema, nil)
			})
		}
		one, two, far := work(maxText/4), work(maxText/2), work(64*maxText)
		if two > 2*one+1000 || far > 4*one+4000 {
			t.Errorf("%s: %.0f allocations, %.0f for twice as much, %.0f far beyond the bound", name, one, two, far)
		}
	}
}

// FuzzRead holds that no text makes the readers panic, or makes them name a place that the schema lacks.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"✖ Invalid input\n  → at lines[0].sku", "data/total must be > 0", "a\n  b [type=missing]", `[{"code":"custom","path":["due"]}]`,
		`{"detail":[{"type":"missing","loc":["lines",0]}]}`, "- at '/lines/0': missing property 'sku'", "validating /properties/lines/items: type: x has type \"a\", want \"b\"",
	} {
		f.Add(text)
	}
	schema := view(f, orders)
	f.Fuzz(func(t *testing.T, text string) {
		faults := Check(Read(text), schema, nil)
		if len(faults) > maxFaults {
			t.Errorf("%d faults", len(faults))
		}
		for _, fault := range faults {
			c := checker{schema: schema}
			if _, ok := c.resolve(fault.Path, exact); !ok && !constraint.IsExtraKey(fault.Keyword) {
				t.Errorf("%v is not in the schema", fault.Path)
			}
		}
		r := ReadError(text)
		r.Faulty("t", schema, map[string]any{"customer": text})
		Hidden([]byte(text))
	})
}
