package providerlimits

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gentest"
	_ "github.com/toolgen/toolgen/internal/update" // declares -update
)

// TestKnownVerdicts checks schemas that providers are known to accept or reject.
func TestKnownVerdicts(t *testing.T) {
	t.Parallel()
	shared := gentest.Shared()
	if shared == "" {
		t.Skip("no schemas beside the module")
	}
	table, err := os.ReadFile(filepath.Join(shared, "providers", "cases.tsv"))
	if err != nil {
		t.Skip(err)
	}
	checked := 0
	for _, line := range strings.Split(strings.TrimSpace(string(table)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		form, refused, sure := cells[0], cells[1] == "refused", !slices.Contains([]string{"guessed", "conflicting"}, cells[4])
		if keywords[form] == "" && !slices.Contains([]string{OpenAIFunction, AnthropicTools, BedrockConverse}, form) || strings.Contains(line, "may be gone") ||
			strings.Contains(line, "non-anthropic") || strings.Contains(line, "no-parameters") {
			continue
		}
		schema, err := os.ReadFile(filepath.Join(shared, "providers", cells[2]))
		if err != nil {
			t.Fatal(err)
		}
		checked++
		faults := slices.DeleteFunc(Check(form, schema), func(f Fault) bool { return !f.Sure })
		if (len(faults) > 0) != refused && sure {
			t.Errorf("%s: %v, want rejected: %v", cells[2], faults, refused)
		}
	}
	t.Logf("%d schemas", checked)
}

// TestCheck checks schemas with one fault each, and without.
func TestCheck(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ form, schema, want string }{
		{OpenAIStrict, `{"type":"object","properties":{"a":{"type":["string","null"]}},"required":["a"],"additionalProperties":false}`, ""},
		{OpenAIStrict, `{"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false}`, `#: "a" is not required`},
		{OpenAIStrict, `{"type":"object","properties":{},"required":[]}`, "#: additionalProperties is not false"},
		{OpenAIStrict, `{"type":"object","properties":{"a":{"type":"array","items":{}}},"required":["a"],"additionalProperties":false}`, "#/properties/a/items: no type"},
		{OpenAIStrict, `{"type":"object","properties":{"a":{"type":"string","minLength":1}},"required":["a"],"additionalProperties":false}`, "#/properties/a: the keyword minLength"},
		{OpenAIFunction, `{"type":"object","anyOf":[{"required":["a"]}]}`, "#: anyOf at the root"},
		{OpenAIFunction, `{"type":"object","properties":{"a":{"type":"array"}}}`, "#/properties/a: an array without items"},
		{AnthropicTools, `{"type":"object","properties":{"filter[name]":{}}}`, `#: the key "filter[name]"`},
		{AnthropicStrict, `{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"},"minItems":2}},"additionalProperties":false}`, "#/properties/a: minItems 2"},
		{AnthropicStrict, `{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"additionalProperties":false,"$defs":{"a":{"type":"array","items":{"$ref":"#/$defs/a"}}}}`, "#/$defs/a/items: an external or recursive reference: #/$defs/a"},
		{GeminiParameters, `{"type":"OBJECT","properties":{"a":{"type":"string"}}}`, "#/properties/a: the type string"},
		{BedrockConverse, `{"properties":{}}`, "#: the type at the root is not object"},
	} {
		got := ""
		if faults := Check(tt.form, []byte(tt.schema)); len(faults) > 0 {
			got = faults[0].String()
		}
		if got != tt.want {
			t.Errorf("%s for %s: got %q, want %q", tt.schema, tt.form, got, tt.want)
		}
	}
}
