package projection_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/update"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// targets are all targets.
var targets = []projection.Target{
	projection.MCP, projection.OpenAI, projection.OpenAIStrict, projection.Anthropic, projection.AnthropicStrict, projection.Gemini,
	projection.GeminiParameters, projection.Bedrock, projection.BedrockStrict,
}

// cases are schemas with valid calls. The expected file has their projections for the relevant targets.
var cases = []struct {
	name    string
	targets []projection.Target
	schema  string
	calls   []string
}{
	{
		"optional properties", []projection.Target{projection.OpenAIStrict, projection.AnthropicStrict, projection.GeminiParameters},
		`{"type":"object","properties":{"id":{"type":"string"},"limit":{"type":"integer","default":10},"note":{"type":["string","null"]},"tag":{"type":["string","null"],"default":null},"level":{"enum":["low","high"]}},"required":["id"]}`,
		[]string{`{"id":"a"}`, `{"id":"a","limit":3,"note":null,"level":"low"}`},
	},
	{
		"keywords that move", []projection.Target{projection.OpenAIStrict, projection.AnthropicStrict, projection.Gemini},
		`{"type":"object","properties":{"name":{"type":"string","description":"A name","minLength":3,"maxLength":9,"pattern":"^(?!x)","format":"uri"},"n":{"type":"integer","minimum":1,"exclusiveMaximum":9,"multipleOf":2},"l":{"type":"array","items":{"type":"string"},"minItems":2,"uniqueItems":true}},"required":["name","n","l"],"if":{"required":["n"]},"then":{"required":["l"]},"x-internal":1}`,
		[]string{`{"name":"abc","n":2,"l":["a","b"]}`},
	},
	{
		"maps", []projection.Target{projection.OpenAIStrict, projection.AnthropicStrict, projection.Gemini},
		`{"type":"object","properties":{"labels":{"type":"object","additionalProperties":{"type":"string"},"maxProperties":3},"free":{"type":"object"},"any":{},"mixed":{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":"number"}}},"required":["labels","free","any","mixed"]}`,
		[]string{`{"labels":{"a":"1","b":"2"},"free":{"x":[1]},"any":"text","mixed":{"a":"b","c":1.50}}`, `{"labels":{},"free":{},"any":null,"mixed":{}}`},
	},
	{
		"a root with variants", []projection.Target{projection.OpenAI, projection.OpenAIStrict, projection.Anthropic, projection.Gemini},
		`{"oneOf":[{"type":"object","properties":{"mode":{"const":"preview"},"query":{"type":"string"}},"required":["mode","query"]},{"type":"object","properties":{"mode":{"const":"apply"},"plan":{"type":"string"}},"required":["mode","plan"]}]}`,
		[]string{`{"mode":"preview","query":"x"}`, `{"mode":"apply","plan":"y"}`},
	},
	{
		"one of two fields", []projection.Target{projection.OpenAI, projection.OpenAIStrict},
		`{"type":"object","properties":{"card":{"type":"string"},"iban":{"type":"string"}},"oneOf":[{"required":["card"]},{"required":["iban"]}]}`,
		[]string{`{"card":"x"}`},
	},
	{
		"a schema that contains itself", []projection.Target{projection.OpenAIStrict, projection.AnthropicStrict, projection.Gemini, projection.GeminiParameters},
		`{"type":"object","properties":{"tree":{"$ref":"#/$defs/node"}},"required":["tree"],"$defs":{"node":{"type":"object","properties":{"name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/$defs/node"}}},"required":["name"]}}}`,
		[]string{`{"tree":{"name":"a","children":[{"name":"b"}]}}`},
	},
	{
		"a reference to the root", []projection.Target{projection.OpenAIStrict},
		`{"type":"object","properties":{"name":{"type":"string"},"next":{"$ref":"#"}},"required":["name"]}`,
		[]string{`{"name":"a","next":{"name":"b"}}`},
	},
	{
		"references within another document", []projection.Target{projection.OpenAIStrict},
		`{"$id":"https://example.com/pay","type":"object","properties":{"money":{"$ref":"money"},"rate":{"$ref":"#/$defs/n"}},"required":["money","rate"],"$defs":{"n":{"type":"string"},"m":{"$id":"money","type":"object","properties":{"amount":{"$ref":"#/$defs/n"},"tax":{"$ref":"#tax"}},"required":["amount","tax"],"$defs":{"n":{"type":"number"},"t":{"$anchor":"tax","type":"integer"}}}}}`,
		[]string{`{"money":{"amount":1.5,"tax":1},"rate":"x"}`},
	},
	{
		"references and allOf", []projection.Target{projection.OpenAIStrict, projection.GeminiParameters},
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/money"},"b":{"$ref":"#/$defs/money","description":"The second."},"c":{"allOf":[{"$ref":"#/$defs/money"},{"properties":{"note":{"type":"string"}},"required":["note"]}]}},"required":["a","b","c"],"$defs":{"money":{"type":"object","properties":{"amount":{"type":"number"}},"required":["amount"]}}}`,
		[]string{`{"a":{"amount":1.0},"b":{"amount":2},"c":{"amount":3,"note":"x"}}`},
	},
	{
		"keys", []projection.Target{projection.OpenAIStrict, projection.Anthropic, projection.GeminiParameters},
		`{"type":"object","properties":{"filter[name]":{"type":"string"},"$and":{"type":"array","items":{"$ref":"#/properties/filter[name]"}}},"required":["filter[name]"]}`,
		[]string{`{"filter[name]":"x","$and":["y"]}`},
	},
	{
		"variants that cannot be told apart", []projection.Target{projection.OpenAIStrict},
		`{"type":"object","properties":{"v":{"anyOf":[{"type":"string"},{"type":"object"}]},"w":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"integer"}}]}},"required":["v","w"]}`,
		[]string{`{"v":"x","w":[1]}`, `{"v":{"a":1},"w":"y"}`},
	},
	{
		"lists", []projection.Target{projection.OpenAI, projection.OpenAIStrict, projection.Gemini, projection.GeminiParameters},
		`{"type":"object","properties":{"untyped":{"type":"array"},"pair":{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false}},"required":["untyped","pair"]}`,
		[]string{`{"untyped":[1,"a",null],"pair":["x",1]}`},
	},
	{
		"a list that contains itself", []projection.Target{projection.OpenAIStrict, projection.AnthropicStrict},
		`{"type":"object","properties":{"l":{"$ref":"#/$defs/list"}},"required":["l"],"$defs":{"list":{"type":"array","items":{"$ref":"#/$defs/list"}}}}`,
		[]string{`{"l":[[],[[]]]}`},
	},
	{
		"a list with a map and an object", []projection.Target{projection.OpenAIStrict, projection.Gemini},
		`{"type":"object","properties":{"p":{"type":"array","prefixItems":[{"type":"object","additionalProperties":{"type":"string"}},{"type":"integer"},
		{"type":"object","properties":{"a":{"type":"string"}}}],"items":false}},"required":["p"]}`,
		[]string{`{"p":[{"x":"y"},1,{"a":"z"}]}`, `{"p":[{},2,{}]}`},
	},
	{
		"null or a map", []projection.Target{projection.OpenAIStrict, projection.GeminiParameters},
		`{"type":"object","properties":{"m":{"type":["object","null"],"additionalProperties":{"type":"string"}},"f":{"type":["object","null"]},
		"g":{"type":["object","null"]}},"required":["f"]}`,
		[]string{`{"f":null}`, `{"f":{"a":null},"m":null,"g":null}`, `{"f":{},"m":{"a":"b"},"g":{"c":[1]}}`},
	},
}

// TestProjections compares with the expected file, and checks that each call survives the round trip.
func TestProjections(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, tt := range cases {
		fmt.Fprintf(&b, "# %s\n%s\n", tt.name, tt.schema)
		for _, target := range tt.targets {
			p := projection.Of(tt.schema, target)
			fmt.Fprintf(&b, "\n## %v\n%s\n", target, p.Schema)
			for _, notes := range []struct {
				kind  string
				notes []projection.Note
			}{{"refused", p.Reasons}, {"moved", p.Moved}, {"changed", p.Changed}, {"may be refused", p.Warnings}} {
				for _, n := range notes.notes {
					fmt.Fprintf(&b, "%s: %v\n", notes.kind, n)
				}
			}
			for _, call := range tt.calls {
				written, err := p.Forward(call)
				if err != nil {
					t.Errorf("%s for %v: %s: %v", tt.name, target, call, err)
				}
				if written != call {
					fmt.Fprintf(&b, "%s\n  is written %s\n", call, written)
				}
				if back := p.Back(written); !sameJSON(back, call) {
					t.Errorf("%s for %v: %s is written %s and read as %s", tt.name, target, call, written, back)
				}
				if again := p.Back(call); !sameJSON(again, call) && !strings.Contains(call, "null") {
					t.Errorf("%s for %v: a call in the tool's own form is read as %s, not as %s", tt.name, target, again, call)
				}
			}
		}
		b.WriteString("\n")
	}
	const file = "testdata/projections.txt"
	if *update.Expected {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if diff := testdiff.Diff(string(want), b.String()); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && testdiff.Diff(x, y) == ""
}

// TestBackLeavesTheRest checks that values that are not in the projected form are kept byte for byte.
func TestBackLeavesTheRest(t *testing.T) {
	t.Parallel()
	schema := `{"type":"object","properties":{"a":{"type":"string"},"m":{"type":"object","additionalProperties":{"type":"string"}}},"required":["m"]}`
	p := projection.Of(schema, projection.OpenAIStrict)
	for call, want := range map[string]string{
		`{"m":[{"key":"x","va`: `{"m":[{"key":"x","va`,
		`not JSON`:             `not JSON`,
		`{"m":[{"key":"x","value":"y"}],"a":null}`:            `{"m":{"x":"y"}}`,
		`{"m":{"x":"y"}}`:                                     `{"m":{"x":"y"}}`,
		`{"m":[{"key":"x"}]}`:                                 `{"m":[{"key":"x"}]}`,
		`{"m":[{"key":"x","value":1},{"key":"x","value":2}]}`: `{"m":{"x":1,"x":2}}`,
		`{"b":null,"a":1.50,"a":"\u00e4 ` + "\xff" + `"}`:     `{"b":null,"a":1.50,"a":"\u00e4 ` + "\xff" + `"}`,
		`[null]`: `[null]`,
		`null`:   `null`,
	} {
		if got := p.Back(call); got != want {
			t.Errorf("%s is read as %s, not as %s", call, got, want)
		}
	}
	if _, err := p.Forward(`{"m":{},"undeclared":1}`); err == nil {
		t.Error("a key that is not declared has a form")
	}
}

// hostile are schemas that no author would write.
func hostile() map[string]string {
	ladder := `{"$defs":{"d0":{"type":"object"}`
	for i := range 60 {
		ladder += fmt.Sprintf(`,"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}],"properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`, i+1, i, i, i, i)
	}
	wide := []string{}
	for i := range 3000 {
		wide = append(wide, fmt.Sprintf(`{"type":"object","properties":{"k%d":{"type":"string"},"o":{"type":"object"}}}`, i))
	}
	return map[string]string{
		"deep":              strings.Repeat(`{"type":"object","properties":{"a":`, 3000) + `{}` + strings.Repeat(`}}`, 3000),
		"deep arrays":       `{"type":"object","properties":{"a":` + strings.Repeat(`{"type":"array","items":`, 3000) + `{}` + strings.Repeat(`}`, 3001) + `}`,
		"ladder":            ladder + `},"$ref":"#/$defs/d60"}`,
		"wide union":        `{"type":"object","properties":{"u":{"anyOf":[` + strings.Join(wide, ",") + `]}}}`,
		"wide object":       `{"type":"object","properties":{` + strings.TrimSuffix(manyKeys(100_000), ",") + `}}`,
		"less wide":         `{"type":"object","properties":{` + strings.TrimSuffix(manyKeys(9_000), ",") + `}}`,
		"itself":            `{"$ref":"#"}`,
		"in a circle":       `{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`,
		"allOf of itself":   `{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"},{"type":"string"}]}}}`,
		"union of itself":   `{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/a"},{"type":"string"}]}}}`,
		"described itself":  `{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/a","description":"x"}}}`,
		"two of each other": `{"type":"object","properties":{"a":{"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"}]}},"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"},{"$ref":"#/$defs/a"},{"type":"object"}]},"b":{"oneOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"},{"type":"object","additionalProperties":{"type":"string"}}]}}}`,
		"wrong types":       `{"type":1,"properties":[],"required":{},"enum":{},"anyOf":{},"items":3,"$defs":[],"allOf":1,"const":{},"additionalProperties":"x","patternProperties":[]}`,
		"no object":         `[]`, "no JSON": `{`, "false": `false`,
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"key%d":{"type":"string"},`, i)
	}
	return b.String()
}

// TestHostileSchemas checks that every schema quickly yields a projection or a reason.
func TestHostileSchemas(t *testing.T) {
	t.Parallel()
	for name, schema := range hostile() {
		for _, target := range targets {
			p := projection.Of(schema, target)
			if !json.Valid(p.Schema) {
				t.Errorf("%s for %v: not JSON", name, target)
			}
			if len(p.Schema) > 5<<20 {
				t.Errorf("%s for %v: %d bytes", name, target, len(p.Schema))
			}
			p.Back(`{"a":{"a":null}}`)
			_, _ = p.Forward(`{"a":{"a":null}}`)
		}
	}
}

func FuzzProjection(f *testing.F) {
	for _, tt := range cases {
		f.Add(tt.schema, tt.calls[0])
	}
	f.Fuzz(func(t *testing.T, schema, call string) {
		for _, target := range targets {
			p := projection.Of(schema, target)
			if !json.Valid(p.Schema) {
				t.Fatalf("%v: %s", target, p.Schema)
			}
			p.Back(call)
			if written, err := p.Forward(call); err == nil && json.Valid([]byte(call)) && !json.Valid([]byte(written)) {
				t.Fatalf("%v: %s", target, written)
			}
		}
	})
}

// TestNullOfUntypedValue writes null for an optional property whose schema has no type. In a mode in which null
// represents an omitted property, such a call has no form, unless null is the default.
func TestNullOfUntypedValue(t *testing.T) {
	t.Parallel()
	p := projection.Of(`{"type":"object","properties":{"a":{"minItems":0}}}`, projection.OpenAIStrict)
	if written, err := p.Forward(`{"a":null}`); !errors.Is(err, projection.ErrNoForm) {
		t.Errorf("null is written as %s (%v), which is read back as %s", written, err, p.Back(written))
	}
	p = projection.Of(`{"type":"object","properties":{"a":{"type":["array","null"],"items":{"type":"string"},"default":null}}}`, projection.OpenAIStrict)
	if written, err := p.Forward(`{"a":null}`); err != nil || written != `{"a":null}` {
		t.Errorf("null as the default is written as %s: %v", written, err)
	}
}

// TestLimitsOfProviders projects schemas at a documented limit, and one beyond it.
func TestLimitsOfProviders(t *testing.T) {
	t.Parallel()
	properties := func(n int, schema string, required bool) string {
		var list, keys []string
		for i := range n {
			list, keys = append(list, fmt.Sprintf(`"k%d":%s`, i, schema)), append(keys, fmt.Sprintf(`"k%d"`, i))
		}
		if !required {
			keys = nil
		}
		return `{"type":"object","properties":{` + strings.Join(list, ",") + `},"required":[` + strings.Join(keys, ",") + `]}`
	}
	enum := func(n, length int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf("%q", fmt.Sprintf("%0*d", length, i)))
		}
		return `{"enum":[` + strings.Join(list, ",") + `]}`
	}
	objects := func(levels int) string {
		return strings.Repeat(`{"type":"object","required":["a"],"properties":{"a":`, levels) + `{"type":"string"}` + strings.Repeat(`}}`, levels)
	}
	openAI, anthropic := projection.OpenAIStrict, projection.AnthropicStrict
	for _, tt := range []struct {
		name    string
		target  projection.Target
		at      func(n int) string
		most    int
		changes bool // beyond the limit, a part of the value is written differently
	}{
		{"properties", openAI, func(n int) string {
			return properties(n, `{"type":"string","description":"A key.","minLength":1}`, true)
		}, 5000, false},
		{"levels", openAI, objects, 10, true},
		{"enum values", openAI, func(n int) string { return properties(1, enum(n, 4), true) }, 1000, false},
		{"characters of a long enum", openAI, func(n int) string { return properties(1, enum(300, n), true) }, 50, false},
		{"characters of a short enum", openAI, func(n int) string { return properties(1, enum(250, n), true) }, 479, false},
		{"optional properties", anthropic, func(n int) string { return properties(n, `{"type":"string"}`, false) }, 24, false},
		{"unions", anthropic, func(n int) string { return properties(n, `{"type":["string","null"]}`, true) }, 16, false},
	} {
		if p := projection.Of(tt.at(tt.most), tt.target); len(p.Reasons)+len(p.Changed) > 0 {
			t.Errorf("%s: %d: %v, %v", tt.name, tt.most, p.Reasons, p.Changed)
		}
		p := projection.Of(tt.at(tt.most+1), tt.target)
		if refused := len(p.Reasons) > 0; refused == tt.changes || tt.changes == (len(p.Changed) == 0) {
			t.Errorf("%s: %d: %v, %v", tt.name, tt.most+1, p.Reasons, p.Changed)
		}
	}
}
