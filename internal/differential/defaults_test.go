package differential

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest/worker"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// Absent fields get the default at their own place, next to a reference, or of its target, for every Go type.
// Generated code and interpreter agree, receipts included.
func TestDefaults(t *testing.T) {
	t.Parallel()
	const defs = `,"$defs":{"S":{"type":"string","default":"shared"},"N":{"type":["object","null"],"properties":{"n":{"$ref":"#/$defs/N"}}},"O":{"type":"object","properties":{"x":{"type":"integer"}},"default":{"x":1}}}}`
	cases := []struct{ name, properties, want string }{
		{"beside a reference", `"a":{"$ref":"#/$defs/S","default":"own"},"b":{"$ref":"#/$defs/S"},"c":{"allOf":[{"$ref":"#/$defs/S"}],"default":"third"}`,
			`{"a":"own","b":"shared","c":"third"}`},
		{"beside a reference that others follow first", `"b":{"$ref":"#/$defs/S"},"a":{"$ref":"#/$defs/S","default":"own"},"o":{"$ref":"#/$defs/O"},"p":{"$ref":"#/$defs/O","default":{}}`,
			`{"b":"shared","a":"own","o":{"x":1},"p":{}}`},
		{"of a choice of null", `"a":{"anyOf":[{"$ref":"#/$defs/S"},{"type":"null"}]},"b":{"anyOf":[{"$ref":"#/$defs/S","default":"branch"},{"type":"null"}]},"c":{"anyOf":[{"$ref":"#/$defs/S"},{"type":"null"}],"default":null}`,
			`{"a":"shared","b":"branch","c":null}`},
		{"of any value", `"a":{"default":5},"b":{},"c":{"default":"x"},"d":{"default":{"k":[null]}},"e":{"default":null},"f":true`,
			`{"a":5,"c":"x","d":{"k":[null]},"e":null}`},
		{"of a union", `"a":{"oneOf":[{"type":"string"},{"type":"integer"}],"default":5},"b":{"anyOf":[{"type":"object","properties":{"k":{"const":"x"}},"required":["k"]},{"type":"array","items":{"type":"integer"}}],"default":{"k":"x"}}`,
			`{"a":5,"b":{"k":"x"}}`},
		{"of types that may be null", `"o":{"type":["object","null"],"properties":{"x":{"type":"integer"}},"default":{"x":1}},"u":{"anyOf":[{"type":"object","properties":{"k":{"const":"x"}},"required":["k"]},{"type":"array","items":{"type":"integer"}},{"type":"null"}],"default":{"k":"x"}},"e":{"enum":["a",null],"type":["string","null"],"default":"a"},"l":{"type":["array","null"],"items":{"type":"string"},"default":["a"]},"m":{"type":["object","null"],"additionalProperties":{"type":"integer"},"default":{"k":1}},"t":{"type":["array","null"],"prefixItems":[{"type":"string"}],"default":["a"]},"s":{"$ref":"#/$defs/N","default":{"n":null}}`,
			`{"o":{"x":1},"u":{"k":"x"},"e":"a","l":["a"],"m":{"k":1},"t":["a"],"s":{"n":null}}`},
		{"of every number", `"u":{"type":"integer","format":"uint64","default":18446744073709551615},"i":{"type":"integer","default":3.0},"n":{"type":"number","default":1e2},"j":{"type":"number","x-go-type":"json.Number","default":0.10},"m":{"type":["integer","null"],"default":null}`,
			`{"u":18446744073709551615,"i":3,"n":100,"j":0.1,"m":null}`},
		{"of lists and maps", `"l":{"type":"array","items":{"type":"string"},"default":["a"]},"e":{"type":"array","default":[]},"m":{"type":"object","additionalProperties":{"type":"integer"},"default":{"k":1}},"o":{"type":"array","items":{"type":"object","properties":{"z":{"type":"integer","default":9}}},"default":[{"z":1}]}`,
			`{"l":["a"],"e":[],"m":{"k":1},"o":[{"z":1}]}`},
		{"of a Go type", `"t":{"type":"string","format":"date-time","x-go-type":"time.Time","default":"2024-01-01T00:00:00Z"}`, `{"t":"2024-01-01T00:00:00Z"}`},
		{"that breaks its schema", `"a":{"type":"string","default":3},"b":{"type":"integer","minimum":5,"default":1},"c":{"type":"object","properties":{"x":{"type":"integer"}},"default":{"x":"y"}},"d":{"oneOf":[{"type":"string"},{"type":"integer"}],"default":[]},"e":{"$ref":"#/$defs/S","default":1},"f":{"type":"integer","default":9223372036854775808},"g":{"type":"string","default":null}`,
			`{}`},
	}
	var tools []*tooldef.Tool
	for i, c := range cases {
		node, diags := tooldef.ParseNode("schema.json", []byte(`{"type":"object","properties":{`+c.properties+`}`+defs))
		if node == nil || diags.HasErrors() {
			t.Fatalf("%s: %v", c.name, diags)
		}
		tools = append(tools, &tooldef.Tool{Name: fmt.Sprintf("Defaults%d", i), Source: c.name, Envelope: tooldef.Schema, Input: node})
	}
	subjects, program := prepare(t, tools, 100)
	for i, s := range subjects {
		t.Run(cases[i].name, func(t *testing.T) {
			q := worker.Question{Package: s.pkg, Tool: s.model.Name, Args: "{}", Defaults: true}
			compiled, interpreted := program.Ask(q), worker.Judge(s.dynamic, q)
			if diff := testdiff.Diff(byValue(t, cases[i].want), byValue(t, compiled.Value)); diff != "" {
				t.Errorf("generated code fills in (-want +got):\n%s", diff)
			}
			if diff := testdiff.Diff(byValue(t, compiled.Value), byValue(t, interpreted.Value)); diff != "" {
				t.Errorf("the interpreter fills in (-generated code +interpreter):\n%s", diff)
			}
			if len(compiled.Validate) > 0 {
				t.Errorf("the defaults are invalid: %v", compiled.Validate)
			}
			one, _ := json.Marshal(compiled.Receipts)
			other, _ := json.Marshal(interpreted.Receipts)
			if diff := testdiff.Diff(byValue(t, string(one)), byValue(t, string(other))); diff != "" {
				t.Errorf("receipts (-generated code +interpreter):\n%s", diff)
			}
		})
	}
}

// byValue normalizes JSON so that numbers are compared by value.
func byValue(t *testing.T, text string) any {
	t.Helper()
	return normal(parsed(t, text), "", nil, false)
}
