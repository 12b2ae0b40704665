package shape

import (
	"fmt"
	"math"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/model"
)

// MostInCircles is how many types may refer to each other in one circle. The Go compiler and go/types order their
// functions in cubic time: two thousand take seconds, ten thousand an hour. The largest published schemas have some
// hundreds.
const MostInCircles = 2000

// RefuseCircles reports a tool in which too many types refer to each other.
func RefuseCircles(out *docs.Findings, root *model.Type) {
	// Tarjan's strongly connected components: low is the earliest type on the stack that one leads to.
	index, low := map[*model.Type]int{}, map[*model.Type]int{}
	var stack []*model.Type
	var visit func(t *model.Type)
	visit = func(t *model.Type) {
		index[t] = len(index) + 1
		low[t] = index[t]
		stack = append(stack, t)
		for _, children := range [][]*model.Type{t.SameValue(), t.PartsOfValue()} {
			for _, child := range children {
				if child == nil {
					continue
				}
				if index[child] == 0 {
					visit(child)
				}
				low[t] = min(low[t], low[child])
			}
		}
		if low[t] != index[t] {
			return
		}
		n := 0
		for top := (*model.Type)(nil); top != t; n++ {
			top = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			low[top] = math.MaxInt // it is on the stack no more
		}
		if n > MostInCircles {
			out.Report(model.Diagnostic{Severity: model.Error, Pos: t.Pos, Pointer: t.Pointer,
				Problem: fmt.Sprintf("%d types refer to each other in circles, and more than %d are too many for the Go compiler", n, MostInCircles),
				Fix:     "let parts of them refer to no other, as objects without properties",
			})
		}
	}
	visit(root)
}
