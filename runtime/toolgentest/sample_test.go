package toolgentest

import (
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// TestSamplesOfConditions checks that valid arguments are found where a schema asks for an item of a kind,
// or says what keys look like.
func TestSamplesOfConditions(t *testing.T) {
	t.Parallel()
	for _, schema := range []string{
		`{"type":"array","items":{"type":"string"},"contains":{"const":"main"}}`,
		`{"type":"array","items":{"type":"integer"},"contains":{"minimum":500},"minContains":2,"maxItems":3}`,
		`{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]},"contains":{"properties":{"primary":{"const":true}},"required":["primary"]}}`,
		`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"contains":{"const":"main"}}`,
		`{"type":"array","items":{"enum":["main","side"]},"contains":{"const":"main"},"minContains":1,"maxContains":1,"minItems":3}`,
		`{"type":"array","items":{"enum":["main","side"]},"contains":{"const":"main"},"uniqueItems":true,"minItems":2}`,
		`{"type":"object","propertyNames":{"pattern":"^[a-z]{2}_[0-9]+$"},"additionalProperties":{"type":"integer"},"minProperties":2}`,
		`{"type":"object","propertyNames":{"enum":["red","green"]},"additionalProperties":{"type":"integer"},"minProperties":2}`,
		`{"type":"object","propertyNames":{"minLength":9},"minProperties":1}`,
		`{"type":"object","patternProperties":{"^x-[a-z]+$":{"type":"integer"}},"additionalProperties":false,"minProperties":1}`,
	} {
		set, diags := dynamic.Load("t.json", []byte(`{"type":"object","properties":{"v":`+schema+`},"required":["v"]}`),
			dynamic.Options{Envelope: tooldef.Schema, TypeName: "T"})
		if len(set.Tools) != 1 {
			t.Fatal(schema, diags)
		}
		for seed := range uint64(20) {
			if _, err := Sample(set.Tools[0], seed); err != nil {
				t.Errorf("%s, seed %d: %v", schema, seed, err)
				break
			}
		}
	}
}
