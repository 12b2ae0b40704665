package fieldpath

import "testing"

// TestKey holds which keys stand in a path as they are.
func TestKey(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"": `[""]`, "a": "a", "Z9_z": "Z9_z", "_": "_", "9a": `["9a"]`, "0": `["0"]`, "a.b": `["a.b"]`, "a$": `["a$"]`, "$a": `["$a"]`,
		"a b": `["a b"]`, "a[": `["a["]`, "a@": `["a@"]`, "a`": "[\"a`\"]", "a{": `["a{"]`, "a/": `["a/"]`, "a:": `["a:"]`, "a\x00": `["a\x00"]`,
		"é": "é", "aé": "aé", "a٣": "a٣", "٣a": `["٣a"]`, "9é": `["9é"]`, "a\xff": `["a\xff"]`, "a—b": `["a—b"]`,
	} {
		if got := Key(key); got != want {
			t.Errorf("Key(%q) = %s, want %s", key, got, want)
		}
	}
}

// TestPrefixIndex holds the quick way to put an index in front of a path against the plain one.
func TestPrefixIndex(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"", "a", "a.b", "[3]", "[3].a", `["a.b"]`, "x234567890123456789012345678901234567890123456789012345678901234567890"} {
		for _, index := range []int{0, 7, 99, 1234567890123} {
			if got, want := PrefixIndex(index, path), Prefix(Index(index), path); got != want {
				t.Errorf("PrefixIndex(%d, %q) = %q, want %q", index, path, got, want)
			}
		}
	}
}
