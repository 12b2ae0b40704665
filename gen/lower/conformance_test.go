package lower

import (
	"strings"
	"testing"
	"time"
)

func TestEndless(t *testing.T) {
	for _, schema := range []string{
		`{"anyOf":[{"type":"string"},{"$ref":"#"}]}`,
		`{"not":{"$ref":"#"}}`,
		`{"allOf":[{"$ref":"#"}]}`,
		`{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`,
		`{"oneOf":[{"$ref":"#"},{"type":"null"}]}`,
		`{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"if":true,"then":{"$ref":"#/$defs/b"}},"b":{"then":true,"if":true,"anyOf":[{"$ref":"#/$defs/b"}]}}}`,
		`{"properties":{"x":{"anyOf":[{"$ref":"#/$defs/d"},{"type":"null"}]}},"$defs":{"d":{"type":"object","anyOf":[{"$ref":"#/$defs/d"},{"required":["a"]}]}}}`,
	} {
		tool, diags := lowerSchema(t, schema)
		if tool != nil || !strings.Contains(strings.Join(diags, "\n"), "endlessly") {
			t.Errorf("%s: %v", schema, diags)
		}
	}
	for _, schema := range []string{
		`{"$ref":"#/$defs/n","$defs":{"n":{"properties":{"next":{"anyOf":[{"$ref":"#/$defs/n"},{"type":"null"}]}}}}}`,
		`{"anyOf":[{"type":"string"},{"type":"array","items":{"$ref":"#"}}]}`,
		`{"not":{"properties":{"a":{"$ref":"#"}}}}`,
	} {
		if tool, diags := lowerSchema(t, schema); tool == nil {
			t.Errorf("%s: %v", schema, diags)
		}
	}
}

// TestDeepChoices checks that each union is examined once, however deeply unions are nested.
func TestDeepChoices(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/d00","$defs":{"d40":{"type":"string"}`)
	for i := 39; i >= 0; i-- {
		next := strings.Repeat(`,{"$ref":"#/$defs/d`+itoa(i+1)+`"}`, 4)[1:]
		b.WriteString(`,"d` + itoa(i) + `":{"anyOf":[` + next + `]}`)
	}
	b.WriteString("}}")
	start := time.Now()
	if tool, diags := lowerSchema(t, b.String()); tool == nil {
		t.Fatal(diags)
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("it took %v", took)
	}
}

func itoa(i int) string { return string(rune('0'+i/10)) + string(rune('0'+i%10)) }
