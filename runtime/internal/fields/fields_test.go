package fields

import (
	"fmt"
	"strings"
	"testing"
)

// TestHiddenRows is about the rows of what is sensitive (*) and injected (!), wherever that is said.
func TestHiddenRows(t *testing.T) {
	t.Parallel()
	const s, filled = `{"type":"string","x-toolgen":{"sensitive":true}}`, `{"type":"string","x-toolgen":{"injected":true}}`
	for _, tt := range []struct{ name, schema, want string }{
		{"a map", `{"properties":{"m":{"type":"object","additionalProperties":{"type":"object","properties":{"a":{}}}}}}`, "m m{} m{}.a"},
		{"a map of anything", `{"properties":{"m":{"type":"object","additionalProperties":{}},"s":` + s + `}}`, "m s*"},
		{"other keys beside what is hidden", `{"properties":{"s":` + s + `},"additionalProperties":{"type":"integer"}}`, "s* {}"},
		{"a map beside", `{"properties":{"m":{"type":"object","additionalProperties":{"type":"object","properties":{"a":{}}}},"s":` + s + `}}`, "m m{} m{}.a s*"},
		{"below a map", `{"properties":{"m":{"type":"object","additionalProperties":{"type":"object","properties":{"a":{},"s":` + s + `}}}}}`, "m m{} m{}.a m{}.s*"},
		{"values of a map", `{"properties":{"m":{"type":"object","additionalProperties":` + filled + `}}}`, "m m{}!"},
		{"other keys", `{"properties":{"a":{}},"additionalProperties":` + s + `}`, "a {}*"},
		{"a pattern", `{"properties":{"sa":{},"b":{}},"patternProperties":{"^s":` + s + `}}`, "sa* b {}*"},
		{"what nothing looks at", `{"properties":{"a":{}},"unevaluatedProperties":` + s + `}`, "a {}*"},
		{"keys that another schema declares", `{"allOf":[{"properties":{"a":{}}},{"properties":{"b":{}},"additionalProperties":` + s + `}]}`, "a* b {}*"},
		{"a tuple", `{"properties":{"t":{"type":"array","prefixItems":[{},` + s + `]}}}`, "t t[]*"},
		{"an item that is contained", `{"properties":{"t":{"type":"array","items":{"type":"string"},"contains":` + s + `}}}`, "t t[]*"},
		{"scalars to choose from", `{"properties":{"u":{"anyOf":[` + s + `,{"type":"integer"}]}}}`, "u*"},
		{"a branch that decides nothing", `{"properties":{"u":{"anyOf":[{},{"properties":{"s":` + s + `}}]}}}`, "u u.s*"},
		{"then", `{"properties":{"s":{}},"if":{"required":["k"]},"then":{"properties":{"s":` + s + `}}}`, "s* k"},
		{"an if alone", `{"properties":{"s":{}},"if":{"properties":{"s":` + s + `}}}`, "s*"},
		{"not", `{"properties":{"s":{}},"not":{"properties":{"s":` + s + `}}}`, "s*"},
		{"keys", `{"properties":{"m":{"type":"object","propertyNames":` + s + `}}}`, "m*"},
		{"what text holds", `{"properties":{"t":{"type":"string","contentSchema":{"properties":{"s":` + s + `}}}}}`, "t*"},
		{"the whole", `{"properties":{"a":{}},"x-toolgen":{"sensitive":true}}`, "* a"},
		{"one use of a definition", `{"properties":{"a":{"$ref":"#/$defs/d"},"b":{"allOf":[{"$ref":"#/$defs/d"},{"properties":{"x":` + s + `}}]}},"$defs":{"d":{"type":"object","properties":{"x":{"type":"string"}}}}}`, "a a.x b b.x*"},
		{"a definition of itself", `{"properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"s":` + s + `},"additionalProperties":{"$ref":"#/$defs/n"}}}}`, "n n.s* n{}=n"},
		{"a dynamic reference", `{"properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"$dynamicAnchor":"n","type":"object","properties":{"s":` + s + `},"additionalProperties":{"$dynamicRef":"#n"}}}}`, "n n.s* n{}=n"},
		{"keys that look like steps", `{"properties":{"{}":{},"[]":` + s + `}}`, `["{}"] ["[]"]*`},
	} {
		var rows []string
		for _, f := range Of(`{"type":"object",` + tt.schema[1:]) {
			row := f.Path
			if f.Sensitive {
				row += "*"
			}
			if f.Injected {
				row += "!"
			}
			if f.HasSameAs {
				row += "=" + f.SameAs
			}
			if row != "" {
				rows = append(rows, row)
			}
		}
		if got := strings.Join(rows, " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestRecursion holds that schemas that refer to themselves, also through unions, have few rows, and that work
// for hostile ones is bounded without a secret being shown.
func TestRecursion(t *testing.T) {
	t.Parallel()
	const union = `{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"anyOf":[` +
		`{"type":"object","title":"A","properties":{"a":{"$ref":"#/$defs/n"},"l":{"type":"array","items":{"$ref":"#/$defs/n"}}}},` +
		`{"type":"object","title":"B","properties":{"b":{"$ref":"#/$defs/n"},"m":{"type":"object","additionalProperties":{"$ref":"#/$defs/n"}}}},{"type":"string"}]}}}`
	if rows := Of(union); len(rows) > 100 {
		t.Errorf("%d rows, the last is %s", len(rows), rows[len(rows)-1].Path)
	}
	var wide strings.Builder
	wide.WriteString(`{"$ref":"#/$defs/d0","$defs":{"d30":{"properties":{"a":{"type":"string","x-toolgen":{"sensitive":true}}}}`)
	for i := range 30 {
		branches := strings.Repeat(fmt.Sprintf(`,{"properties":{"b":{"$ref":"#/$defs/d%d"}}}`, i+1), 3)[1:]
		fmt.Fprintf(&wide, `,"d%d":{"anyOf":[%s],"dependentSchemas":{"a":{"anyOf":[%s]}}}`, i, branches, branches)
	}
	wide.WriteString("}}")
	hidden := false
	for _, r := range Of(wide.String()) {
		hidden = hidden || r.Sensitive
	}
	if !hidden {
		t.Error("nothing is hidden")
	}
}

// TestBundled holds that references into bundled files are followed, and that what no reference leads to may hide
// anything.
func TestBundled(t *testing.T) {
	t.Parallel()
	const bundle = `"$defs":{"toolgen:///pay.json":{"$id":"toolgen:///pay.json","$defs":{"pin":{"type":"string","x-toolgen":{"sensitive":true}},"note":{"$anchor":"note","type":"string"}}}}`
	for property, want := range map[string]string{
		`{"$ref":"pay.json#/$defs/pin"}`:                     "a string true",
		`{"$ref":"pay.json#note"}`:                           "a string false",
		`{"$ref":"toolgen:///pay.json#/$defs/note"}`:         "a string false",
		`{"$ref":"gone.json"}`:                               "a any true",
		`{"$ref":"http://json-schema.org/draft-07/schema#"}`: "a any false",
	} {
		rows := Of(`{"type":"object","properties":{"a":` + property + `},` + bundle + `}`)
		got := ""
		for _, r := range rows {
			got += fmt.Sprint(r.Path, " ", r.Type, " ", r.Sensitive)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", property, got, want)
		}
	}
}
