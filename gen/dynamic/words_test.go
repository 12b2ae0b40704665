package dynamic

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/update"
	"github.com/toolgen/toolgen/runtime"
)

// wordCase is a call with a fault of a constraint. The schema is that of the field v where the call
// is not an object.
type wordCase struct{ constraint, schema, call string }

// wordCases has every constraint that an issue can name, and the forms in which it comes.
var wordCases = []wordCase{
	{"json", `{"type":"object"}`, `{"a" 1}`},
	{"truncated", `{"type":"object"}`, `{"a":`},
	{"depth", `{"type":"object"}`, `{"a":` + strings.Repeat("[", 80) + strings.Repeat("]", 80) + `}`},
	{"size", `{"type":"object"}`, `{"a":"` + strings.Repeat("x", 4<<20) + `"}`},
	{"duplicateKey", `{"type":"object","properties":{"a":{"type":"integer"}}}`, `{"a":1,"a":2}`},

	{"required", `{"type":"object","properties":{"due_date":{"type":"string","format":"date"}},"required":["due_date"]}`, `{}`},
	{"required", `{"type":"object","properties":{"days":{"anyOf":[{"type":"integer","minimum":1,"maximum":14},{"type":"null"}]}},"required":["days"]}`, `{}`},
	{"required", `{"type":"object","properties":{"note":{"type":["string","null"]}},"required":["note"]}`, `{}`},
	{"required", `{"type":"object","properties":{"note":{"type":"string"}},"required":["note"],"x-toolgen":{"blankIsMissing":true}}`, `{"note":" "}`},
	{"required", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"dependentRequired":{"a":["b"]}}`, `{"a":"x"}`},
	{"additionalProperties", `{"type":"object","properties":{"host":{"type":"string"}},"additionalProperties":false}`, `{"hots":"x"}`},
	{"additionalProperties", `{"type":"object","properties":{"o":{"type":"object","additionalProperties":false}}}`, `{"o":{"extra":1}}`},
	{"unevaluatedProperties", `{"type":"object","properties":{"host":{"type":"string"}},"allOf":[{"properties":{"port":{"type":"integer"}}}],"unevaluatedProperties":false}`, `{"extra":1}`},
	{"propertyNames", `{"type":"object","properties":{"labels":{"type":"object","propertyNames":{"maxLength":3},"additionalProperties":{"type":"string"}}}}`, `{"labels":{"long":"x"}}`},
	{"propertyNames", `{"type":"object","properties":{"labels":{"type":"object","propertyNames":{"pattern":"^[a-z]+$"},"additionalProperties":{"type":"string"}}}}`, `{"labels":{"Long":"x"}}`},
	{"propertyNames", `{"type":"object","properties":{"labels":{"type":"object","propertyNames":{"enum":["env","team"]},"additionalProperties":{"type":"string"}}}}`, `{"labels":{"size":"x"}}`},
	{"patternProperties", `{"type":"object","patternProperties":{"^x-":false}}`, `{"x-a":1}`},
	{"properties", `{"type":"object","properties":{"a":false}}`, `{"a":1}`},

	{"type", `{"type":"integer"}`, `"many"`},
	{"type", `{"type":["string","null"]}`, `[1]`},
	{"type", `{"enum":["x","y",null],"type":["string","null"]}`, `5`},
	{"oneOf", `{"oneOf":[{"type":"object","properties":{"kind":{"const":"card"},"card":{"type":"string"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"bank"}},"required":["kind"]}]}`, `[]`},
	{"oneOf", `{"type":"object","properties":{"pay":{"oneOf":[{"type":"object","properties":{"kind":{"const":"card"},"card":{"type":"string"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"bank"}},"required":["kind"]}]}},"required":["pay"]}`, `{"pay":"card"}`},
	{"oneOf", `{"type":"object","properties":{"pay":{"oneOf":[{"type":"object","properties":{"kind":{"const":"card"},"card":{"type":"string"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"bank"}},"required":["kind"]}]}},"required":["pay"]}`, `{"pay":null}`},
	{"oneOf", `{"type":"object","properties":{"pay":{"oneOf":[{"type":"object","properties":{"kind":{"const":"card"},"card":{"type":"string"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"bank"}},"required":["kind"]},{"type":"null"}]}}}`, `{"pay":7}`},
	{"oneOf", `{"type":"object","properties":{"pays":{"type":"array","items":{"oneOf":[{"type":"object","properties":{"kind":{"const":"card"},"card":{"type":"string"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"bank"}},"required":["kind"]}]}}}}`, `{"pays":[["card"],{}]}`},
	{"type", `{"type":"array","items":{"type":"string","format":"email"},"minItems":1,"maxItems":5}`, `"bob@example.com"`},
	{"type", `{"type":"array","items":{"type":"string","format":"email"},"minItems":1,"maxItems":5}`, `"bob"`},
	{"type", `{"type":"array","items":{"type":"string"}}`, `"a, b"`},
	{"type", `{"type":"array","items":{"type":"integer"},"minItems":2}`, `7`},
	{"type", `{"type":"object","properties":{"edits":{"type":"array","items":{"type":"object","properties":{"old":{"type":"string"},"new":{"type":"string"},"n":{"type":"integer","minimum":1}},"required":["old","new"],"additionalProperties":false}}}}`, `{"edits":{"old":"a","new":"b"}}`},
	{"type", `{"type":"object","properties":{"edits":{"type":"array","items":{"type":"object","properties":{"old":{"type":"string"},"new":{"type":"string"},"n":{"type":"integer","minimum":1}},"required":["old","new"],"additionalProperties":false}}}}`, `{"edits":{"old":"a","n":0}}`},
	{"type", `{"type":"object","properties":{"edits":{"type":"array","items":{"type":"object","properties":{"old":{"type":"string"},"new":{"type":"string"},"n":{"type":"integer","minimum":1}},"required":["old","new"],"additionalProperties":false}}}}`, `{"edits":{"0":{"old":"a","new":"b"}}}`},
	{"type", `{"type":"object","properties":{"pays":{"type":"array","items":{"oneOf":[{"type":"object","properties":{"kind":{"const":"card"},"card":{"type":"string"}},"required":["kind","card"]},{"type":"object","properties":{"kind":{"const":"bank"}},"required":["kind"]}]}}}}`, `{"pays":{"kind":"card","card":"4711"}}`},
	{"type", `{"type":"object","properties":{"pays":{"type":"array","items":{"oneOf":[{"type":"object","properties":{"kind":{"const":"card"},"card":{"type":"string"}},"required":["kind","card"]},{"type":"object","properties":{"kind":{"const":"bank"}},"required":["kind"]}]}}}}`, `{"pays":{"kind":"card"}}`},
	{"type", `{"type":"object","properties":{"env":{"type":"object","additionalProperties":{"type":"string"}}}}`, `{"env":{"HOME":5}}`},
	{"type", `{"type":["string","integer"],"minimum":1,"minLength":2}`, `[]`},
	{"minimum", `{"type":["string","integer"],"minimum":1,"minLength":2}`, `0`},
	{"oneOf", `{"type":"object","patternProperties":{"^x":{"oneOf":[{"type":"object","properties":{"kind":{"const":"card"},"card":{"type":"string"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"bank"}},"required":["kind"]}]}}}`, `{"xa":"card"}`},
	{"oneOf", `{"type":"object","properties":{"pay":{"oneOf":[{"type":"object","properties":{"card":{"type":"string"}},"required":["card"]},{"type":"object","properties":{"iban":{"type":"string"}},"required":["iban"]}]}},"required":["pay"]}`, `{"pay":["card"]}`},
	{"oneOf", `{"oneOf":[{"type":"object","title":"Card","properties":{"card":{"type":"string"}},"required":["card"],"additionalProperties":false},{"type":"object","title":"Bank","properties":{"iban":{"type":"string"}},"required":["iban"],"additionalProperties":false}]}`, `7`},
	{"oneOf", `{"type":"object","properties":{"pay":{"oneOf":[{"type":"object","properties":{"kind":{"const":"card"},"card":{"type":"string"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"bank"}},"required":["kind"]}]}}}`, `{"pay":{"kind":"bnak"}}`},
	{"oneOf", `{"type":"object","properties":{"n":{"oneOf":[{"type":"integer","multipleOf":2},{"type":"integer","multipleOf":3}]}}}`, `{"n":6}`},
	{"anyOf", `{"anyOf":[{"type":"string"},{"type":"array"}]}`, `7`},
	{"anyOf", `{"anyOf":[{"type":"string","format":"date-time"},{"type":"string"}]}`, `[]`},
	{"anyOf", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b","c"]}]}`, `{"c":"x"}`},
	{"oneOf", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{"a":"x","b":"y"}`},
	{"oneOf", `{"type":"object","properties":{"o":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"oneOf":[{"required":["a"]},{"required":["b"]}]}}}`, `{"o":{}}`},
	{"anyOf", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`},

	{"enum", `{"type":"string","enum":["low","high"]}`, `"hihg"`},
	{"enum", `{"type":["string","null"],"enum":["low","high",null]}`, `"none"`},
	{"enum", `{"anyOf":[{"type":"string","enum":["low","high"]},{"type":"null"}]}`, `"none"`},
	{"enum", `{"type":["integer","null"],"enum":[1,2,null]}`, `3`},
	{"enum", `{"type":["number","null"],"enum":[1.5,null]}`, `3`},
	{"enum", `{"type":["string","null"],"enum":["low","high"]}`, `null`},
	{"enum", `{"enum":["a","b","c","d","e","f","g"]}`, `"z"`},
	{"enum", `{"type":"integer","enum":[1,18446744073709551616]}`, `18446744073709551617`},
	{"enum", `{"type":["integer","null"],"enum":[1,18446744073709551616,null]}`, `2`},
	{"enum", `{"type":["integer","null"],"format":"int64","enum":[1,18446744073709551616,null]}`, `2`},
	{"enum", `{"type":["integer","null"],"format":"uint64","enum":[1,18446744073709551615,null]}`, `2`},
	{"enum", `{"type":["integer","null"],"format":"int32","enum":[1,3000000000,null]}`, `4000000000`},
	{"enum", `{"type":["number","null"],"format":"double","enum":[1,18446744073709551617,null]}`, `2`},
	{"const", `{"type":"string","const":"yes"}`, `"no"`},
	{"const", `{"const":{"a":1}}`, `{"a":2}`},

	{"range", `{"type":"integer"}`, `123456789012345678901234567890`},
	{"range", `{"type":"integer","minimum":0}`, `1e30`},
	{"range", `{"type":"integer","minimum":0}`, `99999999999999999999`},
	{"range", `{"type":"integer","format":"int32"}`, `-3000000000`},
	{"range", `{"type":"integer","format":"int32","enum":[1,3000000000]}`, `3000000000`},
	{"range", `{"type":"integer","format":"int32","const":3000000000}`, `3000000000`},
	{"range", `{"type":"integer","format":"uint32"}`, `-1`},
	{"range", `{"type":"integer","format":"uint64"}`, `-1`},
	{"range", `{"type":"number"}`, `1e400`},
	{"range", `{"type":"number","format":"float"}`, `-1e60`},
	{"range", `{"type":"number"}`, `1e-400`},
	{"minimum", `{"type":"integer","minimum":1,"maximum":100}`, `0`},
	{"maximum", `{"type":"number","maximum":2.5}`, `3`},
	{"exclusiveMinimum", `{"type":"integer","exclusiveMinimum":0}`, `0`},
	{"exclusiveMaximum", `{"type":"number","exclusiveMaximum":1}`, `1`},
	{"multipleOf", `{"type":"number","multipleOf":0.05}`, `0.07`},
	{"maximum", `{"type":"integer","minimum":1,"maximum":100}`, `101`},
	{"exclusiveMaximum", `{"type":"number","minimum":1,"exclusiveMaximum":100,"multipleOf":0.5}`, `100`},
	{"multipleOf", `{"type":"number","minimum":0,"maximum":1,"multipleOf":0.05}`, `0.07`},
	{"multipleOf", `{"type":"number","minimum":0,"maximum":1,"multipleOf":0.05}`, `1.07`},
	{"type", `{"type":"integer","minimum":1,"maximum":100,"multipleOf":5}`, `"many"`},
	{"type", `{"type":"string","minLength":3,"maxLength":10,"pattern":"^[a-z]*$","format":"hostname"}`, `7`},
	{"minLength", `{"type":"string","minLength":3,"maxLength":10,"pattern":"^[a-z]*$"}`, `"x"`},
	{"maxLength", `{"type":"string","minLength":3,"maxLength":10,"pattern":"^[a-z]*$","format":"hostname"}`, `"abcdefghijklm"`},
	{"pattern", `{"type":"string","minLength":3,"maxLength":10,"pattern":"^[a-z]*$"}`, `"XYZ"`},
	{"pattern", `{"type":"string","minLength":3,"maxLength":10,"pattern":"^[a-z]*$"}`, `"X"`},
	{"format", `{"type":"string","minLength":3,"maxLength":10,"format":"date"}`, `"tomorrow"`},
	{"minLength", `{"type":"string","minLength":2,"maxLength":2}`, `"x"`},
	{"maxItems", `{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2,"uniqueItems":true}`, `["a","b","c"]`},
	{"uniqueItems", `{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":5,"uniqueItems":true}`, `["a","b","a"]`},
	{"maxProperties", `{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"string"},"minProperties":1,"maxProperties":2}}}`, `{"m":{"a":"x","b":"y","c":"z"}}`},
	{"minLength", `{"type":"string","minLength":3}`, `"x"`},
	{"maxLength", `{"type":"string","maxLength":1}`, `"xyz"`},
	{"pattern", `{"type":"string","pattern":"^[A-Z]{2}\\d+$"}`, `"x"`},
	{"format", `{"type":"string","format":"uuid"}`, `"x"`},
	{"format", `{"type":"string","format":"date-time"}`, `"x"`},
	{"contentEncoding", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"v":{"type":"string","contentEncoding":"base64"}}}`, `{"v":"*"}`},
	{"contentMediaType", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"v":{"type":"string","contentMediaType":"application/json"}}}`, `{"v":"{"}`},

	{"minItems", `{"type":"array","items":{"type":"string"},"minItems":2}`, `["a"]`},
	{"maxItems", `{"type":"array","items":{"type":"string"},"maxItems":1}`, `["a","b"]`},
	{"uniqueItems", `{"type":"array","items":{"type":"string"},"uniqueItems":true}`, `["a","b","a"]`},
	{"uniqueItems", `{"type":"array","items":{"type":"object"},"uniqueItems":true}`, `[{},{}]`},
	{"contains", `{"type":"array","items":{"type":"string"},"contains":{"const":"main"}}`, `["a"]`},
	{"contains", `{"type":"array","contains":{"enum":["x","y"]}}`, `["a"]`},
	{"contains", `{"type":"array","contains":{"type":"integer","minimum":5}}`, `[1]`},
	{"contains", `{"type":"array","items":{"type":"object"},"contains":{"properties":{"a":{"const":1}},"required":["a"]}}`, `[{"a":2}]`},
	{"minContains", `{"type":"array","items":{"type":"string"},"contains":{"pattern":"^\\d"},"minContains":2}`, `["1"]`},
	{"maxContains", `{"type":"array","items":{"type":"string"},"contains":{"const":"x"},"minContains":0,"maxContains":1}`, `["x","x"]`},
	{"items", `{"type":"array","prefixItems":[{"type":"string"}],"items":false}`, `["a","b"]`},
	{"items", `{"type":"object","properties":{"l":{"type":"array","items":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"items":false,"minItems":2}}}}`, `{"l":[[1,"x"],[1,2,3,4]]}`},
	{"items", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"t":{"type":"array","items":[{"type":"string"}],"additionalItems":false}}}`, `{"t":["a","b"]}`},
	{"prefixItems", `{"type":"array","prefixItems":[{"type":"string"},false]}`, `["a","b","c"]`},
	{"unevaluatedItems", `{"type":"array","allOf":[{"prefixItems":[{"type":"string"}]}],"unevaluatedItems":false}`, `["a","b"]`},
	{"minProperties", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"minProperties":2}`, `{"a":"x"}`},
	{"maxProperties", `{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"string"},"maxProperties":1}}}`, `{"m":{"a":"x","b":"y"}}`},

	{"not", `{"type":"integer","not":{"enum":[1,2]}}`, `1`},
	{"not", `{"type":"string","not":{"const":"root"}}`, `"root"`},
	{"not", `{"type":"string","not":{"pattern":"^\\s"}}`, `" a"`},
	{"not", `{"type":["string","integer"],"not":{"type":"string","minLength":3}}`, `"abcd"`},
	{"not", `{"not":{"type":"null"}}`, `null`},
	{"not", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"not":{"required":["a","b"]}}`, `{"a":"x","b":"y"}`},
	{"not", `{"type":"object","properties":{"a":{"type":"string"}},"not":{"required":["a"]}}`, `{"a":"x"}`},
	{"not", `{"type":"object","properties":{"mode":{"type":"string"}},"not":{"properties":{"mode":{"enum":["x"]}},"required":["mode"]}}`, `{"mode":"x"}`},
	{"properties", `{"type":"object","properties":{"price":{"not":{}}}}`, `{"price":1}`},
	{"not", `{"type":"string","not":{"anyOf":[{"const":"x"},{"const":"y"}]}}`, `"x"`},
	{"then", `{"type":"object","properties":{"a":{"type":"string"}},"if":{"required":["a"]},"then":false}`, `{"a":"x"}`},
	{"else", `{"type":"object","properties":{"a":{"type":"string"}},"if":{"required":["a"]},"else":false}`, `{}`},
	{"dependentSchemas", `{"type":"object","properties":{"a":{"type":"string"}},"dependentSchemas":{"a":false}}`, `{"a":"x"}`},

	{"rule", `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"],"x-toolgen":{"rules":[{"id":"ordered","rule":"self.a <= self.b","message":"a must not be after b"}]}}`, `{"a":2,"b":1}`},
	{"exactlyOneOf", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"x-toolgen":{"exactlyOneOf":[["a","b"]]}}`, `{"a":"x","b":"y"}`},
	{"atLeastOneOf", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"x-toolgen":{"atLeastOneOf":[["a","b"]]}}`, `{}`},
	{"atMostOneOf", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"x-toolgen":{"atMostOneOf":[["a","b"]]}}`, `{"a":"x","b":"y"}`},
	{"requires", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"x-toolgen":{"requires":{"a":["b"]}}}`, `{"a":"x"}`},
	{"excludes", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"x-toolgen":{"excludes":{"a":["b"]}}}`, `{"a":"x","b":"y"}`},
}

// tool and args of a case.
func (w wordCase) make(t *testing.T) (*Tool, []byte) {
	t.Helper()
	var whole any
	if json.Unmarshal([]byte(w.call), &whole) == nil {
		if _, isObject := whole.(map[string]any); !isObject || !strings.Contains(w.schema, `"object"`) {
			return loadSchema(t, `{"type":"object","properties":{"v":`+w.schema+`}}`), []byte(`{"v":` + w.call + `}`)
		}
	}
	return loadSchema(t, w.schema), []byte(w.call)
}

// TestWords holds what is said of a fault of each constraint: to a developer who reads a log, to a
// model that has to mend its call, and beside the call itself. The expected file is there to be read:
// each line has to be true of the schema, and to say enough to be followed.
func TestWords(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, w := range wordCases {
		tool, args := w.make(t)
		_, err := tool.Decode(args)
		var invalid *runtime.ValidationError
		if !errors.As(err, &invalid) || !slices.ContainsFunc(invalid.Issues(), func(i runtime.ValidationIssue) bool { return i.Constraint == w.constraint }) {
			t.Errorf("%s: %s %s: %v", w.constraint, w.schema, w.call, err)
			continue
		}
		h := runtime.BuildHint(tool, err, runtime.WithCall(args))
		raw, jsonErr := json.Marshal(h)
		var again runtime.RetryHint
		if jsonErr != nil || json.Unmarshal(raw, &again) != nil || again.Text() != h.Text() || again.Annotated(args) != h.Annotated(args) {
			t.Errorf("%s: other texts after a round trip through JSON: %s", w.constraint, raw)
		}
		call := string(args)
		if len(call) > 200 {
			call = call[:40] + "…"
		}
		_, text, _ := strings.Cut(h.Text(), "\n") // the first line says what to do, whatever is wrong
		_, log, _ := strings.Cut(err.Error(), "\n")
		b.WriteString("## " + w.constraint + " " + call + "\n" + tool.Spec().InputSchema + "\nlog:\n" + indented(log) + "hint:\n" + indented(text) + "beside the call:\n" + indented(h.Annotated(args)) + "\n")
	}
	file := filepath.Join("testdata", "words.txt")
	if *update.Expected {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("texts changed; if that is meant, run the test with -update (-want +got):\n%s", diff)
	}
}

func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}
