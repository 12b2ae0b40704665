package differential

import "testing"

// TestPatternsOfEveryKey checks that a pattern matching every key behaves like additionalProperties, and that
// others do not.
func TestPatternsOfEveryKey(t *testing.T) {
	t.Parallel()
	runSchemaCases(t, []schemaCase{
		{"scalars", `{"type":"object","properties":{"m":{"type":"object","patternProperties":{".*":{"type":"string"}}}}}`, map[string]string{
			`{"m":{"a":"x","":"y","a\nb":"z"}}`: "", `{"m":{"a\nb":1,"c":"x"}}`: "m[\"a\\nb\"] type", `{"m":{}}`: ""}},
		{"structs", `{"type":"object","properties":{"m":{"type":"object","patternProperties":{"^.*":{"type":"object","properties":{"age":{"type":"integer"}},"required":["age"]}},"additionalProperties":false}}}`, map[string]string{
			`{"m":{"a":{"age":7}}}`: "", `{"m":{"a":{"age":"7"},"b":{}}}`: "m.a.age type, m.b.age required"}},
		{"but for line breaks", `{"type":"object","properties":{"m":{"type":"object","patternProperties":{"^(.*)$":{"type":"string"}}}}}`, map[string]string{
			`{"m":{"a":"x","a\nb":1}}`: "", `{"m":{"a":1}}`: "m.a type"}},
		{"nested in allOf", `{"type":"object","allOf":[{"patternProperties":{".*":{"type":"integer"}}},{"properties":{"a":{"minimum":3}}}]}`, map[string]string{
			`{"a":3,"b":1}`: "", `{"a":2,"b":"x"}`: "a minimum, b type"}},
		{"unevaluated", `{"type":"object","allOf":[{"patternProperties":{".*":{"type":"integer"}}}],"unevaluatedProperties":false}`, map[string]string{
			`{"a":3}`: "", `{"a":"x"}`: "a type"}},
	})
}
