package runtime

import (
	"strings"
	"testing"
)

// TestOwnKeysAreFoundOnce holds that a key which stands in an object very often is kept once: each question
// for another key goes through all that were found.
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
			t.Errorf("%d keys are kept", len(keys.found))
		}
		d.Skip()
	})
}

// TestKeysOfAnObjectInAString holds that a look ahead finds the keys of an object in a string after a member that
// is an object or a list.
func TestKeysOfAnObjectInAString(t *testing.T) {
	t.Parallel()
	for _, before := range []string{`1`, `[]`, `{\"x\":[1]}`} {
		text := `"{\"a\":` + before + `,\"b\":\"c\"}"`
		_, _ = Decode([]byte(text), func(_ *any, d *Decoder) {
			if got, kind, ok := d.PeekProperty("b"); got != "c" || kind != TypeString || !ok {
				t.Errorf("%s: %q %v %v", text, got, kind, ok)
			}
			var keys []string
			d.peekKeys(func(key []byte) { keys = append(keys, string(key)) })
			if strings.Join(keys, " ") != "a b" {
				t.Errorf("%s: keys %q", text, keys)
			}
			d.Skip()
		}, Lenient())
	}
}
