package gencode

import "testing"

// TestTypeNames checks the precomputed names of type sets.
func TestTypeNames(t *testing.T) {
	t.Parallel()
	for set := range JSONType(1 << 7) {
		names := set.Names()
		if got, one := set.expected().(string); one != (len(names) == 1) || one && (got != names[0] || set.String() != names[0]) {
			t.Errorf("type set %07b: %v, of %q", set, set.expected(), names)
		}
	}
}
