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
			(rounded(a, maxBound) || rounded(b, maxBound) || isSum(a) && isSum(b)) {
			return &fault{
				offset: e.Offset, warning: true, problem: e.Text + " between computed doubles depends on rounding",
				fix: "allow for a tolerance: math.abs(a - b) <= 0.005",
			}
		}
	}
	return nil
}

func isSum(e *model.Expr) bool { return e.Op == model.Call && e.Text == "sum" }

// maxBound limits how many nested variables are followed: each may be read many times.
const maxBound = 6

// rounded reports whether a double is the result of arithmetic, or selected from or the sum of such. It follows
// variables to the given depth.
func rounded(e *model.Expr, depth int) bool {
	of := func(arg *model.Expr) bool { return rounded(arg, depth) }
	switch {
	case e.Type.Kind != model.DoubleExpr:
		return false
	case e.Op == model.Var:
		return e.Bound != nil && depth > 0 && rounded(e.Bound, depth-1)
	case e.Op == model.Bind:
		return of(e.Args[1])
	case e.Op == model.If, e.Op == model.OrValue:
		return slices.ContainsFunc(e.Args, of)
	case e.Op != model.Call:
		return false
	case strings.Contains("+-*/", e.Text):
		return true
	}
	switch e.Text {
	case "math.abs", "neg", "math.min", "math.max":
		return slices.ContainsFunc(e.Args, of)
	case "sum", "min", "max":
		return roundedItems(e.Args[0], depth)
	}
	return false
}

// roundedItems reports whether some item of a list is rounded.
func roundedItems(e *model.Expr, depth int) bool {
	of := func(arg *model.Expr) bool { return roundedItems(arg, depth) }
	switch e.Op {
	case model.Var:
		return e.Bound != nil && depth > 0 && roundedItems(e.Bound, depth-1)
	case model.List:
		return slices.ContainsFunc(e.Args, func(item *model.Expr) bool { return rounded(item, depth) })
	case model.MapItems:
		return rounded(e.Args[1], depth)
	case model.FilterItems:
		return of(e.Args[0])
	case model.Bind:
		return of(e.Args[1])
	case model.If:
		return slices.ContainsFunc(e.Args[1:], of)
	}
	return false
}
