package differential

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/sample"
)

// Every use of a definition agrees with the first use and with the oracle. The number of uses only decides
// whether the checks are inlined.
func TestEveryUseOfADefinition(t *testing.T) {
	t.Parallel()
	schemas, values := 60, 8
	if nightly() {
		schemas, values = 1000, 12
	}
	const seed = 19_000_000
	var defs []*tooldef.Tool
	shared := map[string]*sample.Shared{}
	for i := range schemas {
		uses := 13
		if i%2 == 0 {
			uses = 5 + i/2%9
		}
		s := sample.NewSchemas(seed + uint64(i)).Shared(uses)
		node, diags := tooldef.ParseNode("schema.json", []byte(s.Schema))
		if node == nil || diags.HasErrors() {
			t.Fatal(diags)
		}
		name := fmt.Sprintf("Shared%d", i)
		shared[name] = s
		defs = append(defs, &tooldef.Tool{Name: name, Source: "schema.json", Envelope: tooldef.Schema, Input: node})
	}
	subjects, program := prepare(t, defs, 50)
	n := tally{anyOrder: true}
	for i, s := range subjects {
		of := shared[s.model.Name]
		r := sample.NewSchemas(seed + 1_000_000 + uint64(i))
		for range values {
			value := r.SharedInstance()
			var first bool
			for use := range of.Uses() {
				v := of.At(use, value)
				valid := n.check(t, program, s, v)
				if use == 0 || use == of.Uses()-1 {
					n.checkGoValues(t, program, s, v, 1)
				}
				switch {
				case value == nil && of.TakesNull(use) != of.TakesNull(0):
				case use == 0:
					first = valid
				case valid != first:
					t.Errorf("%s\n  schema %s\n  value %v\n  valid at use 0: %t, at use %d: %t", s.name, of.Schema, value, first, use, valid)
				}
			}
		}
	}
	t.Logf("%d schemas: %v", len(subjects), n)
	if n.accepted*10 < n.values {
		t.Errorf("only %d of %d values are valid: the sampler is too weak", n.accepted, n.values)
	}
}

// More uses of a definition than the limit for inlining, of the kinds that once lost their checks.
func TestUsesBeyondInPlace(t *testing.T) {
	t.Parallel()
	wide := func(uses int, use, definition string) string {
		var properties []string
		for i := range uses {
			properties = append(properties, fmt.Sprintf(`"p%d":%s`, i, strings.ReplaceAll(use, "%d", fmt.Sprint(i))))
		}
		return `{"type":"object","properties":{` + strings.Join(properties, ",") + `},"$defs":{"T":` + definition + `}}`
	}
	const apart, direct, items = `{"type":"object","properties":{"t":{"$ref":"#/$defs/T"},"x%d":{"type":"integer"}}}`, `{"$ref":"#/$defs/T"}`, `{"type":"array","items":{"$ref":"#/$defs/T"}}`
	text := `{"type":"string","minLength":1,"anyOf":[{"anyOf":[{"format":"date"},{"format":"date-time"}]},{"pattern":"^now"}]}`
	var large []string // too large to inline
	for i := range 60 {
		large = append(large, fmt.Sprintf(`{"not":{"const":"x%d"}}`, i))
	}
	var cases []schemaCase
	for _, uses := range []int{1, 4, 5, 8, 9, 13} {
		last := fmt.Sprintf("p%d", uses-1)
		cases = append(cases,
			schemaCase{fmt.Sprintf("choice in %d structs", uses), wide(uses, apart, text), map[string]string{
				`{"` + last + `":{"t":"zzz"}}`: last + ".t anyOf", `{"` + last + `":{"t":"now"}}`: "", `{"` + last + `":{"t":"2024-02-29"}}`: ""}},
			schemaCase{fmt.Sprintf("double negation in %d fields", uses), wide(uses, direct, `{"type":"string","not":{"not":{"pattern":"^ok"}}}`), map[string]string{
				`{"` + last + `":"zzz"}`: last + " not", `{"` + last + `":"ok"}`: ""}},
			schemaCase{fmt.Sprintf("nothing but a choice in %d structs", uses), wide(uses, apart, `{"anyOf":[{"type":"integer","const":0},{"type":"integer","not":{"type":"integer","exclusiveMaximum":1000}}]}`), map[string]string{
				`{"` + last + `":{"t":0}}`: "", `{"` + last + `":{"t":1000}}`: "", `{"` + last + `":{"t":"x"}}`: last + ".t anyOf"}},
			schemaCase{fmt.Sprintf("condition on a list in %d lists", uses), wide(uses, items, `{"type":"array","items":{"type":"integer"},"if":{"anyOf":[{"minItems":2},{"contains":{"const":7}}]},"then":{"contains":{"minimum":5}}}`), map[string]string{
				`{"` + last + `":[[7]]}`: "", `{"` + last + `":[[1,2]]}`: last + "[0] contains", `{"` + last + `":[[1]]}`: ""}},
			schemaCase{fmt.Sprintf("a large definition in %d structs", uses), wide(uses, apart, `{"type":"string","allOf":[{"anyOf":[`+strings.Join(large[:30], ",")+`]}],"not":{"anyOf":[`+strings.ReplaceAll(strings.Join(large, ","), `"not"`, `"if":{},"then"`)+`]}}`), map[string]string{
				`{"` + last + `":{"t":"x3"}}`: last + ".t not", `{"` + last + `":{"t":"x60"}}`: ""}},
		)
	}
	runSchemaCases(t, cases)
}
