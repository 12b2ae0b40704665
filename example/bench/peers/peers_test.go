package peers

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/example/bench/payload"
)

// Only what does its work correctly is worth measuring.
func TestValidCallsAreAccepted(t *testing.T) {
	t.Parallel()
	for _, c := range All() {
		for _, kind := range payload.Kinds {
			for _, form := range payload.Forms {
				if err := c.Read[kind](kind.Text(form)); err != nil {
					t.Errorf("%s refuses %s, %s: %v", c.Name, kind, form, err)
				}
			}
		}
	}
}

// What each contestant finds of the three faults of each call. A change is no fault of toolgen's,
// but the published table of the faults changes with it.
func TestFaultsFound(t *testing.T) {
	t.Parallel()
	got := map[string][3]int{}
	for _, c := range All() {
		var found [3]int
		for i, kind := range payload.Kinds {
			found[i] = c.Faults(c.Read[kind](kind.Faulty()))
		}
		got[c.Name] = found
	}
	want := map[string][3]int{
		"encoding/json Valid":       {0, 0, 0},
		"toolgen":                   {3, 3, 3},
		"ogen":                      {1, 3, 1}, // the first of those that decoding finds, else all
		"go-jsonschema":             {1, 1, 1},
		"encoding/json + validator": {1, 3, 1},
		"santhosh-tekuri/jsonschema + encoding/json": {3, 3, 3},
		"encoding/json Unmarshal":                    {1, 0, 1},
		"sonic Unmarshal":                            {1, 0, 1},
		"goccy/go-json Unmarshal":                    {1, 0, 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("faults found of three (-want +got):\n%s", diff)
	}
}

// toolgen lets none of the common lapses through, and tells of each as the one fault.
func TestLapsesAreRefused(t *testing.T) {
	t.Parallel()
	c := toolgen()
	for _, lapse := range payload.Lapses() {
		if found := c.Faults(c.Read[payload.Invoice](lapse.Text)); found != 1 {
			t.Errorf("%s: %d faults found", lapse.Name, found)
		}
	}
}

// A syntax error is found by all.
func TestBrokenTextIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range All() {
		for _, kind := range payload.Kinds {
			text := kind.Compact()
			if err := c.Read[kind](text[:len(text)/2]); err == nil {
				t.Errorf("%s accepts half of %s", c.Name, kind)
			}
		}
	}
}
