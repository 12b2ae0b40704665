package differential

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/sample"
)

// Reported schemas whose shared definitions lost their checks agree with the oracle.
func TestReportedSharedDefinitions(t *testing.T) {
	t.Parallel()
	shared := gentest.Shared()
	if shared == "" {
		t.Skip("no reports beside the module")
	}
	var defs []*tooldef.Tool
	reports := filepath.Join(shared, "cases", "reports")
	for name, path := range map[string]string{
		"Apart": "26-checks-of-a-shared-definition-dropped/schema.json", "Same": "26-checks-of-a-shared-definition-dropped/same-struct-9th-use.json",
		"Base": "26-checks-of-a-shared-definition-dropped/allOf-base-inherited.json", "Simplest": "27-shared-definition-internal-error/simplest.json",
		"Nothing": "27-shared-definition-internal-error/schema.json", "Vega": "27-shared-definition-internal-error/vega-lite.json",
	} {
		data, err := os.ReadFile(filepath.Join(reports, path))
		if err != nil {
			t.Skip(err)
		}
		node, diags := tooldef.ParseNode("schema.json", data)
		if node == nil || diags.HasErrors() {
			t.Fatal(diags)
		}
		defs = append(defs, &tooldef.Tool{Name: name, Source: path, Envelope: tooldef.Schema, Input: node})
	}
	slices.SortFunc(defs, func(a, b *tooldef.Tool) int { return strings.Compare(a.Name, b.Name) })
	subjects, program := prepare(t, defs, 1)
	if len(subjects) != len(defs) {
		t.Errorf("%d of %d schemas are usable", len(subjects), len(defs))
	}
	n := tally{anyOrder: true}
	for i, s := range subjects {
		r := sample.New(uint64(i), 26)
		if s.model.Name == "Apart" || s.model.Name == "Base" {
			for text, valid := range map[string]bool{`{"p4":{"t":"zzz"}}`: false, `{"p3":{"t":"zzz"}}`: false, `{"p4":{"t":"now"}}`: true} {
				if n.check(t, program, s, parsed(t, text)) != valid {
					t.Errorf("%s: wrong verdict on %s", s.name, text)
				}
			}
		}
		for range 40 {
			n.check(t, program, s, r.Mutate(r.Value(s.model.Args, 3)))
		}
	}
	t.Logf("%d schemas: %v", len(subjects), n)
}
