package differential

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/gentest/worker"
)

// TestLadders checks values against definitions that each lead to the next in two ways; without memoization
// that takes time 2^n. Each definition is equivalent to the last, so the expected result is known; the oracle
// does not terminate.
func TestLadders(t *testing.T) {
	t.Parallel()
	const rungs = 34
	rung := map[string]string{
		"AnyOf":            `{"anyOf":[%,%]}`,
		"AnyOfMore":        `{"anyOf":[{"allOf":[%]},{"allOf":[%],"maxProperties":9,"maxLength":9,"maxItems":9,"maximum":999}]}`,
		"OneOf":            `{"oneOf":[%,{"allOf":[%],"maxProperties":0,"maxLength":0,"maxItems":0,"maximum":0}]}`,
		"Not":              `{"not":{"anyOf":[{"not":%},{"not":%}]}}`,
		"Then":             `{"allOf":[{"if":{"not":{"const":1}},"then":%},{"if":{"not":{"const":2}},"then":%}]}`,
		"ThenAndElse":      `{"if":%,"then":%,"else":%}`,
		"ThenOfNot":        `{"if":{"not":%},"then":%}`,
		"DependentSchemas": `{"if":{"type":"object"},"then":{"dependentSchemas":{"a":%,"b":%}},"else":%}`,
		"Mixed":            `{"anyOf":[%,{"const":1}],"not":{"not":%}}`,
		"AllOf":            `{"allOf":[%,{"allOf":[%]}]}`,
		"Unevaluated":      `{"anyOf":[%,%],"dependentSchemas":{"a":%},"unevaluatedProperties":{"maximum":9}}`,
	}
	values := map[string]bool{
		`{"k":1,"a":1,"b":1}`: true, `{"a":1,"b":1}`: false, `[1,2,3]`: true, `[]`: false, `[1]`: false,
		`"four"`: true, `"x"`: false, `50`: true, `5`: false, `null`: false, `true`: false,
	}
	types := map[string]string{"": "{[\"501nt", "object": "{", "array": "[", "string": `"`, "number": "5", "integer": "5"} // first characters of values
	begins := map[string]string{}
	var defs []*tooldef.Tool
	for name, form := range rung {
		for typ, first := range types {
			value := `{"$ref":"#/$defs/d0"}`
			if typ != "" {
				value = fmt.Sprintf(`{"$ref":"#/$defs/d0","type":%q,"items":{"type":"integer"},"properties":{"k":{"type":"integer"},"a":{"type":"integer"}}}`, typ)
			}
			var parts []string
			for i := range rungs {
				parts = append(parts, fmt.Sprintf(`"d%d":`, i)+strings.ReplaceAll(form, "%", fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1)))
			}
			parts = append(parts, fmt.Sprintf(`"d%d":{"type":["object","array","string","number"],"required":["k"],"minItems":3,"minLength":3,"minimum":10}`, rungs))
			node, diags := tooldef.ParseNode("schema.json", []byte(fmt.Sprintf(`{"type":"object","properties":{"v":%s},"$defs":{%s}}`, value, strings.Join(parts, ","))))
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			begins[name+typ] = first
			defs = append(defs, &tooldef.Tool{Name: name + typ, Source: name, Envelope: tooldef.Schema, Input: node})
		}
	}
	p, diags := lower.Lower(defs, lower.Options{Package: "ladders"})
	if diags.HasErrors() || len(p.Tools) != len(defs) {
		t.Fatal(diags)
	}
	program := gentest.Build(t, []*model.Package{p}, gentest.Options{})
	for _, m := range p.Tools {
		name, interpreted := m.Name, dynamic.NewTool(m)
		for value, valid := range values {
			valid = valid && strings.Contains(begins[name], value[:1])
			q := worker.Question{Package: "ladders", Tool: name, Args: `{"v":` + value + `}`}
			for engine, ask := range map[string]func(worker.Question) worker.Verdict{
				"generated code":  program.Ask,
				"the interpreter": func(q worker.Question) worker.Verdict { return worker.Judge(interpreted, q) },
			} {
				verdict := make(chan worker.Verdict, 1)
				go func() { verdict <- ask(q) }()
				select {
				case got := <-verdict:
					if got.Valid != valid || got.Failure != "" || len(got.Validate) > 0 {
						t.Errorf("%s, %s by %s: valid is %t, want %t %s %v", name, value, engine, got.Valid, valid, got.Failure, got.Validate)
					}
				case <-time.After(time.Minute):
					t.Fatalf("%s, %s: %s does not come to a verdict", name, value, engine)
				}
			}
		}
	}
}
