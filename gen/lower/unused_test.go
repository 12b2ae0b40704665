package lower

import (
	"slices"
	"strings"
	"testing"
)

// An error in an unused definition has no effect.
func TestUnusedDefinitions(t *testing.T) {
	t.Parallel()
	for name, definition := range map[string]string{
		"loop": `{"$ref":"#/$defs/a"}`, "dangling": `{"$ref":"#/$defs/none"}`, "pattern": `{"pattern":"("}`,
		"not": `{"not":{"$ref":"#/$defs/a"}}`, "contradiction": `{"minimum":5,"maximum":3,"minLen":1,"type":"string"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tool, diags := lowerSchema(t, `{"type":"object","$defs":{"a":`+definition+`}}`)
			if tool == nil || len(diags) > 0 {
				t.Error(diags)
			}
		})
	}
}

// Ineffective keywords are reported for each schema, even if the schemas become the same type.
func TestKeywordsOfEachSchema(t *testing.T) {
	t.Parallel()
	_, diags := lowerSchema(t, `{"type":"object","properties":{"a":{"optional":true},"b":{"optional":true},"c":{"$ref":"#/$defs/d","optional":true},"d":{"$ref":"#/$defs/d","optional":true},
"e":{"not":{"optional":true}},"f":{"not":{"optional":true}},"g":{"$ref":"#/properties/h"},"h":{"$ref":"#/$defs/d","optional":true},"i":{"type":"string","enum":[],"optional":true}},"$defs":{"d":{"type":"string"}}}`)
	for _, pointer := range []string{"/a/", "/b/", "/c/", "/d/", "/e/not/", "/f/not/", "/h/", "/i/"} {
		if !slices.ContainsFunc(diags, func(d string) bool { return strings.Contains(d, "/properties"+pointer+"optional: ") }) {
			t.Errorf("no diagnostic for %s: %s", pointer, strings.Join(diags, "\n"))
		}
	}
}
