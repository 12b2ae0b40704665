package lower

import (
	"slices"
	"strings"
	"testing"
)

// An error in an unused definition is only a warning, and the tool is lowered.
func TestUnusedDefinitions(t *testing.T) {
	t.Parallel()
	const endless = "the schema applies itself to the same value endlessly (in a definition that is not used)"
	for name, tc := range map[string]struct {
		schema string
		want   []string
	}{
		"loop of two":  {`{"type":"object","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`, []string{"/$defs/a: " + endless}},
		"loop of one":  {`{"type":"object","$defs":{"a":{"$ref":"#/$defs/a"}}}`, []string{"/$defs/a: " + endless}},
		"two loops":    {`{"type":"object","$defs":{"a":{"$ref":"#/$defs/a"},"b":{"$ref":"#/$defs/a"},"c":{"$ref":"#/$defs/c"}}}`, []string{"/$defs/a: " + endless, "/$defs/c: " + endless}},
		"by an anchor": {`{"type":"object","$defs":{"a":{"$anchor":"q","$ref":"#q"}}}`, []string{"/$defs/a: " + endless}},
		"by a choice":  {`{"type":"object","$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/a"}]}}}`, []string{"/$defs/b: " + endless}},
		"by a not":     {`{"type":"object","$defs":{"a":{"not":{"$ref":"#/$defs/a"}}}}`, []string{"/$defs/a: " + endless}},
		"draft 7":      {`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","definitions":{"a":{"$ref":"#/definitions/a"}}}`, []string{"/definitions/a: " + endless}},
		"further in":   {`{"type":"object","properties":{"x":{"$defs":{"a":{"properties":{"y":{"$ref":"#/properties/x/$defs/a/properties/y"}}}}}}}`, []string{"/properties/x/$defs/a/properties/y: " + endless}},
		"of content":   {`{"type":"object","properties":{"x":{"type":"string","contentSchema":{"$ref":"#/properties/x/contentSchema"}}}}`, []string{"/properties/x/contentSchema: " + endless}},
		"dangling":     {`{"type":"object","$defs":{"a":{"$ref":"#/$defs/none"}}}`, []string{`/$defs/a/$ref: the reference "#/$defs/none" points to nothing (in a definition that is not used)`}},
		"pattern":      {`{"type":"object","$defs":{"a":{"pattern":"("}}}`, []string{`/$defs/a/pattern: the pattern "(" cannot be compiled: character 1: this ( is never closed (in a definition that is not used)`}},
		"recursion":    {`{"type":"object","$defs":{"a":{"properties":{"x":{"$ref":"#/$defs/a"}}}}}`, nil},
		"warnings":     {`{"type":"object","$defs":{"a":{"minimum":5,"maximum":3,"minLen":1,"type":"string"}}}`, nil},
		"used":         {`{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"string"}}}`, nil},
		"shares":       {`{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"string"},"b":{"$ref":"#/$defs/a","title":"B"}}}`, nil},
		"group":        {`{"type":"object","properties":{"x":{"$ref":"#/$defs/g/a"}},"$defs":{"g":{"a":{"type":"string"}}}}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tool, diags := lowerSchema(t, tc.schema)
			if tool == nil {
				t.Fatal(diags)
			}
			var got []string
			for _, d := range diags {
				_, d, warning := strings.Cut(d, "warning: ")
				d, _, _ = strings.Cut(strings.ReplaceAll(d, `tool "Thing": `, ""), ";")
				if warning && (strings.Contains(d, "not used") || tc.want == nil && strings.Contains(d, "$defs/a")) {
					got = append(got, d)
				}
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tc.want, "\n"))
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
