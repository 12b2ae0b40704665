package golang

import "testing"

// TestValidateGoesByTheJSON checks that Validate ignores what is not marshaled, and rejects text that JSON cannot contain.
func TestValidateGoesByTheJSON(t *testing.T) {
	t.Parallel()
	runCases(t, []runCase{
		{
			name: "text that is not UTF-8",
			tool: lowered(t, "Shop", `{"type":"object","properties":{
				"name":{"type":"string"},"long":{"type":"string","maxLength":9},"list":{"type":"array","items":{"type":"string"}},
				"table":{"type":"object","additionalProperties":{"type":"integer"}}}}`),
			calls: []call{{in: `{"name":"é"}`}},
			code: []snippet{
				{body: `return (&p.Shop{Name: ptr("a\xff")}).Validate()`, issues: []string{"name json"}},
				{body: `return (&p.Shop{Long: ptr("more than nine\xff")}).Validate()`, issues: []string{"long json"}},
				{body: `return (&p.Shop{List: []string{"a", "a\xff"}}).Validate()`, issues: []string{"list[1] json"}},
				{body: `err := (&p.Shop{Table: map[string]int64{"a\xff": 1}}).Validate()
					if err == nil {
						return errors.New("the key is taken")
					}
					return nil`},
			},
		},
		{
			name:  "declared name among the others",
			tool:  lowered(t, "Open", `{"type":"object","properties":{"name":{"type":"string"}},"additionalProperties":{"type":"string","minLength":2}}`),
			calls: []call{{in: `{"name":"a","x":"long"}`}},
			code: []snippet{
				{body: `return (&p.Open{AdditionalProperties: map[string]string{"name": "", "y": "long"}}).Validate()`},
				{body: `return (&p.Open{AdditionalProperties: map[string]string{"name": "", "x": "s"}}).Validate()`, issues: []string{"x minLength"}},
			},
		},
	})
}
