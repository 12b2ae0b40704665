package runtime

import (
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"testing"
)

// TestKeyStep holds which keys stand in a path as they are.
func TestKeyStep(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"": `[""]`, "a": "a", "Z9_z": "Z9_z", "_": "_", "9a": `["9a"]`, "0": `["0"]`, "a.b": `["a.b"]`, "a$": `["a$"]`, "$a": `["$a"]`,
		"a b": `["a b"]`, "a[": `["a["]`, "a@": `["a@"]`, "a`": "[\"a`\"]", "a{": `["a{"]`, "a/": `["a/"]`, "a:": `["a:"]`, "a\x00": `["a\x00"]`,
		"é": "é", "aé": "aé", "a٣": "a٣", "٣a": `["٣a"]`, "9é": `["9é"]`, "a\xff": `["a\xff"]`, "a—b": `["a—b"]`,
	} {
		if got := fieldpath.Key(key); got != want {
			t.Errorf("keyStep(%q) = %s, want %s", key, got, want)
		}
	}
}

// TestJoinIndex holds the quick way to put an index in front of a path against the plain one.
func TestJoinIndex(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"", "a", "a.b", "[3]", "[3].a", `["a.b"]`, "x234567890123456789012345678901234567890123456789012345678901234567890"} {
		for _, index := range []int{0, 7, 99, 1234567890123} {
			if got, want := fieldpath.PrefixIndex(index, path), fieldpath.Prefix(fieldpath.Index(index), path); got != want {
				t.Errorf("joinIndex(%d, %q) = %q, want %q", index, path, got, want)
			}
		}
	}
}

// TestTypeNames holds the ready names of types against the lists that they are an entry of.
func TestTypeNames(t *testing.T) {
	t.Parallel()
	for set := range JSONType(1 << 7) {
		names := set.Names()
		if got, one := set.expected().(string); one != (len(names) == 1) || one && (got != names[0] || set.String() != names[0]) {
			t.Errorf("type set %07b: %v, of %q", set, set.expected(), names)
		}
	}
}
