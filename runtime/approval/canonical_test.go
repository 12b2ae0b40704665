package approval

import (
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// TestCanonicalDepth bounds how deeply arguments may nest: each level takes some of the stack.
func TestCanonicalDepth(t *testing.T) {
	t.Parallel()
	nested := func(open, end string, n int) string {
		return strings.Repeat(open, n) + "0" + strings.Repeat(end, n)
	}
	for _, form := range [][2]string{{"[", "]"}, {`{"a":`, "}"}, {`[{"a":`, "}]"}} {
		levels := strings.Count(form[0], "[") + strings.Count(form[0], "{")
		if _, err := canonical([]byte(nested(form[0], form[1], maxNesting/levels))); err != nil {
			t.Errorf("%s: %v", form, err)
		}
		for _, n := range []int{maxNesting/levels + 1, 5_000_000} {
			if _, err := canonical([]byte(nested(form[0], form[1], n))); err == nil || !strings.Contains(err.Error(), "nest") {
				t.Errorf("%s %d: %v", form, n, err)
			}
		}
	}
}

// TestDeepEdit edits a call in Go, where no endpoint has bounded the arguments before.
func TestDeepEdit(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		for _, args := range []string{
			strings.Repeat("[", 20_000_000),
			`{"To":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`,
			`{"To":` + strings.Repeat("[", maxNesting-2) + strings.Repeat("]", maxNesting-2) + `}`,
		} {
			_, err := r.Decide(t.Context(), grace, Decision{ToolCallID: "c1", Approve: true, Arguments: []byte(args)})
			if !errors.Is(err, runtime.ErrInvalidArguments) {
				t.Errorf("%.20s of %d bytes: %v", args, len(args), err)
			}
		}
		if got := r.get("c1"); got.Status != Pending {
			t.Errorf("the call is %s", got.Status)
		}
	})
}
