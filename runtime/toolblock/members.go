package toolblock

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/rawjson"
)

// keysOf returns the keys of an object in order.
func keysOf(text []byte) (keys []string) {
	if object := bytes.TrimSpace(text); json.Valid(object) {
		for key := range rawjson.Value(object).Members() {
			keys = append(keys, key.Text())
		}
	}
	return keys
}

// variantSchema returns the branch of a union with a name, bundled with its definitions.
func variantSchema(schema, name string) (text, title, description string, ok bool) {
	root := rawjson.Value(strings.TrimSpace(schema))
	if !json.Valid(root) {
		return "", "", "", false
	}
	for _, union := range []rawjson.Value{root.Get("oneOf"), root.Get("anyOf")} {
		for branch := range union.Items() {
			if pointer, local := strings.CutPrefix(branch.Get("$ref").Text(), "#/"); local {
				branch = root.Get(fieldpath.PointerKeys(pointer)...)
			}
			tool := branch.Get("properties", toolKey)
			named := func(value rawjson.Value) bool { return value.IsText(name) }
			if !named(tool.Get("const")) && !slices.ContainsFunc(slices.Collect(tool.Get("enum").Items()), named) {
				continue
			}
			text = string(branch)
			for _, word := range []string{"$defs", "definitions"} {
				defs := root.Get(word)
				if defs != nil && strings.Contains(text, `"#/`+word+`/`) && !strings.Contains(text, `"`+word+`":`) {
					text = strings.TrimSuffix(text, "}") + `,"` + word + `":` + string(defs) + "}"
				}
			}
			return text, branch.Get("title").Text(), branch.Get("description").Text(), true
		}
	}
	return "", "", "", false
}
