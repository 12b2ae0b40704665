package dynamic

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// TestBacktrackingHasABudget checks that the time of a call does not grow with the number of strings that make a pattern
// backtrack without bound, wherever the pattern is.
func TestBacktrackingHasABudget(t *testing.T) {
	t.Parallel()
	const runaway = `{"type":"string","pattern":"^(a+)+\\1b$"}`
	texts := `"` + strings.Repeat("a", 30) + `"`
	texts = `{"list":[` + strings.Repeat(texts+",", 99) + texts + `]}`
	for name, items := range map[string]string{
		"pattern":   runaway,
		"anyOf":     `{"anyOf":[` + runaway + `,{"type":"string","minLength":99}]}`,
		"not":       `{"not":` + runaway + `}`,
		"if":        `{"if":` + runaway + `,"then":{"minLength":40}}`,
		"different": `{"oneOf":[` + runaway + `,` + strings.Replace(runaway, "b$", "c$", 1) + `]}`,
	} {
		set, diagnostics := Load("s.json", []byte(`[{"name":"t","inputSchema":{"type":"object","properties":{"list":{"type":"array","items":`+items+`}}}}]`), Options{})
		if len(set.Tools) != 1 {
			t.Fatal(diagnostics)
		}
		began := time.Now()
		_, err := set.Tools[0].Decode([]byte(texts))
		if took := time.Since(began); took > 6*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
		var invalid *runtime.ValidationError
		if !errors.As(err, &invalid) {
			t.Errorf("%s: got %v, want it to be rejected", name, err)
			continue
		}
		said := false
		for _, issue := range invalid.Issues() {
			said = said || issue.Constraint == "pattern" && issue.Message != ""
		}
		if !said {
			t.Errorf("%s: %d issues, none about the time of the pattern: %v", name, len(invalid.Issues()), invalid.Issues()[0])
		}
	}
}
