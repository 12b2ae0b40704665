package differential

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest/worker"
)

// schemaCase is a schema with values and their issues; "" means valid.
type schemaCase struct {
	name, schema string
	values       map[string]string // value: "field keyword, field keyword"
}

// runSchemaCases checks that the three implementations agree, with the issues of the case.
func runSchemaCases(t *testing.T, cases []schemaCase) {
	t.Helper()
	var defs []*tooldef.Tool
	for i, c := range cases {
		node, diags := tooldef.ParseNode("schema.json", []byte(c.schema))
		if node == nil || diags.HasErrors() {
			t.Fatalf("%s: %v", c.name, diags)
		}
		defs = append(defs, &tooldef.Tool{Name: fmt.Sprintf("Case%d", i), Source: c.name, Envelope: tooldef.Schema, Input: node})
	}
	subjects, program := prepare(t, defs, 100)
	if len(subjects) != len(cases) {
		t.Fatalf("%d of %d schemas are usable", len(subjects), len(cases))
	}
	for i, s := range subjects {
		t.Run(cases[i].name, func(t *testing.T) {
			var n tally
			for text, want := range cases[i].values {
				n.check(t, program, s, parsed(t, text))
				got := strings.Join(issuesOf(program.Ask(worker.Question{Package: s.pkg, Tool: s.model.Name, Args: text})), ", ")
				if got != want {
					t.Errorf("%s\n  got  %s\n  want %s", text, got, want)
				}
			}
		})
	}
}

// parsed decodes JSON with numbers as written.
func parsed(t *testing.T, text string) (v any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// A false schema is an issue of the keyword that contains it, named as in draft 2020-12.
func TestFalseSchemas(t *testing.T) {
	t.Parallel()
	runSchemaCases(t, []schemaCase{
		{"root", `false`, map[string]string{`1`: " not"}},
		{"properties", `{"properties":{"a":false}}`, map[string]string{`{"a":1}`: "a properties", `{}`: ""}},
		{"typed properties", `{"type":"object","properties":{"a":false,"b":{"type":"object","properties":{"c":false}}}}`,
			map[string]string{`{"a":1,"b":{"c":2}}`: "a properties, b.c properties"}},
		{"patternProperties", `{"patternProperties":{"^x":false}}`, map[string]string{`{"x1":1}`: "x1 patternProperties", `{"y":1}`: ""}},
		{"pattern of a property", `{"type":"object","properties":{"xa":{"type":"string"}},"patternProperties":{"^x":false}}`,
			map[string]string{`{"xa":"1"}`: "xa patternProperties"}},
		{"additionalProperties", `{"type":"object","properties":{"a":{}},"additionalProperties":false}`, map[string]string{`{"b":1}`: "b additionalProperties"}},
		{"additionalProperties of another branch", `{"type":"object","properties":{"a":{}},"allOf":[{"properties":{"b":{}},"additionalProperties":false}]}`,
			map[string]string{`{"a":1}`: "a additionalProperties", `{"b":1}`: ""}},
		{"items", `{"type":"array","items":false}`, map[string]string{`[1]`: "[0] items", `[]`: ""}},
		{"prefixItems", `{"prefixItems":[{"type":"integer"},false]}`, map[string]string{`[1,2]`: "[1] prefixItems"}},
		{"additionalItems", `{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"integer"}],"additionalItems":false}`,
			map[string]string{`[1,2]`: "[1] items", `[1]`: ""}},
		{"items of draft 7", `{"$schema":"http://json-schema.org/draft-07/schema#","items":[true,false]}`, map[string]string{`[1,2]`: "[1] prefixItems"}},
		{"dependencies", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{}},"dependencies":{"a":false}}`,
			map[string]string{`{"a":1}`: " dependentSchemas", `{}`: ""}},
		{"dependentSchemas", `{"dependentSchemas":{"a":false}}`, map[string]string{`{"a":1}`: " dependentSchemas"}},
		{"then", `{"if":{"const":1},"then":false}`, map[string]string{`1`: " then", `2`: ""}},
		{"else", `{"type":"integer","if":{"const":1},"else":false}`, map[string]string{`2`: " else"}},
		{"allOf", `{"properties":{"a":{"allOf":[true,false]}}}`, map[string]string{`{"a":1}`: "a allOf"}},
		{"reference", `{"type":"object","properties":{"a":{"$ref":"#/$defs/no"},"b":{"items":{"$ref":"#/$defs/no"}}},"$defs":{"no":false}}`,
			map[string]string{`{"a":1,"b":[1]}`: "a properties, b[0] items"}},
		{"reference to allOf", `{"type":"object","properties":{"a":{"$ref":"#/$defs/no"}},"$defs":{"no":{"allOf":[false]}}}`,
			map[string]string{`{"a":1}`: "a properties"}},
		{"contains", `{"contains":false}`, map[string]string{`[1]`: " contains"}},
		{"propertyNames", `{"propertyNames":false}`, map[string]string{`{"a":1}`: "a propertyNames"}},
		{"unevaluatedProperties", `{"properties":{"a":{}},"unevaluatedProperties":false}`, map[string]string{`{"b":1}`: "b unevaluatedProperties"}},
		{"unevaluatedItems", `{"prefixItems":[{}],"unevaluatedItems":false}`, map[string]string{`[1,2]`: "[1] unevaluatedItems"}},
		{"not of anything", `{"type":"object","properties":{"a":{"not":{}},"b":{"anyOf":[{"not":{}},{"type":"string"}]},"c":{"description":"none","not":true}},"additionalProperties":{"not":{}}}`,
			map[string]string{`{"b":"x"}`: "", `{"a":1,"b":1,"c":1,"d":1}`: "a properties, b type, c properties, d additionalProperties"}},
		{"not of anything, or null", `{"type":"object","properties":{"a":{"anyOf":[{"not":{}},{"type":"null"}]}}}`, map[string]string{`{"a":null}`: "", `{"a":1}`: "a type"}},
		{"contradiction", `{"properties":{"a":{"type":"string","enum":[1]}}}`, map[string]string{`{"a":1}`: "a enum"}},
	})
}

// A union may be next to a type in another schema: in allOf, or after a reference.
func TestChoicesInAllOf(t *testing.T) {
	t.Parallel()
	const (
		keys        = `{"anyOf":[{"required":["a"]},{"required":["b"]}]}`
		kinds       = `{"oneOf":[{"properties":{"kind":{"const":"x"},"a":{"type":"string"}},"required":["kind","a"]},{"properties":{"kind":{"const":"y"},"b":{"type":"integer"}},"required":["kind","b"]}]}`
		definitions = `,"$defs":{"kinds":` + kinds + `}`
	)
	byKey := map[string]string{`{"a":1}`: "", `{"b":null}`: "", `{"c":1}`: "a required,  anyOf"}
	byKind := map[string]string{
		`{"p":{"kind":"x","a":"s"}}`: "", `{"p":{"kind":"y","b":1}}`: "", `{"p":{"kind":"x"}}`: "p.a required", `{"p":{"kind":"y","b":"1"}}`: "p.b type", `{"p":[]}`: "p oneOf", `{"p":{"kind":"z"}}`: "p oneOf",
	}
	runSchemaCases(t, []schemaCase{
		{"keys", `{"type":"object","allOf":[` + keys + `]}`, byKey},
		{"keys beside more", `{"type":"object","allOf":[true,{"maxProperties":2},` + keys + `]}`, byKey},
		{"keys within two", `{"type":"object","allOf":[{"minProperties":1,"allOf":[` + keys + `]}]}`, map[string]string{`{"a":1}`: "", `{"c":1}`: "a required,  anyOf", `{}`: "a required,  anyOf,  minProperties"}},
		{"kinds in allOf", `{"type":"object","properties":{"p":{"type":"object","allOf":[` + kinds + `]}}}`, byKind},
		{"kinds behind a reference", `{"type":"object","properties":{"p":{"type":"object","$ref":"#/$defs/kinds"}}` + definitions + `}`, byKind},
		{"kinds behind two", `{"type":"object","properties":{"p":{"type":"object","allOf":[{"$ref":"#/$defs/kinds"}]}}` + definitions + `}`, byKind},
		{"kinds or null", `{"type":"object","properties":{"p":{"anyOf":[{"type":"object","allOf":[{"$ref":"#/$defs/kinds"}]},{"type":"null"}]}}` + definitions + `}`,
			map[string]string{`{"p":null}`: "", `{"p":{"kind":"x","a":"s"}}`: "", `{"p":{"kind":"x"}}`: "p.a required"}},
	})
}

// A degenerate union is simplified: to its only branch, to its only branch that can match, or to a list of
// values.
func TestChoicesThatAreNone(t *testing.T) {
	t.Parallel()
	const e = `{"type":"object","properties":{"kind":{"const":"e"},"ttl":{"enum":["5m","1h"]}},"required":["kind"]}`
	one := map[string]string{`{}`: "", `{"p":{"kind":"e","ttl":"1h"}}`: "", `{"p":{"kind":"x","ttl":"9"}}`: "p.kind const, p.ttl enum", `{"p":1}`: "p type"}
	texts := map[string]string{`{"p":"a"}`: "", `{"p":"c"}`: "", `{"p":"d"}`: "p enum", `{"p":1}`: "p enum", `{"p":null}`: "p enum"}
	runSchemaCases(t, []schemaCase{
		{"one branch", `{"type":"object","properties":{"p":{"oneOf":[` + e + `]}}}`, one},
		{"one reference", `{"type":"object","properties":{"p":{"anyOf":[{"$ref":"#/$defs/e"}],"title":"P"}},"$defs":{"e":` + e + `}}`, one},
		{"one or null", `{"type":"object","properties":{"p":{"anyOf":[{"oneOf":[{"$ref":"#/$defs/e"}],"discriminator":{"propertyName":"kind"}},{"type":"null"}]}},"$defs":{"e":` + e + `}}`,
			map[string]string{`{"p":null}`: "", `{"p":{"kind":"e"}}`: "", `{"p":{"kind":"x"}}`: "p.kind const", `{"p":1}`: "p type"}},
		{"one within one beside more", `{"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{"oneOf":[{"properties":{"a":{"minLength":2},"b":{"type":"integer"}},"required":["b"]}]}]}`,
			map[string]string{`{"a":"xx","b":1}`: "", `{"a":"x"}`: " anyOf, b required, a minLength"}},
		{"one that is false", `{"type":"object","properties":{"p":{"anyOf":[{"$ref":"#/$defs/no"}]},"q":{"$ref":"#/$defs/all"}},"$defs":{"no":false,"all":{"oneOf":[{"allOf":[false]}]}}}`,
			map[string]string{`{}`: "", `{"p":1}`: "p anyOf", `{"q":1}`: "q properties"}},
		{"one seen by unevaluatedProperties", `{"type":"object","oneOf":[{"properties":{"a":{"type":"string"}}}],"unevaluatedProperties":false}`,
			map[string]string{`{"a":"x"}`: "", `{"b":1}`: "b unevaluatedProperties"}},
		{"one that can match", `{"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{"$ref":"#/$defs/e"},{"type":"null"}],"$defs":{"e":` + e + `}}`,
			map[string]string{`{"kind":"e"}`: "", `{"a":"x"}`: "kind required", `{"kind":"e","ttl":"2"}`: "ttl enum"}},
		{"constants", `{"type":"object","properties":{"p":{"anyOf":[{"const":"a","type":"string"},{"const":"b","type":"string","title":"B"},{"const":"c"}]}}}`, texts},
		{"lists of constants", `{"type":"object","properties":{"p":{"oneOf":[{"type":"string","enum":["a","b"]},{"description":"the third","type":"string","enum":["c"]}]}}}`, texts},
		{"constants behind a reference", `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"p":{"description":"d","allOf":[{"$ref":"#/definitions/k"}]}},"definitions":{"k":{"oneOf":[{"enum":["a","b"]},{"const":"c"}]}}}`, texts},
		{"numbers", `{"type":"object","properties":{"p":{"anyOf":[{"type":"number","const":0},{"type":"number","const":1}]},"q":{"anyOf":[{"type":"number","const":0.5},{"type":"number","const":1}]}}}`,
			map[string]string{`{"p":1.0,"q":1}`: "", `{"p":2,"q":0.5}`: "p enum", `{"p":"1"}`: "p enum"}},
		{"constants or null", `{"type":"object","properties":{"p":{"anyOf":[{"const":0},{"const":1},{"type":"null"}]},"q":{"anyOf":[{"const":"a"},{"type":"null"}]}}}`,
			map[string]string{`{"p":null,"q":null}`: "", `{"p":1,"q":"a"}`: "", `{"p":2,"q":"b"}`: "p enum, q enum"}},
		{"constants that never match", `{"type":"object","properties":{"p":{"anyOf":[{"const":"a","type":"integer"},{"enum":["b",1],"type":"string"},{"const":"c"}]}}}`,
			map[string]string{`{"p":"a"}`: "p enum", `{"p":1}`: "p enum", `{"p":"b"}`: "", `{"p":"c"}`: ""}},
		{"a value that oneOf has twice", `{"type":"object","properties":{"p":{"oneOf":[{"enum":["a","b"]},{"enum":["b","c"]}]},"q":{"oneOf":[{"const":1},{"const":1.0},{"const":2}]}}}`,
			map[string]string{`{"p":"a"}`: "", `{"p":"b"}`: "p oneOf", `{"q":1}`: "q oneOf", `{"q":2}`: ""}},
		{"a value that anyOf has twice", `{"type":"object","properties":{"p":{"anyOf":[{"enum":["a","b"]},{"enum":["b","c"]}]}}}`, texts},
		{"constants beside an enum", `{"type":"object","properties":{"p":{"enum":["a","c","d"],"anyOf":[{"const":"a"},{"const":"b"},{"const":"c"}]}}}`,
			map[string]string{`{"p":"a"}`: "", `{"p":"d"}`: "p anyOf", `{"p":"b"}`: "p enum"}},
		{"constants among others", `{"type":"object","properties":{"p":{"oneOf":[{"const":"stop"},{"const":"go","description":"on"},{"type":"object","properties":{"move":{"type":"integer"}},"required":["move"]}]}}}`,
			map[string]string{`{"p":"go"}`: "", `{"p":{"move":1}}`: "", `{"p":"halt"}`: "p enum", `{"p":{"move":"1"}}`: "p.move type", `{"p":1}`: "p oneOf"}},
		{"constants in draft 4", `{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"p":{"anyOf":[{"const":"a"},{"enum":["b"]}]}}}`,
			map[string]string{`{"p":"z"}`: "", `{"p":1}`: ""}},
	})
}

// If branches declare properties that the object next to the union does not, the type is a union whose variants
// include those of the object.
func TestChoicesBesideProperties(t *testing.T) {
	t.Parallel()
	const kinds = `[{"type":"object","properties":{"kind":{"const":"x"},"a":{"type":"string"}},"required":["kind","a"]},{"type":"object","properties":{"kind":{"const":"y"},"b":{"type":"integer"}},"required":["kind","b"]}]`
	values := map[string]string{
		`{"id":"1","kind":"x","a":"s"}`: "", `{"id":"1","kind":"y","b":1,"a":{}}`: "", `{"kind":"x","a":1}`: "id required, a type", `{"id":"1","kind":"z"}`: " oneOf",
	}
	runSchemaCases(t, []schemaCase{
		{"allOf", `{"allOf":[{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]},{"oneOf":` + kinds + `}]}`, values},
		{"beside", `{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"oneOf":` + kinds + `}`, values},
		{"kind listed beside", `{"type":"object","properties":{"id":{"type":"string"},"kind":{"enum":["x","y"]}},"required":["id","kind"],"oneOf":` + kinds + `}`, values},
		{"extension that says nothing more", `{"type":"object","properties":{"id":{"type":"string"}},"oneOf":` + kinds + `,"additionalProperties":true}`,
			map[string]string{`{"kind":"x","a":"s","more":1}`: "", `{"kind":"y","b":"s"}`: "b type"}},
		{"typed extension", `{"type":"object","properties":{"id":{"type":"string"},"kind":{}},"oneOf":` + kinds + `,"additionalProperties":{"type":"string"}}`,
			map[string]string{`{"kind":"x","a":"s","b":"t"}`: "", `{"kind":"x","a":"s","c":1}`: "c type", `{"kind":"y","b":1}`: "b type"}},
		{"closed", `{"type":"object","properties":{"kind":{"type":"string"},"a":{"type":"string"}},"oneOf":` + kinds + `,"additionalProperties":false}`,
			map[string]string{`{"kind":"x","a":"s"}`: "", `{"kind":"y","b":1}`: "b additionalProperties"}},
		{"required keys alone are no variants", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"oneOf":[{"required":["a"]},{"required":["b"]}]}`,
			map[string]string{`{"a":"1"}`: "", `{"a":"1","b":"1"}`: " oneOf"}},
		{"or null, all of it", `{"type":"object","properties":{"p":{"type":["object","null"],"required":["kind"],"anyOf":[{"properties":{"kind":{"const":"x"},"a":{"type":"string"}}},{"properties":{"kind":{"const":"y"},"b":{"type":"integer"}}}]}}}`,
			map[string]string{`{"p":null}`: "", `{"p":{"kind":"x"}}`: "", `{"p":{"kind":"y","b":"s"}}`: "p.b type", `{"p":{}}`: "p anyOf", `{"p":1}`: "p anyOf"}},
		{"null in two branches of oneOf", `{"type":"object","properties":{"p":{"type":["object","null"],"oneOf":[{"properties":{"kind":{"const":"x"}},"required":["kind"]},{"properties":{"kind":{"const":"y"}},"required":["kind"]}]}}}`,
			map[string]string{`{"p":null}`: "p oneOf", `{"p":{"kind":"x"}}`: ""}},
		{"null in one branch of several types", `{"type":"object","properties":{"p":{"oneOf":[{"type":["string","null"]},{"type":"integer"}]}}}`,
			map[string]string{`{"p":null}`: "", `{"p":"x"}`: "", `{"p":1}`: "", `{"p":true}`: "p oneOf"}},
		{"null that a branch refuses", `{"type":"object","properties":{"p":{"anyOf":[{"type":["string","null"],"not":{"type":"null"}},{"type":"integer"}]}}}`,
			map[string]string{`{"p":null}`: "p anyOf, p not", `{"p":"x"}`: "", `{"p":1}`: ""}},
		{"union in a union, of which one may be null", `{"type":"object","properties":{"p":{"anyOf":[{"anyOf":[{"type":"integer"},{"type":"null"}],"description":"n"},{"anyOf":[{"const":"a"},{"anyOf":[{"const":"b"},{"type":"boolean"}]}]}]}}}`,
			map[string]string{`{"p":null}`: "", `{"p":"b"}`: "", `{"p":1}`: "", `{"p":true}`: "", `{"p":"c"}`: "p enum", `{"p":[]}`: "p anyOf"}},
		{"union or null", `{"type":"object","properties":{"p":{"anyOf":[{"anyOf":[{"type":"string"},{"type":"number"}]},{"type":"null"}]}}}`,
			map[string]string{`{"p":null}`: "", `{"p":"x"}`: "", `{"p":1.5}`: "", `{"p":true}`: "p anyOf"}},
	})
}

// A type that contains itself through a nullable value or a list is one Go type.
func TestOptionalRecursion(t *testing.T) {
	t.Parallel()
	const node = `"Node":{"type":"object","properties":{"v":{"type":"integer","minimum":0},"next":{"anyOf":[{"$ref":"#/$defs/Node"},{"type":"null"}]}},"required":["v"]}`
	values := map[string]string{
		`{"head":{"v":1,"next":{"v":2,"next":{"v":3,"next":null}}}}`: "", `{"head":{"v":1,"next":{"v":-2,"next":{"next":[]}}}}`: "head.next.v minimum, head.next.next.v required, head.next.next.next type",
	}
	runSchemaCases(t, []schemaCase{
		{"by reference", `{"type":"object","properties":{"head":{"$ref":"#/$defs/Node"}},"$defs":{` + node + `}}`, values},
		{"by way of allOf", `{"type":"object","properties":{"head":{"allOf":[{"$ref":"#/$defs/Node"}],"description":"d"}},"$defs":{` + node + `}}`, values},
		{"by way of another", `{"type":"object","properties":{"b":{"$ref":"#/$defs/B"},"a":{"anyOf":[{"$ref":"#/$defs/A"},{"type":"null"}]}},"$defs":{"A":{"type":"object","properties":{"b":{"anyOf":[{"$ref":"#/$defs/B"},{"type":"null"}]}}},"B":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"]}}}`,
			map[string]string{`{"a":{"b":{"a":{"b":null}}},"b":{"a":{"b":{"a":{}}}}}`: "", `{"a":{"b":{}},"b":{"a":{"b":{"a":null}}}}`: "b.a.b.a type, a.b.a required"}},
	})
}

// With several lists of values, an issue shows the list of the keyword that it names.
func TestImpliedValues(t *testing.T) {
	t.Parallel()
	runSchemaCases(t, []schemaCase{
		{"const before enum", `{"type":"object","properties":{"a":{"allOf":[{"type":["number","null"],"const":1},{"enum":[1,"x",null,0.1]}]}}}`, map[string]string{`{"a":1}`: "", `{"a":null}`: "a const"}},
		{"enum before const", `{"type":"object","properties":{"a":{"allOf":[{"enum":[1,2,0.1]},{"const":1}]}}}`, map[string]string{`{"a":1}`: "", `{"a":null}`: "a enum", `{"a":2}`: "a const"}},
	})
}

// Unevaluated keywords behave the same whether they are resolved at generation time or at run time.
func TestUnevaluated(t *testing.T) {
	t.Parallel()
	runSchemaCases(t, []schemaCase{
		{"closed", `{"type":"object","properties":{"account":{"type":"string"}},"unevaluatedProperties":false}`, map[string]string{
			`{"account":"x"}`: "", `{"acount":"x"}`: "acount unevaluatedProperties", `{"account":1,"b":2}`: "account type, b unevaluatedProperties"}},
		{"through allOf and $ref", `{"type":"object","properties":{"a":{"type":"string"}},"required":["z"],"allOf":[{"$ref":"#/$defs/b"},{"properties":{"c":{}}}],"unevaluatedProperties":false,"$defs":{"b":{"properties":{"b":{"type":"integer"}}}}}`,
			map[string]string{`{"a":"","b":1,"c":null}`: "z required", `{"z":1}`: "z unevaluatedProperties", `{"z":1,"b":"x","d":1}`: "b type, z unevaluatedProperties, d unevaluatedProperties"}},
		{"typed", `{"type":"object","properties":{"a":{"type":"string"}},"unevaluatedProperties":{"type":"integer","minimum":1}}`, map[string]string{
			`{"a":"x","b":2}`: "", `{"b":"x","c":0}`: "b type, c minimum"}},
		{"map", `{"type":"object","unevaluatedProperties":{"type":"integer"}}`, map[string]string{`{"a":1}`: "", `{"a":"x"}`: "a type"}},
		{"patterns", `{"type":"object","properties":{"a":{}},"patternProperties":{"^x":{"type":"integer"}},"unevaluatedProperties":false}`, map[string]string{
			`{"a":1,"x1":2}`: "", `{"x1":"s","b":1}`: "x1 type, b unevaluatedProperties"}},
		{"branches of known keys", `{"type":"object","properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"properties":{"b":{"const":1}},"required":["b"]}],"unevaluatedProperties":false}`,
			map[string]string{`{"a":1}`: "", `{"b":1}`: "", `{"a":1,"c":1}`: "c unevaluatedProperties"}},
		{"cousins", `{"type":"object","allOf":[{"properties":{"a":{}}},{"properties":{"b":{}},"unevaluatedProperties":false}]}`, map[string]string{
			`{"b":1}`: "", `{"a":1}`: "a unevaluatedProperties"}},
		{"nested", `{"type":"object","properties":{"a":{}},"allOf":[{"unevaluatedProperties":{"type":"string"}}],"unevaluatedProperties":false}`, map[string]string{
			`{"b":"x"}`: "", `{"a":"x","b":1}`: "b type"}},
		{"additionalProperties beside it", `{"type":"object","additionalProperties":{"type":"integer"},"unevaluatedProperties":false}`, map[string]string{`{"a":1}`: ""}},
		{"tracked", `{"type":"object","properties":{"kind":{"type":"string"}},"if":{"properties":{"kind":{"const":"a"}},"required":["kind"]},"then":{"properties":{"x":{}}},"unevaluatedProperties":false}`,
			map[string]string{`{"kind":"a","x":1}`: "", `{"kind":"b","x":1}`: "x unevaluatedProperties", `{"kind":"a","y":1}`: "y unevaluatedProperties"}},
		{"items", `{"type":"array","unevaluatedItems":{"type":"string"}}`, map[string]string{`["a"]`: "", `[1]`: "[0] type"}},
		{"tuple", `{"type":"array","prefixItems":[{"type":"integer"}],"allOf":[{"prefixItems":[true,{"type":"boolean"}]}],"unevaluatedItems":false}`, map[string]string{
			`[1,true]`: "", `[1,true,2]`: "[2] unevaluatedItems", `[1,2]`: "[1] type"}},
		{"cousin items", `{"type":"array","allOf":[{"prefixItems":[true]},{"unevaluatedItems":false}]}`, map[string]string{`[]`: "", `[1]`: "[0] unevaluatedItems"}},
		{"contains", `{"type":"array","contains":{"type":"integer"},"unevaluatedItems":false}`, map[string]string{`[1]`: "", `[1,"a"]`: "[1] unevaluatedItems"}},
		{"older draft", `{"$schema":"https://json-schema.org/draft/2019-09/schema","type":"array","items":[{"type":"integer"}],"unevaluatedItems":false}`,
			map[string]string{`[1]`: "", `[1,2]`: "[1] unevaluatedItems"}},
		{"recursive", `{"$ref":"#/$defs/node","unevaluatedProperties":false,"$defs":{"node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"},"v":{"type":"integer"}}}}}`,
			map[string]string{`{"v":1,"next":{"v":2,"w":3}}`: "", `{"w":1}`: "w unevaluatedProperties"}},
	})
}

// Constraints on keys are reported even if the values are invalid.
func TestKeysBesideFaultyValues(t *testing.T) {
	t.Parallel()
	runSchemaCases(t, []schemaCase{
		{"map", `{"type":"object","additionalProperties":{"type":"number"},"propertyNames":{"pattern":"^[a-z]+$"},"minProperties":3,"required":["z"],"dependentRequired":{"a":["b"]}}`, map[string]string{
			`{"a":"x","K":1}`: "z required, a type,  minProperties, K propertyNames, b required"}},
		{"choices on a map", `{"type":"object","additionalProperties":{"type":"number"},"anyOf":[{"required":["a"]},{"required":["b"]}],"not":{"required":["c"]},"if":{"required":["d"]},"then":{"required":["e"]}}`, map[string]string{
			`{"c":"x","d":1}`: "a required, c type,  anyOf,  not, e required"}},
		{"struct", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"},"l":{"type":"array","items":{"type":"string"}}},"dependentRequired":{"a":["b"],"l":["a"]},"propertyNames":{"maxLength":3},"anyOf":[{"required":["b"]},{"required":["x"]}]}`, map[string]string{
			`{"a":1}`:                "a type,  anyOf, b required",
			`{"l":1}`:                "l type,  anyOf, a required",
			`{"l":["x",2],"long":1}`: "l[1] type,  anyOf, long propertyNames, a required",
			`{"l":1,"a":"x","b":2}`:  "l type"}},
		{"required keys", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a"],"dependentRequired":{"a":["b"]},"not":{"required":["a","c"]}}`, map[string]string{
			`{"a":1}`: "a type, b required", `{}`: "a required", `{"a":1,"b":2,"c":3}`: "a type,  not", `{"c":1}`: "a required"}},
		{"values count", `{"type":"object","properties":{"kind":{"type":"string"},"n":{"type":"integer"}},"if":{"properties":{"kind":{"const":"x"}},"required":["kind"]},"then":{"required":["n"]}}`, map[string]string{
			`{"kind":"x"}`: "n required", `{"kind":1}`: "kind type", `{"kind":"x","n":"1"}`: "n type"}},
		{"patterns", `{"type":"object","properties":{"a":{"type":"string"}},"patternProperties":{"^x":{"type":"integer"}},"propertyNames":{"maxLength":2}}`, map[string]string{
			`{"a":1,"x1":"s","long":1}`: "a type, x1 type, long propertyNames"}},
	})
}

// Dropped keys are invisible to constraints: Validate agrees with the decoder.
func TestDroppedKeys(t *testing.T) {
	t.Parallel()
	runSchemaCases(t, []schemaCase{
		{"variants", `{"oneOf":[{"type":"object","properties":{"a":{"type":"integer"}}},{"type":"object","properties":{"b":{"type":"string"}}}]}`, map[string]string{
			`{"a":1,"b":2}`: "", `{"a":"x","b":"y"}`: "", `{}`: " oneOf"}},
		{"below variants", `{"oneOf":[{"type":"object","properties":{"x":{"type":"object","properties":{"a":{"type":"integer"}}}},"required":["x"]},{"type":"object","properties":{"x":{"type":"object","properties":{"b":{"type":"string"}}}}}]}`, map[string]string{
			`{"x":{"a":1,"b":2}}`: "", `{"x":{"a":"1","b":"s"}}`: "", `{"x":{"a":1,"b":"s"}}`: " oneOf"}},
		{"lists below variants", `{"oneOf":[{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"a":{"type":"integer"}}}}},"required":["l"]},{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","required":["b"]}}}}]}`, map[string]string{
			`{"l":[{"a":"1","b":2}]}`: "", `{"l":[{"a":1}]}`: ""}},
		{"closed variant", `{"oneOf":[{"type":"object","properties":{"a":{}},"required":["a"]},{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false}]}`, map[string]string{
			`{"a":1,"c":2}`: "", `{"b":1}`: "", `{"a":1}`: " oneOf"}},
		{"below a branch", `{"type":"object","properties":{"x":{"type":"object","properties":{"a":{}}}},"anyOf":[{"properties":{"x":{"required":["q"]}},"required":["x"]},{"required":["y"]}]}`, map[string]string{
			`{"x":{"a":1,"q":2}}`: "", `{"x":{"a":1},"y":1}`: ""}},
		{"not below", `{"type":"object","properties":{"x":{"type":"object","properties":{"a":{}}}},"not":{"properties":{"x":{"not":{"required":["q"]}}}}}`, map[string]string{
			`{"x":{"q":2}}`: "", `{"x":{}}`: " not"}},
		{"unique", `{"type":"array","uniqueItems":true,"items":{"type":"object","properties":{"a":{"type":"integer"}}}}`, map[string]string{
			`[{"a":1,"q":1},{"a":1,"q":2}]`: "", `[{"a":1,"q":1},{"a":1,"q":1}]`: " uniqueItems"}},
		{"enum", `{"type":"object","properties":{"x":{"type":"object","properties":{"a":{}}}},"enum":[{"x":{"a":1,"q":2}}]}`, map[string]string{
			`{"x":{"a":1,"q":2}}`: "", `{"x":{"a":1}}`: " enum"}},
		{"contains", `{"type":"array","items":{"type":"object","properties":{"a":{}}},"contains":{"required":["q"]}}`, map[string]string{
			`[{"a":1},{"q":1}]`: "", `[{"a":1}]`: " contains"}},
		{"recursive", `{"$ref":"#/$defs/n","$defs":{"n":{"oneOf":[{"type":"object","properties":{"a":{"type":"integer"},"next":{"$ref":"#/$defs/n"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"integer"},"next":{"$ref":"#/$defs/n"}},"required":["b"]}]}}}`, map[string]string{
			`{"a":1,"b":"x","next":{"b":1,"a":"x"}}`: ""}},
	})
}

// contains on a list of objects can read fields of every form.
func TestContainsFields(t *testing.T) {
	t.Parallel()
	list := func(contains string) string {
		return `{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"r":{"type":"string"},"s":{"type":"string"},"n":{"type":["integer","null"]},"any":{},"in":{"type":"object","properties":{"x":{"type":"integer"}}},"list":{"type":"array","items":{"type":"integer"}},"map":{"type":"object","additionalProperties":{"type":"integer"}}},"required":["r"]},"contains":` + contains + `}}}`
	}
	runSchemaCases(t, []schemaCase{
		{"required", list(`{"required":["s"]}`), map[string]string{`{"l":[{"r":""},{"r":"","s":""}]}`: "", `{"l":[{"r":""}]}`: "l contains"}},
		{"const", list(`{"properties":{"s":{"const":"x"}},"required":["s"]}`), map[string]string{`{"l":[{"r":"","s":"x"}]}`: "", `{"l":[{"r":"","s":"y"},{"r":"x"}]}`: "l contains"}},
		{"a required one", list(`{"properties":{"r":{"minLength":2}}}`), map[string]string{`{"l":[{"r":"xx"}]}`: "", `{"l":[{"r":"x"}]}`: "l contains"}},
		{"nothing there", list(`{"properties":{"s":false,"any":false,"n":false}}`), map[string]string{`{"l":[{"r":"","s":""}]}`: "l contains", `{"l":[{"r":"","any":null},{"r":""}]}`: "", `{"l":[{"r":"","n":null}]}`: "l contains"}},
		{"within", list(`{"properties":{"in":{"properties":{"x":{"minimum":3}},"required":["x"]}},"required":["in"]}`), map[string]string{`{"l":[{"r":"","in":{"x":3}}]}`: "", `{"l":[{"r":"","in":{"x":2}},{"r":"","in":{}},{"r":""}]}`: "l contains"}},
		{"lists and maps", list(`{"properties":{"list":{"minItems":1},"map":{"required":["k"]}},"required":["list","map"]}`), map[string]string{`{"l":[{"r":"","list":[1],"map":{"k":1}}]}`: "", `{"l":[{"r":"","list":[],"map":{"k":1}},{"r":"","list":[1],"map":{}}]}`: "l contains"}},
		{"condition and not", list(`{"if":{"required":["s"]},"then":{"required":["n"]},"not":{"properties":{"r":{"const":"no"}}}}`), map[string]string{`{"l":[{"r":"","s":"","n":null}]}`: "", `{"l":[{"r":"","s":""},{"r":"no"}]}`: "l contains"}},
		{"choice of keys", list(`{"anyOf":[{"required":["s"]},{"required":["in"]}]}`), map[string]string{`{"l":[{"r":"","in":{}}]}`: "", `{"l":[{"r":""}]}`: "l contains"}},
	})
}

// Issues show values of named Go types like any other.
func TestNamedTypes(t *testing.T) {
	t.Parallel()
	runSchemaCases(t, []schemaCase{
		{"enumeration", `{"type":"object","properties":{"a":{"type":"string","enum":["x","y"],"not":{"const":"x"},"oneOf":[{"pattern":"^z"},{"pattern":"^y"}]},"l":{"type":"array","items":{"type":"string","enum":["x","y"],"not":{"const":"x"}}},"m":{"type":["string","null"],"enum":["x","y",null],"not":{"const":"x"}}},"required":["a"]}`, map[string]string{
			`{"a":"x","l":["y","x"],"m":"x"}`: "a oneOf, a not, l[1] not, m not", `{"a":"y"}`: ""}},
		{"values of other types", `{"type":"object","properties":{"s":{"type":"string"},"i":{"type":"integer"},"n":{"type":"number"},"t":{"type":"boolean"}},"if":{"required":["t"]},"then":{"properties":{"s":{"enum":["x",1,null]},"i":{"enum":["x",1,0.5,null]},"n":{"enum":["x",0.5,[]]}}}}`, map[string]string{
			`{"s":"y","i":2,"n":9007199254740993,"t":true}`: "s enum, i enum, n enum", `{"s":"x","i":1,"n":0.5,"t":true}`: ""}},
		{"definitions", `{"type":"object","properties":{"s":{"$ref":"#/$defs/S"},"n":{"$ref":"#/$defs/N"},"u":{"anyOf":[{"$ref":"#/$defs/S"},{"$ref":"#/$defs/N"}]}},"$defs":{"S":{"type":"string","not":{"const":"x"}},"N":{"type":"number","not":{"const":1.5}}}}`, map[string]string{
			`{"s":"x","n":1.5,"u":1.5}`: "s not, n not, u not", `{"u":"x"}`: "u not"}},
	})
}

// A discriminator may have any scalar values, under any key. Only the selected variant is checked; a value
// without a variant is an issue of the union.
func TestDiscriminators(t *testing.T) {
	t.Parallel()
	choice := func(key, first, second string) string {
		variant := `{"type":"object","properties":{%q:%s,"n":{"type":"integer"}},"required":[%q,"n"]}`
		return fmt.Sprintf(`{"type":"object","properties":{"u":{"oneOf":[`+variant+`,`+variant+`]}}}`, key, first, key, key, second, key)
	}
	runSchemaCases(t, []schemaCase{
		{"texts", choice("kind", `{"const":"x"}`, `{"enum":["y","z"]}`), map[string]string{
			`{"u":{"kind":"z","n":"s"}}`: "u.n type", `{"u":{"kind":"w"}}`: "u oneOf", `{"u":{"kind":"x","n":1}}`: ""}},
		{"numbers", choice("v", `{"type":"integer","const":1}`, `{"enum":[2.0,0.5]}`), map[string]string{
			`{"u":{"v":1.0,"n":1}}`: "", `{"u":{"v":5e-1,"n":"s"}}`: "u.n type", `{"u":{"v":"1","n":1}}`: "u oneOf", `{"u":{"n":1}}`: "u oneOf", `{"u":{"v":2}}`: "u.n required"}},
		{"booleans", choice("on", `{"type":"boolean","const":true}`, `{"const":false}`), map[string]string{
			`{"u":{"on":false}}`: "u.n required", `{"u":{"on":true,"n":1}}`: "", `{"u":{"on":null,"n":1}}`: "u oneOf"}},
		{"scalars of every type", choice("k", `{"enum":[1,"1"]}`, `{"enum":[true,"true"]}`), map[string]string{
			`{"u":{"k":"1"}}`: "u.n required", `{"u":{"k":true,"n":1}}`: "", `{"u":{"k":"false","n":1}}`: "u oneOf"}},
		{"numbers that are equal", choice("v", `{"const":1}`, `{"const":1.0}`), map[string]string{
			`{"u":{"v":1,"n":1}}`: "u oneOf", `{"u":{"v":2,"n":1}}`: "u oneOf, u.v const"}},
		{"null and lists", choice("v", `{"const":null}`, `{"const":[1]}`), map[string]string{
			`{"u":{"v":null,"n":1}}`: "", `{"u":{"v":[1],"n":1}}`: "", `{"u":{"v":[1]}}`: "u oneOf, u.n required"}},
		{"objects among values of other types", `{"type":"object","properties":{"u":{"oneOf":[{"type":"string","minLength":2},{"type":"object","properties":{"k":{"const":"x"},"n":{"type":"integer"}},"required":["k"]},{"type":"object","properties":{"k":{"enum":["y","z"]},"m":{"type":"string"}},"required":["k"]},{"type":"array","items":{"type":"integer"}},{"type":"null"}]}}}`, map[string]string{
			`{"u":{"k":"x","n":"s"}}`: "u.n type", `{"u":{"k":"z","m":1}}`: "u.m type", `{"u":{"k":"w"}}`: "u oneOf", `{"u":{}}`: "u oneOf", `{"u":"a"}`: "u minLength", `{"u":["a"]}`: "u[0] type", `{"u":1.5}`: "u oneOf", `{"u":null}`: "", `{"u":{"k":"y"}}`: ""}},
		{"objects among values that are not told apart", `{"type":"object","properties":{"u":{"anyOf":[{"type":"integer","minimum":3},{"type":"number","maximum":1},{"type":"object","properties":{"k":{"const":"x"},"n":{"type":"integer"}},"required":["k","n"]},{"type":"object","properties":{"k":{"const":"y"}},"required":["k"]}]}}}`, map[string]string{
			`{"u":2}`: "u anyOf, u minimum", `{"u":0.5}`: "", `{"u":{"k":"x"}}`: "u anyOf, u.n required", `{"u":{"k":"y"}}`: ""}},
		{"the empty key", choice("", `{"const":"x"}`, `{"const":"y"}`), map[string]string{
			`{"u":{"":"y","n":1}}`: "", `{"u":{"":"x","n":1}}`: "", `{"u":{"":"z","n":1}}`: `u oneOf, u[""] const`}},
	})
}
