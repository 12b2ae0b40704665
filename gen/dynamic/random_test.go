package dynamic

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/oracle"
	"github.com/toolgen/toolgen/internal/sample"
)

// TestRandomSchemas compares the interpreter with an independent implementation on random schemas, for Decode and for
// Validate.
func TestRandomSchemas(t *testing.T) {
	schemas := 1200
	if n, err := strconv.Atoi(os.Getenv("TOOLGEN_RANDOM_SCHEMAS")); err == nil && n > 0 {
		schemas = n
	}
	var refused, compared, accepted int
	for seed := range schemas {
		r := sample.NewSchemas(uint64(seed))
		r.Draft = []int{2020, 2019, 2020, 7, 2020, 6, 2020, 4}[seed%8]
		text := r.Schema()
		node, diags := tooldef.ParseNode("schema.json", []byte(text))
		if node == nil || diags.HasErrors() {
			t.Fatalf("%s: %v", text, diags)
		}
		independent, err := oracle.Compile(node.JSON())
		if err != nil {
			t.Log(err)
			refused++
			continue
		}
		p, diags := lower.Lower([]*tooldef.Tool{{Name: "Random", Envelope: tooldef.Schema, Input: node}}, lower.Options{Package: "random"})
		if len(p.Tools) == 0 {
			if !strings.Contains(diags[len(diags)-1].Problem, "endlessly") {
				t.Errorf("%d: %s is rejected: %v", seed, text, diags)
			}
			refused++
			continue
		}
		tool := NewTool(p.Tools[0])
		for range 30 {
			v := r.Instance(3)
			data, _ := json.Marshal(v)
			want := independent.Validate(data)
			if want == oracle.ErrUnknown {
				continue
			}
			compared++
			_, got := tool.Decode(data)
			checked := tool.Validate(v)
			if got == nil {
				accepted++
			}
			if (got == nil) != (want == nil) || (checked == nil) != (want == nil) {
				t.Errorf("%d: schema %s\n  value %s\n  the oracle says: %v\n  decoding says: %v\n  checking says: %v", seed, text, data, want, got, checked)
				break
			}
		}
	}
	t.Logf("%d schemas, %d rejected, %d values compared, %d accepted", schemas, refused, compared, accepted)
}
