package lower

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// breaks are invalid values of keywords, as JSON.
var breaks = map[string]string{
	"type": `"strin"`, "minLength": "-1", "maxLength": `"x"`, "pattern": `"("`, "minimum": `"zero"`, "maximum": "[]",
	"exclusiveMinimum": "{}", "multipleOf": "0", "minItems": "1.5", "maxItems": "{}", "enum": "3", "required": `["a", 7]`,
	"items": "12", "uniqueItems": `"yes"`, "format": "false", "additionalProperties": `"no"`, "oneOf": "[]", "$ref": `"#/nowhere"`,
	"description": "3",
}

// TestAllFaults breaks several keywords of valid tools at once: each fault is reported, without follow-up errors.
func TestAllFaults(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../schemas/*.tools.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			tools, diags := tooldef.Read("t.json", data, tooldef.Options{})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			for _, tool := range tools {
				breakTool(t, tool, random)
			}
		}
	}
}

func breakTool(t *testing.T, tool *tooldef.Tool, random *rand.Rand) {
	t.Helper()
	type place struct {
		holder *tooldef.Node
		key    string
	}
	var places []place
	for n := range tool.Input.Schemas() {
		for _, m := range n.Members {
			if _, ok := breaks[m.Key]; ok && n.Kind == tooldef.Object {
				places = append(places, place{n, m.Key})
			}
		}
	}
	random.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	var want []string
	for _, p := range places[:min(len(places), 1+random.IntN(8))] {
		pointer := strings.TrimPrefix(p.holder.Pointer, tool.Input.Pointer) + "/" + p.key
		if pointer == "/type" || slices.ContainsFunc(want, func(other string) bool { return within(pointer, other) || within(other, pointer) }) {
			continue
		}
		value, _ := tooldef.ParseNode("value.json", []byte(breaks[p.key]))
		p.holder.Set(p.key, value)
		want = append(want, pointer)
	}

	source := `{"name":"t","inputSchema":` + tool.Input.JSON() + `}`
	tools, diags := tooldef.Read("t.json", []byte(source), tooldef.Options{KeepBroken: true})
	pkg, more := Lower(tools, Options{Package: "p"})
	if len(want) > 0 && len(pkg.Tools) > 0 {
		t.Errorf("a broken tool was lowered: %s", source)
	}
	var got []string
	for _, d := range append(diags, more...) {
		pointer := strings.TrimPrefix(d.Pointer, "/inputSchema")
		if i := slices.IndexFunc(want, func(w string) bool { return within(pointer, w) }); i >= 0 {
			pointer = want[i]
		}
		if d.Severity == model.Error {
			got = append(got, pointer)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := testdiff.Diff(want, slices.Compact(got)); diff != "" {
		t.Errorf("faults (-want +got):\n%s%v\n%v\n%s", diff, diags, more, source)
	}
}

// within reports whether a pointer is at or below a place.
func within(pointer, place string) bool {
	return pointer == place || strings.HasPrefix(pointer, place+"/")
}

// TestFaultsOfRenamedKeywords checks that a fault in a keyword that was renamed when reading has its position in the source.
func TestFaultsOfRenamedKeywords(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"a/b":{"items":[{},3]}}}`:                         `thing.json:1:51: /properties/a~1b/items/1: tool "Thing": not a valid schema: `,
		`{"type":"object","properties":{"a":{"items":[{}],"additionalItems":5}}}`:         `thing.json:1:68: /properties/a/additionalItems: tool "Thing": not a valid schema: `,
		`{"type":"object","properties":{"a":{"types":"string","items":[{}]}}}`:            `thing.json:1:62: warning: /properties/a/items: tool "Thing": items has no effect`,
		`{"type":"object","properties":{"a":{"items":[{}],"additionalItems":{"foo":1}}}}`: `thing.json:1:69: warning: /properties/a/additionalItems/foo: tool "Thing": unknown keyword "foo"`,
	} {
		_, diags := lowerSchema(t, schema)
		if text := strings.Join(diags, "\n"); !strings.Contains(text, want) {
			t.Errorf("%s\n  got  %s\n  want %s", schema, text, want)
		}
	}
}
