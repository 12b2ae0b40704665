package dynamic

import (
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime"
)

// TestHintReadsSchemaOnce compares the memory for a hint with the length of the schema: a fault may look up parts of the
// schema, but must not parse it as a whole again.
func TestHintReadsSchemaOnce(t *testing.T) {
	const fields, most = 100, 8 << 20
	for name, c := range map[string]struct{ field, value string }{
		"minProperties": {`{"type":"object","minProperties":3}`, `{}`},
		"contains":      {`{"type":"array","items":{"type":"string"},"contains":{"const":"a"}}`, `["b"]`},
		"not":           {`{"type":"integer","not":{"enum":[1,2]}}`, `1`},
		"choice":        {`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`},
		"tuple":         {`{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"minItems":2}`, `[]`},
	} {
		t.Run(name, func(t *testing.T) {
			var properties, members []string
			for i := range fields {
				properties = append(properties, fmt.Sprintf(`"f%d":%s`, i, c.field))
				members = append(members, fmt.Sprintf(`"f%d":%s`, i, c.value))
			}
			for i := range 600 {
				properties = append(properties, fmt.Sprintf(`"other%d":{"type":"string","description":"%s"}`, i, strings.Repeat("x", 60)))
			}
			schema := `{"type":"object","properties":{` + strings.Join(properties, ",") + `}}`
			args := []byte(`{` + strings.Join(members, ",") + `}`)
			set, diags := Load("wide.json", []byte(schema), Options{Envelope: tooldef.Schema, TypeName: "Wide"})
			if len(set.Tools) != 1 {
				t.Fatal(diags)
			}
			_, err := set.Tools[0].Decode(args)
			if err == nil {
				t.Fatal("the call is valid")
			}
			runtime.BuildHint(set.Tools[0], err, runtime.WithCall(args)) // fills the caches
			var before, after goruntime.MemStats
			goruntime.ReadMemStats(&before)
			runtime.BuildHint(set.Tools[0], err, runtime.WithCall(args))
			goruntime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > most {
				t.Errorf("the hint took %d bytes for a schema of %d", took, len(schema))
			}
		})
	}
}
