package runtime

import (
	"encoding/json"
	"testing"
)

// TestMergeText holds that a patch applied to a text gives what it gives applied to the value, and
// that neither changes what it was given.
func TestMergeText(t *testing.T) {
	t.Parallel()
	docs := []string{
		`{}`, `{"a":1}`, ` { "a" : { "b" : [1, {"c":null}], "é\"" : "\u00e9" } , "z" : 1e2 } `, `{"a":{"b":{"c":1,"d":2}},"x":[]}`,
		`{"a":"{\"b\":1}"}`, `{"a":[1,2]}`, `{"z":0,"a":{"b":null}}`,
	}
	patches := []string{
		`{}`, `{"a":2}`, `{"a":null}`, `{"a":{"b":5}}`, `{"a":{"b":{"c":null,"e":{"f":null,"g":1}}}}`, `{"y":{"n":null},"b":[null,{"k":null}]}`, `{"z":{"é\"":1}}`, `{"q":1,"a":{"q":2,"b":null}}`,
	}
	for _, doc := range docs {
		for _, patch := range patches {
			value, _ := parseAny([]byte(doc))
			changes, _ := parseAny([]byte(patch))
			want := string(writeJSON(mergePatch(value, changes)))
			merged, ok := mergeText([]byte(doc), changes)
			again, valid := parseAny(merged)
			if !ok || !valid || string(writeJSON(again)) != want {
				t.Errorf("%s with %s: %s, %v, want %s", doc, patch, merged, ok, want)
			}
			for text, v := range map[string]any{doc: value, patch: changes} {
				if fresh, _ := parseAny([]byte(text)); string(writeJSON(v)) != string(writeJSON(fresh)) {
					t.Errorf("%s with %s: %s became %s", doc, patch, text, writeJSON(v))
				}
			}
		}
	}
	for _, doc := range []string{``, `[]`, `"{}"`, `{"a":1,"a":2}`, `{"a":1}{}`, `{"a"`, `nope`} {
		if _, ok := mergeText([]byte(doc), map[string]any{"a": json.Number("1")}); ok {
			t.Errorf("%s is merged into", doc)
		}
	}
}
