package repair

import (
	"fmt"
	"strings"
	"testing"
)

// TestWhatIsHidden is about the places whose values are sensitive (*) or injected (!), wherever that is said.
func TestWhatIsHidden(t *testing.T) {
	t.Parallel()
	const s, filled = `{"type":"string","x-toolgen":{"sensitive":true}}`, `{"type":"string","x-toolgen":{"injected":true}}`
	for _, tt := range []struct{ name, schema, want string }{
		{"a map", `{"properties":{"m":{"type":"object","additionalProperties":{"type":"object","properties":{"a":{}}}}}}`, `m m.q m.q.a`},
		{"a map of anything", `{"properties":{"m":{"type":"object","additionalProperties":{}},"s":` + s + `}}`, `m s*`},
		{"other keys beside what is hidden", `{"properties":{"s":` + s + `},"additionalProperties":{"type":"integer"}}`, `s* q`},
		{"a map beside", `{"properties":{"m":{"type":"object","additionalProperties":{"type":"object","properties":{"a":{}}}},"s":` + s + `}}`, `m m.q m.q.a s*`},
		{"below a map", `{"properties":{"m":{"type":"object","additionalProperties":{"type":"object","properties":{"a":{},"s":` + s + `}}}}}`, `m m.q m.q.a m.q.s*`},
		{"values of a map", `{"properties":{"m":{"type":"object","additionalProperties":` + filled + `}}}`, `m m.q!`},
		{"other keys", `{"properties":{"a":{}},"additionalProperties":` + s + `}`, `a q*`},
		{"a pattern", `{"properties":{"sa":{},"b":{}},"patternProperties":{"^s":` + s + `}}`, `sa* b sq* q`},
		{"what nothing looks at", `{"properties":{"a":{}},"unevaluatedProperties":` + s + `}`, `a q*`},
		{"keys that another schema declares", `{"allOf":[{"properties":{"a":{}}},{"properties":{"b":{}},"additionalProperties":` + s + `}]}`, `a* b q*`},
		{"a tuple", `{"properties":{"t":{"type":"array","prefixItems":[{},` + s + `]}}}`, `t t[0]*`},
		{"an item that is contained", `{"properties":{"t":{"type":"array","items":{"type":"string"},"contains":` + s + `}}}`, `t t[0]*`},
		{"scalars to choose from", `{"properties":{"u":{"anyOf":[` + s + `,{"type":"integer"}]}}}`, `u*`},
		{"a branch that decides nothing", `{"properties":{"u":{"anyOf":[{},{"properties":{"s":` + s + `}}]}}}`, `u u.s*`},
		{"then", `{"properties":{"s":{}},"if":{"required":["k"]},"then":{"properties":{"s":` + s + `}}}`, `s* k`},
		{"an if alone", `{"properties":{"s":{}},"if":{"properties":{"s":` + s + `}}}`, `s*`},
		{"not", `{"properties":{"s":{}},"not":{"properties":{"s":` + s + `}}}`, `s*`},
		{"keys", `{"properties":{"m":{"type":"object","propertyNames":` + s + `}}}`, `m*`},
		{"what text holds", `{"properties":{"t":{"type":"string","contentSchema":{"properties":{"s":` + s + `}}}}}`, `t*`},
		{"the whole", `{"properties":{"a":{}},"x-toolgen":{"sensitive":true}}`, `* a`},
		{"one use of a definition", `{"properties":{"a":{"$ref":"#/$defs/d"},"b":{"allOf":[{"$ref":"#/$defs/d"},{"properties":{"x":` + s + `}}]}},"$defs":{"d":{"type":"object","properties":{"x":{"type":"string"}}}}}`, `a a.x b b.x*`},
		{"a definition of itself", `{"properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"s":` + s + `},"additionalProperties":{"$ref":"#/$defs/n"}}}}`, `n n.s* n.q`},
		{"a dynamic reference", `{"properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"$dynamicAnchor":"n","type":"object","properties":{"s":` + s + `},"additionalProperties":{"$dynamicRef":"#n"}}}}`, `n n.s* n.q`},
		{"keys that look like steps", `{"properties":{"{}":{},"[]":` + s + `}}`, `["{}"] ["[]"]*`},
	} {
		root := view(t, `{"type":"object",`+tt.schema[1:]).Root()
		for _, want := range strings.Fields(tt.want) {
			place := strings.TrimRight(want, "*!")
			at := root.At(place)
			got := place
			if at.Sensitive() {
				got += "*"
			}
			if at.Injected() {
				got += "!"
			}
			if got != want {
				t.Errorf("%s: %s, want %s", tt.name, got, want)
			}
		}
	}
}

// TestHostileSchemasHide holds that work for schemas that refer to themselves, also through unions, is bounded
// without a secret being shown.
func TestHostileSchemasHide(t *testing.T) {
	t.Parallel()
	var wide strings.Builder
	wide.WriteString(`{"$ref":"#/$defs/d0","$defs":{"d30":{"properties":{"a":{"type":"string","x-toolgen":{"sensitive":true}}}}`)
	for i := range 30 {
		branches := strings.Repeat(fmt.Sprintf(`,{"properties":{"b":{"$ref":"#/$defs/d%d"}}}`, i+1), 3)[1:]
		fmt.Fprintf(&wide, `,"d%d":{"anyOf":[%s],"dependentSchemas":{"a":{"anyOf":[%s]}}}`, i, branches, branches)
	}
	wide.WriteString("}}")
	at, hidden := view(t, wide.String()).Root(), false
	for range 30 {
		hidden = hidden || at.Sensitive()
		at = at.Key("b")
	}
	if !hidden && !at.Key("a").Sensitive() {
		t.Error("nothing is hidden")
	}
}

// TestBundledFilesHide holds that references into bundled files are followed, and that what no reference leads to
// may hide anything.
func TestBundledFilesHide(t *testing.T) {
	t.Parallel()
	const bundle = `"$defs":{"toolgen:///pay.json":{"$id":"toolgen:///pay.json","$defs":{"pin":{"type":"string","x-toolgen":{"sensitive":true}},"note":{"$anchor":"note","type":"string"}}}}`
	for property, want := range map[string]bool{
		`{"$ref":"pay.json#/$defs/pin"}`:                     true,
		`{"$ref":"pay.json#note"}`:                           false,
		`{"$ref":"toolgen:///pay.json#/$defs/note"}`:         false,
		`{"$ref":"gone.json"}`:                               true,
		`{"$ref":"http://json-schema.org/draft-07/schema#"}`: false,
	} {
		s := view(t, `{"type":"object","properties":{"a":`+property+`},`+bundle+`}`)
		if got := s.Root().Key("a").Sensitive(); got != want {
			t.Errorf("%s: %t, want %t", property, got, want)
		}
	}
}
