package ecma

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/toolgen/toolgen/runtime/gencode"
)

// TestFormatRegex holds that the format regex, which package runtime checks by itself, takes each
// pattern that is read here, and knows the same properties of Unicode.
func TestFormatRegex(t *testing.T) {
	t.Parallel()
	for _, table := range []map[string]string{unicode.CategoryAliases, scripts(), binaryProperties()} {
		for name := range table {
			for _, property := range []string{name, strings.ToLower(name), "gc=" + name, "sc=" + name, "scx=" + name, "x=" + name} {
				pattern := `\p{` + property + `}`
				_, err := parse(pattern)
				if isRegex(t, pattern) != (err == nil) {
					t.Errorf("%s: the format says otherwise than the parser: %v", pattern, err)
				}
			}
		}
	}
	for name := range fixedProperties {
		if !isRegex(t, `\p{`+name+`}`) {
			t.Errorf("the format does not know %s", name)
		}
	}
	for seed := range uint64(2000) {
		w := writer{r: rand.New(rand.NewPCG(seed, 19)), advanced: true, flags: true}
		pattern := w.pattern()
		if p, err := parse(pattern); err == nil && len(p.notes) == 0 && !isRegex(t, pattern) {
			t.Errorf("the format refuses %s", pattern)
		}
	}
}

// isRegex reports whether the runtime accepts the pattern as a text of format regex.
func isRegex(t *testing.T, pattern string) bool {
	t.Helper()
	data, err := json.Marshal(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var text string
	return gencode.DecodeWith(data, func(d *gencode.Decoder) {
		d.String(&text)
		d.Format(text, "regex")
	}) == nil
}
