package dynamic

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// ladder is a schema whose definitions each refer to the next one in several ways, so that there are exponentially many
// paths through few definitions. A % in step is a reference to the next definition.
func ladder(step string) string {
	const steps = 40
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{"v":{"$ref":"#/$defs/a0"}},"$defs":{`)
	for i := range steps {
		fmt.Fprintf(&b, `"a%d":%s,`, i, strings.ReplaceAll(step, "%", fmt.Sprintf(`{"$ref":"#/$defs/a%d"}`, i+1)))
	}
	fmt.Fprintf(&b, `"a%d":{"type":"object","properties":{"k":{"type":"string"}}}}}`, steps)
	return b.String()
}

func TestSchemasWithManyWaysThroughThem(t *testing.T) {
	t.Parallel()
	for _, step := range []string{
		`{"type":"object","dependentSchemas":{"a":%,"b":%}}`,
		`{"type":"object","if":%,"then":%,"else":{}}`,
		`{"type":"object","not":{"not":%},"if":%}`,
		`{"type":"object","anyOf":[%,{"minProperties":1,"anyOf":[%]}]}`,
		`{"type":"object","properties":{"a":{"properties":{"x":%,"y":%}}},"not":{"properties":{"a":{"properties":{"x":%,"y":%}}}}}`,
		`{"properties":{"a":%,"b":%},"items":%}`,
		`{"type":"object","properties":{"a":%,"b":%},"additionalProperties":%}`,
		`{"type":"array","items":%,"contains":%,"prefixItems":[%,%]}`,
	} {
		t.Run(step, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			set, diags := Load("tools.json", []byte(`[{"name":"t","inputSchema":`+ladder(step)+`}]`), Options{})
			if len(set.Tools) != 1 {
				t.Fatal(diags)
			}
			_, err := set.Tools[0].Decode([]byte(`{"v":{"k":"a","a":{"k":"1"},"b":[]}}`))
			_, faulty := set.Tools[0].Decode([]byte(`{"v":{"k":1,"a":{"k":1},"b":[]}}`))
			if strings.HasPrefix(step, `{"type":"object","dep`) && (err != nil || faulty == nil) {
				t.Errorf("got %v and %v, want no error, then an error", err, faulty)
			}
			if took := time.Since(began); took > time.Minute {
				t.Errorf("took %v (%v)", took, err)
			}
		})
	}
}
