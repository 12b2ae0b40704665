package expr

import "github.com/toolgen/toolgen/gen/model"

// maxSize is the maximum size of a rule's Go code in expressions, of some fifty bytes each.
const maxSize = 50_000

// tooLarge reports a rule whose Go code would be too large. A test that can be decided although an operand is
// not, such as x || y, is printed twice if its outcome is used as a value, as in (x || y) == z. Nesting such
// tests therefore doubles the code per level.
func tooLarge(e *model.Expr) *fault {
	if valueSize(e) <= maxSize {
		return nil
	}
	return &fault{
		problem: "the rule takes too much Go, since it nests tests that may fail within && and || within == or ?: too often",
		fix:     "make several rules of it",
	}
}

// valueSize returns the code size of an expression used as a value.
func valueSize(e *model.Expr) float64 {
	if e.Type.Kind == model.BoolExpr && e.CanFail() && e.Absorbs() {
		return 2 * testSize(e)
	}
	size := 1.0
	for _, arg := range e.Args {
		size += valueSize(arg)
	}
	return size
}

// testSize returns the code size of a test that may be undecided.
func testSize(e *model.Expr) float64 {
	switch {
	case e.Op == model.And || e.Op == model.Or || e.Op == model.Call && e.Text == "!":
		size := 1.0
		for _, arg := range e.Args {
			size += testSize(arg)
		}
		return size
	case e.Op == model.All || e.Op == model.Exists:
		return 1 + valueSize(e.Args[0]) + testSize(e.Args[1])
	case e.Op == model.If && e.Type.Kind == model.BoolExpr:
		return 1 + valueSize(e.Args[0]) + testSize(e.Args[1]) + testSize(e.Args[2])
	case e.Op == model.Bind:
		return 1 + valueSize(e.Args[0]) + testSize(e.Args[1])
	}
	size := 1.0
	for _, arg := range e.Args {
		size += valueSize(arg)
	}
	return size
}
