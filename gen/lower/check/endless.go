package check

import (
	"cmp"
	"slices"

	"github.com/toolgen/toolgen/gen/lower/schema"
)

// maxLoops is the maximum number of loops of references that are reported.
const maxLoops = 10

// Endless reports schemas that apply themselves to the same value: validation would not terminate (JSON Schema 2020-12 core,
// section 9.4.1).
func (c *Checker) Endless() {
	const done = -1
	place := map[string]int{} // in the path, from 1, or done
	var path []schema.Source
	loops := 0
	var walk func(s schema.Source)
	walk = func(s schema.Source) {
		id := s.ID()
		switch at := place[id]; {
		case at == done:
			return
		case at > 0:
			if loops++; loops > maxLoops {
				return
			}
			first := slices.MinFunc(path[at-1:], func(a, b schema.Source) int {
				return cmp.Or(cmp.Compare(a.Node.Pos.File, b.Node.Pos.File), a.Node.Pos.Compare(b.Node.Pos))
			})
			c.Fail(first.Node, "$ref", "the schema applies itself to the same value endlessly",
				"let it refer to itself below properties or items only (JSON Schema 2020-12 core, section 9.4.1)")
			return
		}
		path = append(path, s)
		place[id] = len(path)
		for _, next := range s.Beside() {
			walk(next)
		}
		path = path[:len(path)-1]
		place[id] = done
	}
	for _, s := range c.Visited {
		walk(s)
	}
}
