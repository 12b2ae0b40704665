package dynamic

import (
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
)

// TestRepeatedIssuesAreCounted holds that what is checked very often is not told each time, but never
// passes for sound: whoever compares counts would take a branch for the right one, or remember that it is.
func TestRepeatedIssuesAreCounted(t *testing.T) {
	t.Parallel()
	s := newSchema(&model.Type{Kind: model.Any, Accepts: model.JSONString}, false)
	part := map[string]any{"k": true}
	for name, v := range map[string]any{"an object": part, "an array": []any{part}, "an empty array": []any{}, "a boolean": true} {
		for how, hold := range map[string]func(r *run, c *runtime.Checker){
			"as a part":  func(r *run, c *runtime.Checker) { r.check(s)(c, v) },
			"as a whole": func(r *run, c *runtime.Checker) { r.holdAlso(c, v, s) },
		} {
			r, c := &run{held: checksForAny}, &runtime.Checker{}
			for range 2 * mostEqual {
				mark := c.Mark()
				if hold(r, c); c.Mark() == mark {
					t.Fatalf("%s, %s: nothing was counted", name, how)
				}
			}
		}
	}
}
