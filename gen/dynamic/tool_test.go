package dynamic

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/toolgen/toolgen/internal/testdiff"
	"github.com/toolgen/toolgen/runtime"
)

// issuesOf lists the issues of an error as field and constraint.
func issuesOf(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	var invalid *runtime.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatalf("the error has no issues: %v", err)
	}
	var out []string
	for _, issue := range invalid.Issues() {
		out = append(out, issue.Field+" "+issue.Constraint)
	}
	return out
}

func TestIssues(t *testing.T) {
	for _, test := range []struct {
		name, schema, args string
		want               []string
	}{
		{"all faults in schema order", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer","minimum":3},"c":{"type":"boolean"}},"required":["c"],"additionalProperties":false}`,
			`{"d":1,"b":2,"a":7}`, []string{"a type", "b minimum", "c required", "d additionalProperties"}},
		{"no derived issue", `{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"},"uniqueItems":true,"minItems":4}}}`,
			`{"a":[1,"x","y"]}`, []string{"a[1] type", "a[2] type", "a minItems"}},
		{"fields that a constraint reads", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}},"dependentRequired":{"a":["b"]}}`,
			`{"a":"x","c":1}`, []string{"c type", "b required"}},
		{"unsound fields hold a constraint back", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"not":{"required":["a"],"properties":{"a":{"const":"x"}}}}`,
			`{"a":1}`, []string{"a type"}},
		{"branch taken", `{"type":"object","properties":{"kind":{"enum":["x","y"]},"n":{"type":"integer"}},"required":["kind"],"if":{"properties":{"kind":{"const":"x"}}},"then":{"required":["n"]},"else":{"properties":{"n":false}}}`,
			`{"kind":"y","n":1}`, []string{"n properties"}},
		{"bare keys", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`,
			`{}`, []string{" anyOf"}},
		{"discriminator", `{"oneOf":[{"type":"object","properties":{"t":{"const":"a"},"n":{"type":"integer"}},"required":["t","n"]},{"type":"object","properties":{"t":{"const":"b"}},"required":["t"]}]}`,
			`{"t":"a"}`, []string{"n required"}},
		{"no variant has the kind", `{"anyOf":[{"type":"string"},{"type":"array"}]}`, `1`, []string{" anyOf"}},
		{"nullable choice", `{"type":"object","properties":{"a":{"anyOf":[{"type":"string","enum":["x"]},{"type":"null"}]}}}`, `{"a":1}`, []string{"a type"}},
		{"null of a nullable enum", `{"type":"object","properties":{"a":{"anyOf":[{"type":"string","enum":["x"]},{"type":"null"}]}}}`, `{"a":null}`, nil},
		{"type before enum", `{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x"]}}}`, `{"a":1}`, []string{"a type"}},
		{"null is no member of enum", `{"type":"object","properties":{"a":{"type":["string","null"],"enum":["x"]}}}`, `{"a":null}`, []string{"a enum"}},
		{"nothing unevaluated besides a fault", `{"properties":{"a":{"type":"string"}},"anyOf":[{"required":["b"],"properties":{"b":true}}],"unevaluatedProperties":false}`,
			`{"a":1,"c":2}`, []string{"a type", " anyOf", "b required"}},
		{"unevaluated", `{"properties":{"a":true},"if":{"required":["a"]},"then":{"properties":{"b":true}},"unevaluatedProperties":false}`,
			`{"a":1,"b":2,"c":3}`, []string{"c unevaluatedProperties"}},
		{"patterns", `{"type":"object","properties":{"a1":{"minLength":2}},"patternProperties":{"^a":{"type":"string"}},"additionalProperties":false}`,
			`{"a1":"x","a2":3,"b":1}`, []string{"a1 minLength", "a2 type", "b additionalProperties"}},
		{"Go types of the standard library", `{"type":"object","properties":{"a":{"type":"string","x-go-type":"time.Time"},"b":{"type":"string","x-go-type":"netip.Addr"},"c":{"type":"string","x-go-type":"*time.Time","format":"date-time"},"d":{"type":"string","x-go-type":"Mine"}}}`,
			`{"a":"2025-01-31","b":"1.2.3","c":"2025-01-31t10:00:00z","d":"x"}`, []string{"a format", "b format"}},
		{"look-ahead", `{"type":"object","properties":{"a":{"type":"string","pattern":"^(?!x)"}}}`, `{"a":"xy"}`, []string{"a pattern"}},
		{"range", `{"type":"object","properties":{"a":{"type":"integer"}}}`, `{"a":1e30}`, []string{"a range"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := loadSchema(t, test.schema).Decode([]byte(test.args))
			if diff := testdiff.Diff(test.want, issuesOf(t, err)); diff != "" {
				t.Errorf("issues (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodedValue(t *testing.T) {
	tool := loadSchema(t, `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"number"},"c":{"type":"array","items":{"type":["string","null"]}},
		"d":{"type":"object","properties":{"e":{"type":"boolean"}}},"f":{"type":"string","default":"x"},"g":{"type":["integer","null"]}}}`)
	var receipts []runtime.Receipt
	got, err := tool.Decode([]byte(`{"a":3.0,"b":1.10,"c":["x",null],"d":{"e":true,"z":1},"g":null,"y":2}`),
		runtime.ApplyDefaults(), runtime.CollectReceipts(&receipts))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"a": json.Number("3.0"), "b": json.Number("1.10"), "c": []any{"x", nil}, "d": map[string]any{"e": true}, "f": "x", "g": nil,
	}
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("value (-want +got):\n%s", diff)
	}
	var kinds []string
	for _, r := range receipts {
		kinds = append(kinds, r.Field+" "+string(r.Kind))
	}
	if diff := testdiff.Diff([]string{"d.z ignored", "y ignored", "f default"}, kinds); diff != "" {
		t.Errorf("receipts (-want +got):\n%s", diff)
	}
}

func TestValidate(t *testing.T) {
	tool := loadSchema(t, `{"type":"object","properties":{"a":{"type":"integer","minimum":2},"b":{"type":"string"}},"required":["b"],"additionalProperties":false}`)
	type args struct {
		A int     `json:"a"`
		B *string `json:"b,omitempty"`
		C bool    `json:"c"`
	}
	for _, v := range []any{args{A: 1}, map[string]any{"a": 1, "c": true}, json.RawMessage(`{"a":1,"c":true}`)} {
		if diff := testdiff.Diff([]string{"a minimum", "b required", "c additionalProperties"}, issuesOf(t, tool.Validate(v))); diff != "" {
			t.Errorf("%T: issues (-want +got):\n%s", v, diff)
		}
	}
	if err := tool.Validate(map[string]any{"b": "x"}); err != nil {
		t.Error(err)
	}
	if diff := testdiff.Diff([]string{" type"}, issuesOf(t, tool.Validate(func() {}))); diff != "" {
		t.Errorf("a value without JSON: issues (-want +got):\n%s", diff)
	}
	// A value built by a program is treated like a call: one fault gives no second issue.
	list := loadSchema(t, `{"type":"object","properties":{"tags":{"type":"array","items":{"type":"string","maxLength":1},"uniqueItems":true}}}`)
	if diff := testdiff.Diff([]string{"tags[0] maxLength", "tags[1] maxLength"}, issuesOf(t, list.Validate(map[string]any{"tags": []any{"ab", "ab"}}))); diff != "" {
		t.Errorf("derived issue (-want +got):\n%s", diff)
	}
	if got := issuesOf(t, tool.Validate(make(chan int))); !testdiff.Equal(got, []string{" type"}) {
		t.Errorf("a value without JSON: %v", got)
	}
	if got := issuesOf(t, tool.Validate(map[string]any{"a": math.NaN()})); !testdiff.Equal(got, []string{" range"}) {
		t.Errorf("a part without JSON: %v", got)
	}
	ring := map[string]any{}
	ring["b"] = ring
	if got := issuesOf(t, tool.Validate(ring)); !testdiff.Equal(got, []string{" depth"}) {
		t.Errorf("a value that contains itself: %v", got)
	}
}

func TestDecodeResult(t *testing.T) {
	set, _ := Load("server", []byte(listResult), Options{})
	send, ping := set.Tools[0], set.Tools[1]
	if _, err := send.DecodeResult([]byte(`{"id":"short","more":1}`)); err != nil {
		t.Errorf("a value constraint was checked: %v", err)
	}
	if _, err := send.DecodeResult([]byte(`{"id":3}`)); !testdiff.Equal(issuesOf(t, err), []string{"id type"}) {
		t.Errorf("a wrong type is accepted: %v", err)
	}
	if _, err := ping.DecodeResult([]byte(`[1]`)); err != nil {
		t.Error(err)
	}
	if _, err := ping.DecodeResult([]byte(`[1`)); err == nil {
		t.Error("invalid JSON is accepted")
	}
}

// Only the shape of a result matters: it may match several variants of a oneOf, as in generated code.
func TestResultOfSeveralVariants(t *testing.T) {
	t.Parallel()
	set, diags := Load("server", []byte(`{"tools":[{"name":"get","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{
		"found":{"oneOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"object","properties":{"b":{"type":"string"}}}]}}}}]}`), Options{})
	if diags.HasErrors() || len(set.Tools) != 1 {
		t.Fatal(diags)
	}
	if _, err := set.Tools[0].DecodeResult([]byte(`{"found":{"a":"x","b":"y"}}`)); err != nil {
		t.Error(err)
	}
}
