package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// TestSecretPlaces lists the paths of sensitive values, wherever the schema marks them. A path that ends with "=" and another
// path is the same place as the other.
func TestSecretPlaces(t *testing.T) {
	t.Parallel()
	const s = `{"type":"string","x-toolgen":{"sensitive":true}}`
	for _, tt := range []struct{ name, schema, want string }{
		{"a map", `{"properties":{"m":{"type":"object","additionalProperties":{"type":"object","properties":{"a":{}}}}}}`, ""},
		{"a map of anything", `{"properties":{"m":{"type":"object","additionalProperties":{}},"s":` + s + `}}`, "s*"},
		{"other keys beside what is hidden", `{"properties":{"s":` + s + `},"additionalProperties":{"type":"integer"}}`, "s*"},
		{"a map beside", `{"properties":{"m":{"type":"object","additionalProperties":{"type":"object","properties":{"a":{}}}},"s":` + s + `}}`, "s*"},
		{"below a map", `{"properties":{"m":{"type":"object","additionalProperties":{"type":"object","properties":{"a":{},"s":` + s + `}}}}}`, "m{}.s*"},
		{"other keys", `{"properties":{"a":{}},"additionalProperties":` + s + `}`, "{}*"},
		{"a pattern", `{"properties":{"sa":{},"b":{}},"patternProperties":{"^s":` + s + `}}`, "sa* {}*"},
		{"what nothing looks at", `{"properties":{"a":{}},"unevaluatedProperties":` + s + `}`, "{}*"},
		{"keys that another schema declares", `{"allOf":[{"properties":{"a":{}}},{"properties":{"b":{}},"additionalProperties":` + s + `}]}`, "a* {}*"},
		{"a tuple", `{"properties":{"t":{"type":"array","prefixItems":[{},` + s + `]}}}`, "t[]*"},
		{"an item that is contained", `{"properties":{"t":{"type":"array","items":{"type":"string"},"contains":` + s + `}}}`, "t[]*"},
		{"scalars to choose from", `{"properties":{"u":{"anyOf":[` + s + `,{"type":"integer"}]}}}`, "u*"},
		{"a branch that decides nothing", `{"properties":{"u":{"anyOf":[{},{"properties":{"s":` + s + `}}]}}}`, "u.s*"},
		{"then", `{"properties":{"s":{}},"if":{"required":["k"]},"then":{"properties":{"s":` + s + `}}}`, "s*"},
		{"an if alone", `{"properties":{"s":{}},"if":{"properties":{"s":` + s + `}}}`, "s*"},
		{"not", `{"properties":{"s":{}},"not":{"properties":{"s":` + s + `}}}`, "s*"},
		{"keys", `{"properties":{"m":{"type":"object","propertyNames":` + s + `}}}`, "m*"},
		{"what text holds", `{"properties":{"t":{"type":"string","contentSchema":{"properties":{"s":` + s + `}}}}}`, "t*"},
		{"the whole", `{"properties":{"a":{}},"x-toolgen":{"sensitive":true}}`, "*"},
		{"one use of a definition", `{"properties":{"a":{"$ref":"#/$defs/d"},"b":{"allOf":[{"$ref":"#/$defs/d"},{"properties":{"x":` + s + `}}]}},"$defs":{"d":{"type":"object","properties":{"x":{"type":"string"}}}}}`, "b.x*"},
		{"a definition of itself", `{"properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"object","properties":{"s":` + s + `},"additionalProperties":{"$ref":"#/$defs/n"}}}}`, "n.s* n{}=n"},
		{"a dynamic reference", `{"properties":{"n":{"$ref":"#/$defs/n"}},"$defs":{"n":{"$dynamicAnchor":"n","type":"object","properties":{"s":` + s + `},"additionalProperties":{"$dynamicRef":"#n"}}}}`, "n.s* n{}=n"},
		{"keys that look like steps", `{"properties":{"{}":{},"[]":` + s + `}}`, `["[]"]*`},
	} {
		tool, diags := lowerSchema(t, `{"type":"object",`+tt.schema[1:])
		if tool == nil {
			t.Errorf("%s: %v", tt.name, diags)
			continue
		}
		if got := strings.Join(secretPaths(tool.Secret, "", map[*model.Secret]string{}), " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func secretPaths(at *model.Secret, path string, seen map[*model.Secret]string) (paths []string) {
	if at == nil {
		return nil
	}
	if before, ok := seen[at]; ok && !at.Sensitive {
		return []string{path + "=" + before}
	}
	seen[at] = path
	if at.Sensitive {
		paths = append(paths, path+"*")
	}
	for _, key := range at.Keys {
		paths = append(paths, secretPaths(at.Below[key], model.JoinKey(path, key), seen)...)
	}
	paths = append(paths, secretPaths(at.Items, path+"[]", seen)...)
	return append(paths, secretPaths(at.Rest, path+"{}", seen)...)
}

// TestTooManyPlaces has a schema with many more places than subschemas: whether a place is sensitive depends on a key many
// levels above.
func TestTooManyPlaces(t *testing.T) {
	t.Parallel()
	defs := []string{`"a":{"type":"object","properties":{"l":{"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b0"}]},"r":{"$ref":"#/$defs/a"}}}`}
	const deep = 20
	for i := range deep {
		defs = append(defs, fmt.Sprintf(`"b%d":{"type":"object","properties":{"l":{"$ref":"#/$defs/b%d"},"r":{"$ref":"#/$defs/b%d"}}}`, i, i+1, i+1))
	}
	defs = append(defs, fmt.Sprintf(`"b%d":{"type":"object","properties":{"s":{"type":"string","x-toolgen":{"sensitive":true}}}}`, deep))
	tool, diags := lowerSchema(t, `{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}},"$defs":{`+strings.Join(defs, ",")+`}}`)
	if tool != nil || len(diags) != 1 || !strings.Contains(diags[0], "nested in too many ways") {
		t.Errorf("got %v", diags)
	}
}
