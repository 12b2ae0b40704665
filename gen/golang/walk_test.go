package golang

import (
	"regexp"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// TestWalked checks which types are validated by their JSON rather than by their decode methods. Tests that run generated code
// check the results of both kinds.
func TestWalked(t *testing.T) {
	t.Parallel()
	tool := lowered(t, "Form", `{"type":"object","properties":{
		"plain":{"type":"object","properties":{
			"text":{"type":"string","minLength":1},"level":{"type":"integer","enum":[1,2]},"list":{"type":"array","items":{"type":["string","null"]}},
			"null":{"type":["object","null"],"properties":{"x":{"type":"string","format":"date"}}},
			"a":{"type":"string"},"b":{"type":"string"}},"dependentRequired":{"a":["b"]}},
		"open":{"type":"object","properties":{"x":{"type":"integer"}},"additionalProperties":{"type":"string"}},
		"tree":{"type":"object","properties":{"below":{"$ref":"#/properties/tree"},"leaf":{"type":"string","minLength":1}}},
		"few":{"type":"object","properties":{"x":{"type":"integer"}},"minProperties":1},
		"either":{"oneOf":[{"title":"File","type":"object","properties":{"kind":{"const":"file"},"open":{"$ref":"#/properties/open"}},"required":["kind"]},
			{"title":"Link","type":"object","properties":{"kind":{"const":"link"},"url":{"type":"string","minLength":1}},"required":["kind"]}]},
		"beyond":{"type":"object","properties":{"open":{"$ref":"#/properties/open"},"n":{"type":"number","not":{"const":1.5},"minimum":0}}},
		"free":{"type":"object","properties":{"any":{},"all":{"type":"array"},"map":{"type":"object"},"lists":{"type":"object","additionalProperties":{"type":"array","items":{"type":"number"}}}}}
		}}`)
	files, err := Print(&model.Package{Name: "form", Tools: []*model.Tool{tool}})
	if err != nil {
		t.Fatal(err)
	}
	found := func(pattern string) (names []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(files[tool.File], -1) {
			names = append(names, string(m[1]))
		}
		return names
	}
	want := []string{"FormOpen", "FormTree", "FormFew", "FormEither", "FormBeyond"}
	if diff := testdiff.Diff(want, found(`func \(\w \*(\w+)\) decode\(d \*gencode.Decoder\) \{\n\tif d.ByJSON\(`)); diff != "" {
		t.Errorf("types that are validated by their JSON (-want +got):\n%s", diff)
	}
}
