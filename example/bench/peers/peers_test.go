package peers

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/example/bench/payload"
)

// Only correct results are worth measuring.
func TestValidCallsAreAccepted(t *testing.T) {
	t.Parallel()
	for _, c := range All() {
		for _, kind := range payload.Kinds {
			for _, form := range payload.Forms {
				if err := c.Read[kind](kind.Text(form)); err != nil {
					t.Errorf("%s rejects %s, %s: %v", c.Name, kind, form, err)
				}
			}
		}
	}
}

// How many of the three faults of each call a contestant finds. A change is not an error of toolgen, but the
// published table of faults changes with it.
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
		"ogen":                      {1, 3, 1}, // the first fault that decoding finds, else all
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

// toolgen reports each of the common lapses as a single fault.
func TestLapsesAreRefused(t *testing.T) {
	t.Parallel()
	c := toolgen()
	for _, lapse := range payload.Lapses() {
		if found := c.Faults(c.Read[payload.Invoice](lapse.Text)); found != 1 {
			t.Errorf("%s: found %d faults", lapse.Name, found)
		}
	}
}

// Every contestant finds a syntax error.
func TestBrokenTextIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range All() {
		for _, kind := range payload.Kinds {
			text := kind.Compact()
			if err := c.Read[kind](text[:len(text)/2]); err == nil {
				t.Errorf("%s accepts a truncated %s", c.Name, kind)
			}
		}
	}
}
