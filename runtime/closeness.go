package runtime

import "slices"

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
// this variant requires says more than one that it does not know, and that more than one that is wrong,
// however much is wrong within it, and than all that are missing.
const (
	awayOtherValue = 6
	awayOwnKey     = -4
	awayUnknownKey = 2
	awayFault      = 1
)

// take counts the issues of a value that was held against a schema, of which there may be more than are
// listed.
func (c *Closeness) take(list []pending, total int) {
	c.found, c.issues = true, total
	var room [8]string
	met, lacks := room[:0], false
	for i := range list {
		issue := &list[i].ValidationIssue
		first := firstStep(issue.Field)
		direct := first == issue.Field && first != ""
		switch rank := rankOf(issue.Constraint); {
		case direct && rank == rankEnum:
			c.away += awayOtherValue
		case direct && rank == rankUnknown:
			c.away += awayUnknownKey
		case direct && rank == rankMissing:
			lacks = true
		case first == "":
			c.away += awayFault
		case !slices.Contains(met, first):
			c.away += awayFault
			met = append(met, first)
		}
	}
	if lacks {
		c.away += awayFault
	}
}

// firstStep is the path of a field up to its second step.
func firstStep(path string) string {
	if path != "" && path[0] == '[' {
		if _, rest, ok := bracketStep(path); ok {
			return path[:len(path)-len(rest)]
		}
		return path
	}
	for i := 1; i < len(path); i++ {
		if path[i] == '.' || path[i] == '[' {
			return path[:i]
		}
	}
	return path
}
