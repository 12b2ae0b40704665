package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// ladder returns definitions a0 to an, each with two references to the next; the last has the property k.
func ladder(word string, n int) string {
	var b strings.Builder
	b.WriteString(`"$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"a%d":{%q:[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]},`, i, word, i+1, i+1)
	}
	fmt.Fprintf(&b, `"a%d":{"properties":{"k":{"type":"string"},"l":{"type":"string"}}}}`, n)
	return b.String()
}

// TestHostileReferences merges annotations in schemas with exponentially many paths to a definition, and in
// cyclic ones.
func TestHostileReferences(t *testing.T) {
	t.Parallel()
	const draft7 = `"$schema":"http://json-schema.org/draft-07/schema#",`
	circle := `"definitions":{"a":{"$ref":"#/definitions/b"},"b":{"$ref":"#/definitions/a"}}`
	self := `"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/a"},{"properties":{"k":{"type":"string"}}}]}}`
	for _, c := range []struct{ name, schema, want string }{
		{"circle, draft 7", `{` + draft7 + `"x-toolgen":{"requires":{"k":["l"]}},"allOf":[{"$ref":"#/definitions/a"}],` + circle + `}`, "have no field"},
		{"circle", `{"x-toolgen":{"requires":{"k":["l"]}},"allOf":[{"$ref":"#/definitions/a"}],` + circle + `}`, "have no field"},
		{"field in a circle", `{` + draft7 + `"x-toolgen":{"fields":{"k":{"minLength":1}}},"allOf":[{"$ref":"#/definitions/a"}],` + circle + `}`, "have no field"},
		{"keyword in a circle", `{` + draft7 + `"properties":{"k":{"x-toolgen":{"closed":false},"allOf":[{"$ref":"#/definitions/a"}]}},` + circle + `}`, ""},
		{"choices, no such field", `{"x-toolgen":{"requires":{"m":["k"]}},"anyOf":[{"$ref":"#/$defs/a0"}],` + ladder("anyOf", 60) + `}`, "have no field"},
		{"choices, such a field", `{"x-toolgen":{"requires":{"l":["k"]}},"anyOf":[{"$ref":"#/$defs/a0"}],` + ladder("anyOf", 60) + `}`, ""},
		{"allOf, such a field", `{"x-toolgen":{"requires":{"l":["k"]}},"allOf":[{"$ref":"#/$defs/a0"}],` + ladder("allOf", 60) + `}`, ""},
		{"choices, below fields", `{"x-toolgen":{"fields":{"k":{"minLength":1}}},"anyOf":[{"$ref":"#/$defs/a0"}],` + ladder("oneOf", 60) + `}`, "more than 500 copies"},
		{"allOf, below fields", `{"x-toolgen":{"fields":{"k":{"minLength":1}}},"allOf":[{"$ref":"#/$defs/a0"}],` + ladder("allOf", 60) + `}`, "more than 500 copies"},
		{"path of a rule", `{"x-toolgen":{"rules":[{"rule":"true","fieldPath":"k"}]},"anyOf":[{"$ref":"#/$defs/a0"}],` + ladder("anyOf", 60) + `}`, ""},
		{"a choice of itself", `{"x-toolgen":{"fields":{"k":{"minLength":1}}},"anyOf":[{"$ref":"#/$defs/a"}],` + self + `}`, "more than 500 copies"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tools, diags := tooldef.Read("thing.json", []byte(c.schema), tooldef.Options{TypeName: "Thing", Envelope: tooldef.Schema})
			if diags.HasErrors() || len(tools) != 1 {
				t.Fatal(diags)
			}
			began := time.Now()
			applied, diags := rules.Apply(tools, nil)
			if took := time.Since(began); took > time.Minute {
				t.Errorf("took %v", took)
			}
			said := problems(diags)
			if c.want == "" && len(said) > 0 || !strings.Contains(strings.Join(said, "\n"), c.want) || len(said) > 2 {
				t.Errorf("said %q, want %q", said, c.want)
			}
			if broken := applied.Tools[0].Broken; broken != (c.want != "") {
				t.Errorf("broken: %t", broken)
			}
		})
	}
}

func problems(diags model.Diagnostics) (list []string) {
	for _, d := range diags {
		if d.Severity == model.Error {
			list = append(list, d.Problem)
		}
	}
	return list
}
