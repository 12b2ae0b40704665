package dynamic

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// loadSchema loads a tool with a bare schema.
func loadSchema(t *testing.T, schema string) *Tool {
	t.Helper()
	set, diags := Load("thing.json", []byte(schema), Options{Envelope: tooldef.Schema, TypeName: "Thing"})
	if len(set.Tools) != 1 {
		t.Fatalf("the schema is rejected: %v", diags)
	}
	return set.Tools[0]
}

// TestHostileChoices checks nested unions that lead to one schema in exponentially many ways: a verdict must be fast.
func TestHostileChoices(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/d0","unevaluatedProperties":false,"$defs":{"d30":{"properties":{"a":{"type":"string"}}}`)
	for i := range 30 {
		branches := strings.Repeat(fmt.Sprintf(`,{"$ref":"#/$defs/d%d"}`, i+1), 3)[1:]
		fmt.Fprintf(&b, `,"d%d":{"anyOf":[%s],"dependentSchemas":{"a":{"anyOf":[%s]}}}`, i, branches, branches)
	}
	b.WriteString("}}")
	tool := loadSchema(t, b.String())
	start := time.Now()
	for args, valid := range map[string]bool{`{"a":"x"}`: true, `{"a":1}`: false, `{"b":1}`: false, `7`: true} {
		if _, err := tool.Decode([]byte(args)); (err == nil) != valid {
			t.Errorf("%s: %v", args, err)
		}
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("it took %v", took)
	}
}

// TestHostileNesting checks values that match several branches at every depth: a verdict must be fast.
func TestHostileNesting(t *testing.T) {
	for name, schema := range map[string]string{
		"union": `{"anyOf":[{"type":"object","properties":{"a":{"$ref":"#"}},"required":["z"]},{"type":"object","properties":{"a":{"$ref":"#"}},"required":["y"]}]}`,
		"one":   `{"oneOf":[{"type":"object","properties":{"a":{"$ref":"#"}},"required":["z"]},{"type":"object","properties":{"a":{"$ref":"#"}},"required":["y"]}]}`,
		"any":   `{"anyOf":[{"properties":{"a":{"$ref":"#"}},"required":["z"]},{"properties":{"a":{"$ref":"#"}},"required":["y"]}]}`,
		"not":   `{"properties":{"a":{"not":{"$ref":"#"}}}}`,
		"then":  `{"properties":{"a":{"$ref":"#"}},"if":true,"then":{"properties":{"a":{"$ref":"#"}}}}`,
		"needs": `{"properties":{"a":{"$ref":"#"},"b":{"type":"string"}},"dependentSchemas":{"a":{"properties":{"a":{"$ref":"#"}}}}}`,
		"typed": `{"type":"object","properties":{"a":{"$ref":"#"}},"dependentSchemas":{"a":{"properties":{"a":{"$ref":"#"}}}}}`,
		"names": `{"patternProperties":{"^a":{"$ref":"#"},"a$":{"$ref":"#"}}}`,
		"if":    `{"if":{"properties":{"a":{"$ref":"#"}}},"then":{"properties":{"a":{"$ref":"#"}}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			tool := loadSchema(t, schema)
			done := make(chan error, 1)
			go func() {
				_, err := tool.Decode([]byte(strings.Repeat(`{"a":`, 60) + `1` + strings.Repeat("}", 60)))
				done <- err
			}()
			select {
			case err := <-done:
				t.Log(err)
			case <-time.After(10 * time.Second):
				t.Error("no answer after ten seconds")
			}
		})
	}
}
