package dynamic

import (
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// loadSchema makes a tool of a bare schema.
func loadSchema(t *testing.T, schema string) *Tool {
	t.Helper()
	set, diags := Load("thing.json", []byte(schema), Options{Envelope: tooldef.Schema, TypeName: "Thing"})
	if len(set.Tools) != 1 {
		t.Fatalf("the schema is refused: %v", diags)
	}
	return set.Tools[0]
}

// TestHostileNesting wants an answer in time for values that fit several branches at every depth.
func TestHostileNesting(t *testing.T) {
	for name, schema := range map[string]string{
		"union": `{"anyOf":[{"type":"object","properties":{"a":{"$ref":"#"}},"required":["z"]},{"type":"object","properties":{"a":{"$ref":"#"}},"required":["y"]}]}`,
		"one":   `{"oneOf":[{"type":"object","properties":{"a":{"$ref":"#"}},"required":["z"]},{"type":"object","properties":{"a":{"$ref":"#"}},"required":["y"]}]}`,
		"any":   `{"anyOf":[{"properties":{"a":{"$ref":"#"}},"required":["z"]},{"properties":{"a":{"$ref":"#"}},"required":["y"]}]}`,
		"not":   `{"properties":{"a":{"not":{"$ref":"#"}}}}`,
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
				t.Error("there is no answer after ten seconds")
			}
		})
	}
}
