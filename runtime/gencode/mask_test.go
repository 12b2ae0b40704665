package gencode

import (
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

// TestObjectMask covers objects without a known tool, as when Go code validates a value.
func TestObjectMask(t *testing.T) {
	t.Parallel()
	spec := &ObjectSpec{Keys: []string{"card", "n"}, Sensitive: []int{0}, SensitiveRest: true, Words: []string{"no"}}
	for _, tt := range []struct {
		field, want string
		secret      bool
	}{
		{"card", "card", true},
		{"card.no", "card.no", true},
		{"card.S[1].no", `card["•••"][1].no`, true},
		{"cards", "cards", true},
		{"other.S", `other["•••"]`, true},
		{"n", "n", false},
		{"n.S", "n.S", false},
		{"[1]", "[1]", false},
		{"", "", false},
	} {
		field := tt.field
		if secret := spec.hides(&field); secret != tt.secret || field != tt.want {
			t.Errorf("%q: %q, %t, want %q, %t", tt.field, field, secret, tt.want, tt.secret)
		}
	}
	_, err := Decode([]byte(`{}`), func(v *map[string]any, d *Decoder) {
		o := Object{Spec: spec}
		for d.Next(&o) {
			d.Skip()
		}
		d.Violation(runtime.ValidationIssue{Field: "card.S", Constraint: "additionalProperties", Expected: "no", Got: "S", Fields: []string{"n", "card.S"}})
		d.Mask(&o)
	})
	want := []runtime.ValidationIssue{{Field: `card["•••"]`, Constraint: "additionalProperties", Fields: []string{"n", `card["•••"]`}}}
	if diff := testdiff.Diff(want, err.(*runtime.ValidationError).Issues()); diff != "" {
		t.Error(diff)
	}
}
