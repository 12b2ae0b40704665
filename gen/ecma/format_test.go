package ecma

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/toolgen/toolgen/runtime/gencode"
)

// TestFormatRegex holds that the format regex, which package runtime checks by itself, takes each
// pattern that is read here, and knows the same properties of Unicode.
func TestFormatRegex(t *testing.T) {
	t.Parallel()
	names := strings.Fields("Any ASCII AHex Hex White_Space Pat_WS Join_C RI NChar Assigned Alpha EPres IDST Grek Latn Zyyy Qaac Hrkt Unknown x")
	for _, table := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts, unicode.Properties} {
		names = slices.AppendSeq(names, maps.Keys(table))
	}
	for _, name := range slices.AppendSeq(names, maps.Keys(unicode.CategoryAliases)) {
		for _, property := range []string{name, strings.ToLower(name), "gc=" + name, "sc=" + name, "scx=" + name, "x=" + name} {
			pattern := `\p{` + property + `}`
			_, err := parse(pattern)
			if isRegex(t, pattern) != (err == nil) {
				t.Errorf("%s: the format says otherwise than the parser: %v", pattern, err)
			}
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
