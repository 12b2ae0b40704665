package runtime

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestPlainText holds each look at eight bytes at a time against one at each byte.
func TestPlainText(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	for n := range 20_000 {
		text := []byte(strings.Repeat("a", n%30))
		for range min(rnd.IntN(3), len(text)) {
			text[rnd.IntN(len(text))] = byte(rnd.IntN(256))
		}
		s := string(text)
		odd := func(extra string, least byte) bool {
			return strings.ContainsFunc(s, func(r rune) bool { return r < rune(least) || r >= 0x7f }) || strings.ContainsAny(s, extra)
		}
		for name, is := range map[string][2]bool{
			"showsAsIs":   {showsAsIs(s), !odd("", ' ')},
			"rawShows":    {rawShows(text), !odd("", ' ')},
			"plainJSON":   {plainJSON(s), !odd("\"\\", ' ')},
			"plainMarkup": {plainMarkup(s), !odd("\"\\<>&", ' ')},
			"isCompact":   {isCompact(text), !odd("<>&", '!')},
		} {
			if is[0] != is[1] {
				t.Fatalf("%s(%q) is %v", name, s, is[0])
			}
		}
		if got, want := string(appendQuote(nil, s)), strconv.Quote(s); got != want || quote(s) != want {
			t.Fatalf("%q is quoted as %s", s, got)
		}
	}
}
