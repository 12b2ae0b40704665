package expr

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// computedEquality warns of == between computed doubles, whose outcome depends on rounding. Sums are exact, so
// that a sum of fields may be compared with a field.
func computedEquality(e *model.Expr) *fault {
	for e := range e.All() {
		if e.Op != model.Call || e.Text != "==" && e.Text != "!=" {
			continue
		}
		a, b := e.Args[0], e.Args[1]
		if a.Type.Kind == model.DoubleExpr && b.Type.Kind == model.DoubleExpr &&
			(rounded(a, maxBound) || rounded(b, maxBound) || a.Text == "sum" && b.Text == "sum") {
			return &fault{
				offset: e.Offset, warning: true, problem: e.Text + " between computed doubles depends on rounding",
				fix: "allow for a tolerance: math.abs(a - b) <= 0.005",
			}
		}
	}
	return nil
}

// maxBound limits how many nested variables are followed: each may be read many times.
const maxBound = 6

// rounded reports whether a double, or an item of a list of doubles, is the result of arithmetic. It follows
// variables to the given depth.
func rounded(e *model.Expr, depth int) bool {
	switch {
	case e.Bound != nil:
		return depth > 0 && rounded(e.Bound, depth-1)
	case e.Op == model.Call && e.Type.Kind == model.DoubleExpr && strings.Contains("+-*/", e.Text):
		return true
	}
	return slices.ContainsFunc(e.Sources(), func(arg *model.Expr) bool { return rounded(arg, depth) })
}
