package lower

import (
	"fmt"
	"strings"
	"testing"
)

// TestDefaultsOfLadders validates defaults with definitions that each refer to the next in two ways, which would take the schema
// library 2^40 steps. Faults that it found before the limit count.
func TestDefaultsOfLadders(t *testing.T) {
	t.Parallel()
	for _, form := range []string{
		`{"anyOf":[%[1]s,%[1]s],"default":{"k":5}}`,
		`{"allOf":[{"$ref":"#/$defs/text"},{"if":%[1]s,"then":%[1]s}],"default":"x"}`,
		`{"dependentSchemas":{"k":%[1]s,"l":%[1]s},"default":{"k":1,"l":1}}`,
	} {
		defs := []string{`"text":{"type":"string"}`, `"d40":{"required":["z"],"minLength":2}`}
		for i := range 40 {
			defs = append(defs, fmt.Sprintf(`"d%d":%s`, i, fmt.Sprintf(form, fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1))))
		}
		_, diags := lowerSchema(t, `{"type":"object","properties":{"a":{"type":"string","default":1},"v":{"$ref":"#/$defs/d0"}},"$defs":{`+strings.Join(defs, ",")+`}}`)
		if text := fmt.Sprint(diags); strings.Contains(text, "error") || !strings.Contains(text, "the default 1 breaks its own schema") {
			t.Errorf("%s: %s", form, text)
		}
	}
}
