package expr

import "github.com/toolgen/toolgen/gen/model"

// maxSize is how many parts the Go of a rule may have. Each takes some fifty bytes.
const maxSize = 50_000

// tooLarge reports a rule whose Go would be too large. A test that may be decided although a part of it is
// not, such as x || y, is printed twice where its outcome is a value, as in (x || y) == z. So nesting such
// tests doubles the Go at each level.
func tooLarge(e *model.Expr) *fault {
	if valueSize(e) <= maxSize {
		return nil
	}
	return &fault{
		problem: "the rule takes too much Go, since it nests tests that may fail within && and || within == or ?: too often",
		fix:     "make several rules of it",
	}
}

// valueSize is how many parts the Go of an expression has whose value must be there.
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

// testSize is how many parts the Go of a test has that may stay undecided.
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
