package payload

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The sizes match the published table.
func TestSizes(t *testing.T) {
	t.Parallel()
	for kind, want := range map[Kind][2]int{Deposit: {70, 78}, Invoice: {1850, 1950}, Journal: {148_500, 149_499}} {
		if n := len(kind.Compact()); n < want[0] || n > want[1] {
			t.Errorf("%s has %d bytes, want %d to %d", kind, n, want[0], want[1])
		}
	}
}

// Every form but non-ASCII is equal in value to the compact form, and none is identical to it.
func TestForms(t *testing.T) {
	t.Parallel()
	for _, kind := range Kinds {
		want := parse(t, kind.Compact())
		for _, form := range Forms[1:] {
			text := kind.Text(form)
			if string(text) == string(kind.Compact()) {
				t.Errorf("%s %s is the compact form", kind, form)
			}
			same := cmp.Equal(want, parse(t, text))
			if same != (form != NonASCII) {
				t.Errorf("%s %s: equal to the compact form: %v", kind, form, same)
			}
		}
	}
}

func parse(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
