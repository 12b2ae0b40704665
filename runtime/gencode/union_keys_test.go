package gencode

import (
	"strings"
	"testing"
)

// TestOwnKeysAreFoundOnce checks that a key that occurs very often in an object is stored once: each lookup of another key
// searches all stored keys.
func TestOwnKeysAreFoundOnce(t *testing.T) {
	t.Parallel()
	u := &UnionSpec{Keys: [][]string{{"a", "x"}, {"b", "c"}}}
	text := `{` + strings.Repeat(`"a":1,`, 1000) + `"\u0062":2,"d":3}`
	_, _ = Decode([]byte(text), func(_ *any, d *Decoder) {
		var keys ownKeys
		for i, want := range []int{1, 1} {
			if got := keys.of(d, u, i); got != want {
				t.Errorf("%d keys of variant %d, want %d", got, i, want)
			}
		}
		if len(keys.found) != 2 {
			t.Errorf("%d keys are stored", len(keys.found))
		}
		d.Skip()
	})
}
