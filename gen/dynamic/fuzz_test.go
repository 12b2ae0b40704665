package dynamic

import (
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/sample"
)

// FuzzDecode feeds arbitrary schemas and arguments: decoding must not panic, must end, and what it accepts must be valid
// when it is decoded again.
func FuzzDecode(f *testing.F) {
	for seed := range uint64(60) {
		r := sample.NewSchemas(seed)
		args, err := json.Marshal(r.Instance(3))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(r.Schema(), string(args))
	}
	f.Add(`{"type":"integer","multipleOf":0.01,"maximum":7e9999999}`, `7e9999999`)
	f.Add(`{"$ref":"#","$defs":{"a":{"$dynamicAnchor":"x"}},"pattern":"^(?!a)"}`, `"b"`)
	f.Fuzz(func(t *testing.T, schema, args string) {
		if len(schema) > 4096 || len(args) > 4096 {
			return
		}
		set, _ := Load("fuzz.json", []byte(schema), Options{Envelope: tooldef.Schema, TypeName: "Fuzz"})
		for _, tool := range set.Tools {
			if _, err := tool.Decode([]byte(args)); err != nil {
				continue
			}
			// The text, not the value: the value lacks unknown keys that generated code drops.
			if err := tool.Validate(json.RawMessage(args)); err != nil {
				t.Errorf("%s\n%s\ndecoded, but %v", schema, args, err)
			}
		}
	})
}
