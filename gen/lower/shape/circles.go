package shape

import (
	"fmt"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// MostInCircles is the maximum number of types in a reference cycle. The Go compiler and go/types take cubic
// time for the functions of a cycle: seconds for two thousand, an hour for ten thousand. The largest published
// schemas have some hundreds.
const MostInCircles = 2000

// RefuseCircles reports a tool whose cycles exceed the limit.
func RefuseCircles(out *tooldef.Findings, root *model.Type) {
	for _, circle := range model.Components(root) {
		if n, t := len(circle), circle[0]; n > MostInCircles {
			out.Report(model.Diagnostic{Severity: model.Error, Pos: t.Pos, Pointer: t.Pointer,
				Problem: fmt.Sprintf("%d types refer to each other in circles, and more than %d are too many for the Go compiler", n, MostInCircles),
				Fix:     "let parts of them refer to no other, as objects without properties",
			})
		}
	}
}
