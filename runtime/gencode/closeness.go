package gencode

import (
	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"strings"
)

// Closeness tells how near one of several schemas comes to a value that fits none of them. The zero value is
// as far away as can be.
type Closeness struct {
	found  bool
	away   int // how much of the value speaks against the schema, less what speaks for it
	issues int
}

// Found reports whether the value has a JSON type that the schema allows, without which it is not close.
func (c Closeness) Found() bool { return c.found }

// Closer reports whether the value is nearer to a schema than to another one.
func (c Closeness) Closer(than Closeness) bool {
	switch {
	case !c.found || !than.found:
		return c.found
	case c.away != than.away:
		return c.away < than.away
	}
	return c.issues < than.issues
}

// What speaks for a schema or against it. That a member is not the constant, or none of the values, that
// it has to be says most: that is what tells variants apart which have no discriminator. A key that only
// this variant requires says more than one that it does not know. All else says how much is wrong with the
// value, not what it was meant for, and decides only between schemas that nothing speaks against.
const (
	awayOtherValue = 6
	awayOwnKey     = -4
	awayUnknownKey = 2
)

// take counts the issues of a value that was held against a schema, of which there may be more than are
// listed.
func (c *Closeness) take(list []pending, total int) {
	c.found, c.issues = true, total
	for i := range list {
		issue := &list[i].ValidationIssue
		if issue.Field == "" || !isOneStep(issue.Field) {
			continue
		}
		switch {
		case constraint.IsListed(issue.Constraint):
			c.away += awayOtherValue
		case constraint.IsExtraKey(issue.Constraint):
			c.away += awayUnknownKey
		}
	}
}

// isOneStep reports whether a path is that of a member.
func isOneStep(path string) bool {
	if path[0] == '[' {
		step, rest, ok := fieldpath.Bracket(path)
		return ok && rest == "" && !step.IsIndex
	}
	return !strings.ContainsAny(path, ".[")
}
