package tooldef

import (
	"fmt"

	"github.com/toolgen/toolgen/gen/model"
)

const (
	// maxDepth bounds the nesting of values, which costs stack in all stages. Real schemas have at most 20
	// levels.
	maxDepth = 512
	// pointerBudget bounds the total size of JSON Pointers, which is quadratic for hostile input.
	pointerBudget = 64 << 20
	// maxValues bounds the values of a file: short ones take two hundred times their text in memory, more in later
	// stages. A thousand tools have a hundred thousand.
	maxValues = 2_000_000
	// bytesPerValue is below the average of tool definitions, so that long logs of requests are accepted, but a
	// file of commas is not.
	bytesPerValue = 12
)

// tree builds the nodes of a file within the limits.
type tree struct {
	file   string
	format string // for messages: JSON or YAML
	depth  int
	values int // how many may follow
	budget int // remaining bytes of JSON Pointers
	faults model.Diagnostics
}

func newTree(file, format string, size int) tree {
	return tree{file: file, format: format, values: max(maxValues, size/bytesPerValue), budget: pointerBudget + 16*size}
}

// fail returns a fault that ends the document.
func (t *tree) fail(pos model.Pos, fix, format string, args ...any) *model.Diagnostic {
	return &model.Diagnostic{Severity: model.Error, Pos: pos, Problem: "invalid " + t.format + ": " + fmt.Sprintf(format, args...), Fix: fix}
}

// check counts a value and returns a fault if it is beyond the limits.
func (t *tree) check(pos model.Pos, pointer string) *model.Diagnostic {
	t.values--
	t.budget -= len(pointer)
	beyond := func(problem, fix string) *model.Diagnostic {
		return &model.Diagnostic{Severity: model.Error, Pos: pos, Problem: problem, Fix: fix}
	}
	switch {
	case t.depth >= maxDepth:
		return beyond(fmt.Sprintf("values nest deeper than %d levels", maxDepth), "move deep parts to definitions")
	case t.values < 0:
		return beyond(fmt.Sprintf("the file holds more than %d values", maxValues), "split it")
	case t.budget < 0:
		return beyond("the keys are too long for their depth", "shorten them, or nest less deeply")
	}
	return nil
}

// add adds a member to an object. index has the keys before it. A duplicate key is a fault; the first value is
// kept.
func (t *tree) add(n *Node, index map[string]int, m Member) {
	i, twice := index[m.Key]
	if !twice {
		index[m.Key] = len(n.Members)
		n.Members = append(n.Members, m)
		return
	}
	t.faults = append(t.faults, model.Diagnostic{
		Severity: model.Error, Pos: m.KeyPos, Pointer: m.Value.Pointer,
		Problem: fmt.Sprintf("the key %q comes twice in one object (first in line %d)", m.Key, n.Members[i].KeyPos.Line),
		Fix:     "remove one of them",
	})
}

// takeFaults returns the faults of the current document and starts the next one.
func (t *tree) takeFaults() model.Diagnostics {
	faults := t.faults
	t.faults = nil
	return faults
}
