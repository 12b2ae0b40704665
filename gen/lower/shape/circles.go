package shape

import (
	"fmt"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/model"
)

// MostInCircles is how many types may refer to each other in one circle. The Go compiler and go/types order their
// functions in cubic time: two thousand take seconds, ten thousand an hour. The largest published schemas have some
// hundreds.
const MostInCircles = 2000

// RefuseCircles reports a tool in which too many types refer to each other.
func RefuseCircles(out *docs.Findings, root *model.Type) {
	for _, circle := range model.Components(root) {
		if n, t := len(circle), circle[0]; n > MostInCircles {
			out.Report(model.Diagnostic{Severity: model.Error, Pos: t.Pos, Pointer: t.Pointer,
				Problem: fmt.Sprintf("%d types refer to each other in circles, and more than %d are too many for the Go compiler", n, MostInCircles),
				Fix:     "let parts of them refer to no other, as objects without properties",
			})
		}
	}
}
