package differential

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/gentest/worker"
	"github.com/toolgen/toolgen/internal/sample"
)

// Pattern maps and tuples agree with the oracle, whatever their Go types.
func TestMapsAndTuples(t *testing.T) {
	t.Parallel()
	schemas, values := 120, 15
	if nightly() {
		schemas, values = 2000, 40
	}
	const seed = 23_000_000
	var defs []*tooldef.Tool
	for i := range schemas {
		r := sample.NewSchemas(seed + uint64(i))
		r.Draft = []int{2020, 2020, 2019, 7}[i%4]
		node, diags := tooldef.ParseNode("schema.json", []byte(r.Kinds()))
		if node == nil || diags.HasErrors() {
			t.Fatal(diags)
		}
		defs = append(defs, &tooldef.Tool{Name: fmt.Sprintf("Kinds%d", i), Source: "schema.json", Envelope: tooldef.Schema, Input: node})
	}
	subjects, program := prepare(t, defs, 60)
	n := tally{anyOrder: true}
	for i, s := range subjects {
		r := sample.NewSchemas(seed + 1_000_000 + uint64(i))
		typed := sample.New(uint64(i), 11)
		for range values {
			n.check(t, program, s, r.KindsInstance(4))
			v := typed.Value(s.model.Args, 4)
			n.check(t, program, s, v)
			n.check(t, program, s, typed.Mutate(sample.Clone(v)))
			n.checkGoValues(t, program, s, v, 3)
		}
	}
	t.Logf("%d schemas: %v", len(subjects), n)
	if n.accepted*10 < n.values {
		t.Errorf("only %d of %d values are valid: the sampler is too weak", n.accepted, n.values)
	}
}

// Issues of pattern maps and tuples.
func TestMapAndTupleCases(t *testing.T) {
	t.Parallel()
	const draft7 = `"$schema":"http://json-schema.org/draft-07/schema#",`
	in := func(schema string) string { return `{"type":"object","properties":{"v":` + schema + `}}` }
	runSchemaCases(t, []schemaCase{
		{"keys of a pattern", in(`{"type":"object","patternProperties":{"^[a-z]+$":{"type":"integer","minimum":2}},"additionalProperties":false,"maxProperties":2}`), map[string]string{
			`{"v":{"a":2}}`: "", `{"v":{"A":"x"}}`: "v.A additionalProperties", `{"v":{"a":1,"b":"x"}}`: "v.a minimum, v.b type", `{"v":{"a":1,"B":1,"c":2}}`: "v.a minimum, v.B additionalProperties, v maxProperties"}},
		{"a line break in a key", in(`{"type":"object","patternProperties":{"^(.*)$":{"type":"string"}},"additionalProperties":false}`), map[string]string{
			`{"v":{"":"x","a":"y"}}`: "", `{"v":{"a\nb":"x"}}`: `v["a\nb"] additionalProperties`}},
		{"a line break in a key of an open object", in(`{"type":"object","patternProperties":{"^(.*)$":{"type":"string"}}}`), map[string]string{
			`{"v":{"a\nb":"x"}}`: "", `{"v":{"a\nb":1}}`: "", `{"v":{"a":1}}`: "v.a type"}},
		{"a pattern with look-ahead", in(`{"type":"object","patternProperties":{"^(?!x)":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}},"additionalProperties":false}`), map[string]string{
			`{"v":{"a":{"n":1}}}`: "", `{"v":{"a":{},"x":{"n":1}}}`: "v.a.n required, v.x additionalProperties"}},
		{"one type", in(`{"type":"array","prefixItems":[{"type":"number","minimum":0},{"type":"number"}],"minItems":2,"maxItems":2}`), map[string]string{
			`{"v":[0,-1]}`: "", `{"v":[-1,"x"]}`: "v[0] minimum, v[1] type", `{"v":[1]}`: "v minItems", `{"v":[1,2,"x"]}`: "v maxItems"}},
		{"one type and none after", in(`{"type":"array","prefixItems":[{"type":"string","enum":["a","b"]},{"type":"string","pattern":"^x"}],"items":false}`), map[string]string{
			`{"v":["a","x"]}`: "", `{"v":["c","y","z"]}`: "v[0] enum, v[1] pattern, v[2] items"}},
		{"one type before draft 2020", `{` + draft7 + in(`{"type":"array","items":[{"type":"integer"},{"type":"integer","maximum":1}],"additionalItems":{"type":"integer","minimum":5}}`)[1:], map[string]string{
			`{"v":[9,1,5]}`: "", `{"v":["x",2,4,1.5]}`: "v[0] type, v[1] maximum, v[2] minimum, v[3] type"}},
		{"one struct", `{"type":"object","properties":{"v":{"type":"array","prefixItems":[{"$ref":"#/$defs/p"},{"$ref":"#/$defs/p"}],"unevaluatedItems":false}},"$defs":{"p":{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"]}}}`, map[string]string{
			`{"v":[{"x":1},{"x":2}]}`: "", `{"v":[{},{"x":"1"},{"x":1}]}`: "v[0].x required, v[1].x type, v[2] unevaluatedItems"}},
		{"numbers or null", in(`{"type":"array","prefixItems":[{"anyOf":[{"type":"number"},{"type":"null"}]},{"type":["number","null"],"maximum":4}],"maxItems":2,"uniqueItems":true}`), map[string]string{
			`{"v":[null,4]}`: "", `{"v":[null,null]}`: "v uniqueItems", `{"v":["x",5]}`: "v[0] type, v[1] maximum"}},
		{"several types", in(`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`), map[string]string{
			`{"v":["x",1]}`: "", `{"v":[1,"x",true]}`: "v[0] type, v[1] type, v[2] items", `{"v":{}}`: "v type"}},
	})
}

// The schema of a bug report has the declared types, and its values are decoded like those of other maps.
func TestReportedMapsAndTuples(t *testing.T) {
	t.Parallel()
	shared := gentest.Shared()
	if shared == "" {
		t.Skip("no reports beside the module")
	}
	data, err := os.ReadFile(filepath.Join(shared, "cases", "reports", "11-pattern-properties-and-tuples-untyped", "tools.json"))
	if err != nil {
		t.Skip(err)
	}
	defs, diags := tooldef.Read("tools.json", data, tooldef.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	subjects, program := prepare(t, defs, 1)
	var n tally
	for text, valid := range map[string]bool{
		`{"env":{"A":"x"},"users":{"a":{"age":7}},"ids":{"1":0.5},"point":[1,2.5]}`: true,
		`{"env":{"A":1}}`:               false,
		`{"users":{"a":{"age":"7"}}}`:   false,
		`{"ids":{"one":1}}`:             false,
		`{"point":[1,"2"]}`:             false,
		`{"point":[1,2,3]}`:             false,
		`{"env":{"a\nb":1,"c":"line"}}`: true,
	} {
		if n.check(t, program, subjects[0], parsed(t, text)) != valid {
			t.Errorf("%s: valid is not %t", text, valid)
		}
	}
	for text, want := range map[string]string{
		`{"users":{"a":{"age":"7"}}}`:         `{"users":{"a":{"age":7}}}`,
		`{"ids":{"1":"0.5"},"ref":{"a":"7"}}`: `{"ids":{"1":0.5},"ref":{"a":7}}`,
		`{"point":["1",2]}`:                   `{"point":[1,2]}`,
	} {
		q := worker.Question{Package: subjects[0].pkg, Tool: subjects[0].model.Name, Args: text, Lenient: true}
		for _, got := range []worker.Verdict{program.Ask(q), worker.Judge(subjects[0].dynamic, q)} {
			if !got.Valid || got.Value != want {
				t.Errorf("%s is decoded as %s %v, want %s", text, got.Value, got.Issues, want)
			}
		}
	}
	for i, f := range subjects[0].model.Args.Fields {
		want := []string{"env string", "users struct", "ids float", "ref int", "point float"}[i]
		element := f.Type.Element()
		if f.Type.Values() != nil {
			element = f.Type.Values()
		}
		kind := [...]string{"any", "bool", "int", "float", "number", "string", "slice", "map", "struct", "union"}[element.Kind]
		if got := f.Key + " " + kind; got != want {
			t.Errorf("a field is %s, want %s", got, want)
		}
	}
}
