package rules_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/testdiff"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	const line = `{"type":"object","properties":{"Net":{"type":"number"},"Text":{"type":"string"}}}`
	for _, tt := range []struct {
		name, schema, rules, want string
		warnings                  int
	}{
		{name: "shared definition is copied",
			schema: `{"type":"object","properties":{"A":{"$ref":"#/$defs/Line"},"B":{"$ref":"#/$defs/Line"}},"$defs":{"Line":` + line + `}}`,
			rules:  `fields: {A.Net: {minimum: 0}}`,
			want: `{"type":"object","properties":{"A":{"$ref":"#/$defs/Line2"},"B":{"$ref":"#/$defs/Line"}},"$defs":{"Line":` + line +
				`,"Line2":{"type":"object","properties":{"Net":{"type":"number","minimum":0},"Text":{"type":"string"}}}}}`},
		{name: "sole reference is changed in place",
			schema: `{"type":"object","properties":{"A":{"$ref":"#/$defs/Line"}},"$defs":{"Line":` + line + `}}`,
			rules:  `fields: {A.Net: {minimum: 0}, A.Text: {maxLength: 5}}`,
			want:   `{"type":"object","properties":{"A":{"$ref":"#/$defs/Line"}},"$defs":{"Line":{"type":"object","properties":{"Net":{"type":"number","minimum":0},"Text":{"type":"string","maxLength":5}}}}}`},
		{name: "copied once for two annotations",
			schema: `{"type":"object","properties":{"A":{"$ref":"#/$defs/Line"},"B":{"$ref":"#/$defs/Line"}},"$defs":{"Line":` + line + `}}`,
			rules:  `fields: {A.Net: {minimum: 0}, A.Text: {maxLength: 5}, A: {required: [Net]}}`,
			want: `{"type":"object","properties":{"A":{"$ref":"#/$defs/Line2","required":["Net"]},"B":{"$ref":"#/$defs/Line"}},"$defs":{"Line":` + line +
				`,"Line2":{"type":"object","properties":{"Net":{"type":"number","minimum":0},"Text":{"type":"string","maxLength":5}}}}}`},
		{name: "beside a reference",
			schema: `{"type":"object","properties":{"A":{"$ref":"#/$defs/N"},"B":{"$ref":"#/$defs/N"}},"$defs":{"N":{"type":"number"}}}`,
			rules:  `fields: {A: {minimum: 0}}`,
			want:   `{"type":"object","properties":{"A":{"$ref":"#/$defs/N","minimum":0},"B":{"$ref":"#/$defs/N"}},"$defs":{"N":{"type":"number"}}}`},
		{name: "behind a reference where the limit is looser",
			schema:   `{"type":"object","properties":{"A":{"$ref":"#/$defs/N"},"B":{"$ref":"#/$defs/N"}},"$defs":{"N":{"type":"number","minimum":5}}}`,
			rules:    `fields: {A: {minimum: 0}}`,
			want:     `{"type":"object","properties":{"A":{"$ref":"#/$defs/N2"},"B":{"$ref":"#/$defs/N"}},"$defs":{"N":{"type":"number","minimum":5},"N2":{"type":"number","minimum":0}}}`,
			warnings: 1},
		{name: "draft 7 ignores what is beside a reference",
			schema: `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"A":{"$ref":"#/definitions/N"},"B":{"$ref":"#/definitions/N"}},"definitions":{"N":{"type":"number"}}}`,
			rules:  `fields: {A: {minimum: 0}}`,
			want:   `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"A":{"$ref":"#/definitions/N2"},"B":{"$ref":"#/definitions/N"}},"definitions":{"N":{"type":"number"},"N2":{"type":"number","minimum":0}}}`},
		{name: "recursive root",
			schema: `{"type":"object","properties":{"Name":{"type":"string"},"Kids":{"type":"array","items":{"$ref":"#"}}}}`,
			rules:  `required: [Name]`,
			want: `{"type":"object","properties":{"Name":{"type":"string"},"Kids":{"type":"array","items":{"$ref":"#/$defs/root"}}},` +
				`"$defs":{"root":{"type":"object","properties":{"Name":{"type":"string"},"Kids":{"type":"array","items":{"$ref":"#/$defs/root"}}}}},"required":["Name"]}`},
		{name: "recursive definition",
			schema: `{"type":"object","properties":{"Top":{"$ref":"#/$defs/T"}},"$defs":{"T":{"type":"object","properties":{"Name":{"type":"string"},"Kids":{"type":"array","items":{"$ref":"#/$defs/T"}}}}}}`,
			rules:  `fields: {"Top.Kids[].Name": {minLength: 1}}`,
			want: `{"type":"object","properties":{"Top":{"$ref":"#/$defs/T2"}},"$defs":{"T":{"type":"object","properties":{"Name":{"type":"string"},"Kids":{"type":"array","items":{"$ref":"#/$defs/T"}}}},` +
				`"T2":{"type":"object","properties":{"Name":{"type":"string"},"Kids":{"type":"array","items":{"$ref":"#/$defs/T3"}}}},` +
				`"T3":{"type":"object","properties":{"Name":{"type":"string","minLength":1},"Kids":{"type":"array","items":{"$ref":"#/$defs/T"}}}}}}`},
		{name: "through allOf",
			schema: `{"type":"object","allOf":[{"$ref":"#/$defs/A"},{"properties":{"Y":{"type":"string"}}}],"$defs":{"A":{"properties":{"X":{"type":"number","minimum":1}}}}}`,
			rules:  `{required: [X, Y], fields: {X: {minimum: 2}, Y: {minLength: 1}}}`,
			want:   `{"type":"object","allOf":[{"$ref":"#/$defs/A"},{"properties":{"Y":{"type":"string","minLength":1}}}],"$defs":{"A":{"properties":{"X":{"type":"number","minimum":2}}}},"required":["X","Y"]}`},
		{name: "through branches",
			schema: `{"type":"object","properties":{"E":{"oneOf":[{"type":"object","properties":{"P":{"type":"string"},"K":{"const":1}}},{"type":"object","properties":{"P":{"type":"string"},"K":{"const":2}}}]}}}`,
			rules:  `fields: {E.P: {minLength: 1}}`,
			want:   `{"type":"object","properties":{"E":{"oneOf":[{"type":"object","properties":{"P":{"type":"string","minLength":1},"K":{"const":1}}},{"type":"object","properties":{"P":{"type":"string","minLength":1},"K":{"const":2}}}]}}}`},
		{name: "odd keys and other keys",
			schema: `{"type":"object","properties":{"f":{"type":"object","properties":{"a.b":{"type":"string"},"x-y":{"type":"string"}},"additionalProperties":{"type":"string"}}}}`,
			rules:  `fields: {'f["a.b"]': {minLength: 1}, f.x-y: {minLength: 2}, "f{}": {minLength: 3}}`,
			want:   `{"type":"object","properties":{"f":{"type":"object","properties":{"a.b":{"type":"string","minLength":1},"x-y":{"type":"string","minLength":2}},"additionalProperties":{"type":"string","minLength":3}}}}`},
		{name: "pointer into properties",
			schema: `{"type":"object","properties":{"A":{"type":"object","properties":{"N":{"type":"number"}}},"B":{"$ref":"#/properties/A"}}}`,
			rules:  `fields: {A.N: {minimum: 0}}`,
			want:   `{"type":"object","properties":{"A":{"type":"object","properties":{"N":{"type":"number","minimum":0}}},"B":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"object","properties":{"N":{"type":"number"}}}}}`},
		{name: "closed, Go names, new properties",
			schema: `{"type":"object","properties":{"A":{"type":"object","properties":{"N":{}}},"V":true}}`,
			rules:  `{closed: true, fields: {A: {go-name: Alpha, properties: {M: {type: integer}}, x-note: hi}, V: {type: string}}}`,
			want:   `{"type":"object","properties":{"A":{"type":"object","properties":{"N":{},"M":{"type":"integer"}},"x-go-name":"Alpha","x-note":"hi"},"V":{"type":"string"}},"additionalProperties":false}`},
		{name: "closed over several schemas",
			schema: `{"type":"object","allOf":[{"properties":{"A":{}}}],"properties":{"B":{}}}`,
			rules:  `closed: true`,
			want:   `{"type":"object","allOf":[{"properties":{"A":{}}}],"properties":{"B":{}},"unevaluatedProperties":false}`},
		{name: "what JSON Schema has no word for",
			schema: `{"type":"object","properties":{"A":{"type":"string"},"B":{"type":"string"}}}`,
			rules:  `{exactlyOneOf: [A, B], requires: {A: B}, blankIsMissing: true, rules: [{rule: "true"}], fields: {A: {sensitive: true, question: Which?}, B: {injected: true}}}`,
			want: `{"type":"object","properties":{"A":{"type":"string","x-toolgen":{"sensitive":true,"question":"Which?"}},"B":{"type":"string","x-toolgen":{"injected":true}}},` +
				`"x-toolgen":{"exactlyOneOf":[["A","B"]],"requires":{"A":["B"]},"rules":[{"rule":"true"}],"blankIsMissing":true}}`},
		{name: "inline annotations, and an overlay on top",
			schema: `{"type":"object","x-toolgen":{"required":["A"],"fields":{"L[]":{"required":["N"]}}},"properties":{"A":{"type":"string","x-toolgen":{"question":"Which A?"}},` +
				`"L":{"type":"array","items":{"$ref":"#/$defs/I"}},"M":{"$ref":"#/$defs/I"}},"$defs":{"I":{"type":"object","properties":{"N":{}},"x-kubernetes-validations":[{"rule":"self.N > 1","fieldPath":".N"},{"rule":"self == oldSelf"}]}}}`,
			rules: `fields: {A: {question: What A?}}`,
			want: `{"type":"object","properties":{"A":{"type":"string","x-toolgen":{"question":"What A?"}},"L":{"type":"array","items":{"$ref":"#/$defs/I","required":["N"]}},"M":{"$ref":"#/$defs/I"}},` +
				`"$defs":{"I":{"type":"object","properties":{"N":{}},"x-toolgen":{"rules":[{"rule":"self.N > 1","fieldPath":"N","kubernetes":true}]}}},"required":["A"]}`,
			warnings: 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tools, diags := tooldef.Read("t.json", []byte(`{"name":"t","input_schema":`+tt.schema+`}`), tooldef.Options{})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			overlay, diags := rules.Read("r.yaml", []byte("tools: {t: "+strings.TrimSpace(braced(tt.rules))+"}"))
			applied, more := rules.Apply(tools, []*rules.Overlay{overlay})
			diags = append(diags, more...)
			if diags.HasErrors() || len(diags) != tt.warnings {
				t.Fatalf("diagnostics %v, want %d warnings", diags, tt.warnings)
			}
			if diff := testdiff.Diff(tt.want, applied.Tools[0].Input.JSON()); diff != "" {
				t.Errorf("merged schema (-want +got)\n%s", diff)
			}
		})
	}
}

func braced(text string) string {
	if strings.HasPrefix(text, "{") {
		return text
	}
	return "{" + text + "}"
}
