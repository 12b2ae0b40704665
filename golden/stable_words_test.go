package golden

import (
	"math/rand/v2"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// Keywords whose members are schemas or lists by key do not depend on key order.
func TestStableMembers(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"patterns":       `{"type":"object","properties":{"m":{"type":"object","patternProperties":{"^x":{"type":"integer"},"y$":{"type":"string"},"z":{"minimum":3}}},"s":{"type":"object","properties":{"xy":{}},"patternProperties":{"^x":{"type":"integer"},"y$":{"maximum":3}}},"any":{"anyOf":[{"patternProperties":{"^x":{"type":"integer"},"y$":{"type":"string"}}},{"type":"string"}]}}}`,
		"dependencies":   `{"type":"object","properties":{"q":{}},"dependentSchemas":{"a":{"required":["b"]},"c":{"required":["d"],"properties":{"e":{}}}},"dependentRequired":{"e":["f"],"g":["h"]},"anyOf":[{"dependentSchemas":{"k":{"properties":{"l":{}}},"m":{"properties":{"n":{}}}}},{"required":["q"]}]}`,
		"old ones":       `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"q":{}},"dependencies":{"a":["b"],"c":{"required":["d"]},"e":{"properties":{"f":{}}}}}`,
		"definitions":    `{"type":"object","properties":{"a":{"$ref":"#/$defs/x-y"},"b":{"$ref":"#/$defs/x_y"}},"$defs":{"x-y":{"type":"object","properties":{"z":{"$ref":"#/$defs/x_y"}}},"x_y":{"type":"object","properties":{"z":{"$ref":"#/$defs/x-y"}}},"xY":{"type":"string","enum":["a"]}}}`,
		"unevaluated":    `{"type":"object","properties":{"q":{}},"patternProperties":{"^a":{},"b$":{}},"dependentSchemas":{"q":{"properties":{"r":{}}},"s":{"patternProperties":{"^t":{},"u$":{}}}},"unevaluatedProperties":false}`,
		"default values": `{"type":"object","properties":{"o":{"type":"object","properties":{"a":{},"b":{}},"default":{"b":1,"a":2}},"e":{"enum":[{"x":1,"y":2}]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			node, _ := tooldef.ParseNode("schema.json", []byte(source))
			want := printed(t, "schema.json", []byte(source))
			for run := range 30 {
				r := rand.New(rand.NewPCG(uint64(run), 51))
				text := shuffled(node, r, true).JSON()
				if got := printed(t, "schema.json", []byte(text)); got != want {
					t.Fatalf("other bytes for %s", text)
				}
			}
		})
	}
}
