package expr

import "github.com/toolgen/toolgen/gen/model"

// maxSize is the maximum size of a rule's Go code in expressions, of some fifty bytes each.
const maxSize = 50_000

// tooLarge reports a rule whose Go code would be too large. A test that can be decided although an operand is
// not, such as x || y, is printed twice if its outcome is used as a value, as in (x || y) == z. Nesting such
// tests therefore doubles the code per level.
func tooLarge(e *model.Expr) *fault {
	if size(e, false) <= maxSize {
		return nil
	}
	return &fault{
		problem: "the rule needs too much Go code, since it nests tests that may fail within && and || within == or ?: too often",
		fix:     "split it into several rules",
	}
}

// size returns the code size of an expression used as a value, or as a test that may be undecided.
func size(e *model.Expr, test bool) float64 {
	if !test && e.Type.Kind == model.BoolExpr && e.CanFail() && e.Absorbs() {
		return 2 * size(e, true)
	}
	total := 1.0
	for i, arg := range e.Args {
		total += size(arg, test && testsPart(e, i))
	}
	return total
}

// testsPart reports whether a part of a test is a test itself.
func testsPart(e *model.Expr, part int) bool {
	switch e.Op {
	case model.And, model.Or:
		return true
	case model.Call:
		return e.Text == "!"
	case model.All, model.Exists, model.Bind:
		return part == 1
	case model.If:
		return part > 0 && e.Type.Kind == model.BoolExpr
	}
	return false
}
