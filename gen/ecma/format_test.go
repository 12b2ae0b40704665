package ecma

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/gencode"
)

// TestFormatRegex holds that the format regex, which package runtime checks by itself, takes each
// pattern that is read here, and knows the same properties of Unicode.
func TestFormatRegex(t *testing.T) {
	t.Parallel()
	for _, table := range []map[string]string{categories(), scripts(), binaryProperties()} {
		for name := range table {
			for _, property := range []string{name, strings.ToLower(name), "gc=" + name, "sc=" + name, "scx=" + name, "x=" + name} {
				pattern := `\p{` + property + `}`
				_, err := parse(pattern)
				if gencode.IsFormat(pattern, "regex") != (err == nil) {
					t.Errorf("%s: the format says otherwise than the parser: %v", pattern, err)
				}
			}
		}
	}
	for name := range fixedProperties {
		if !gencode.IsFormat(`\p{`+name+`}`, "regex") {
			t.Errorf("the format does not know %s", name)
		}
	}
	for seed := range uint64(2000) {
		w := writer{r: rand.New(rand.NewPCG(seed, 19)), advanced: true, flags: true}
		pattern := w.pattern()
		if p, err := parse(pattern); err == nil && len(p.notes) == 0 && !gencode.IsFormat(pattern, "regex") {
			t.Errorf("the format refuses %s", pattern)
		}
	}
}
