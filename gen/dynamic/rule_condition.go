package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// notRule is not.
type notRule struct{ refused *child }

func (n notRule) hold(r *run, c *gencode.Checker, v any) {
	if r.is(c, v, n.refused) {
		c.Issue("not", nil, v)
	}
}

// conditionalRule is if with then and else, either of which may be nil.
type conditionalRule struct{ test, then, otherwise *child }

func (c *compiler) conditional(k model.Conditional) conditionalRule {
	made := conditionalRule{test: c.child(k.If, "if")}
	if k.Then != nil {
		made.then = c.child(k.Then, "then")
	}
	if k.Else != nil {
		made.otherwise = c.child(k.Else, "else")
	}
	return made
}

// branch is what applies to a value besides the test; nil for nothing.
func (k conditionalRule) branch(matches bool) *child {
	if matches {
		return k.then
	}
	return k.otherwise
}

func (k conditionalRule) hold(r *run, c *gencode.Checker, v any) {
	if k.then == nil && k.otherwise == nil {
		return
	}
	if b := k.branch(r.is(c, v, k.test)); b != nil {
		r.holdAlso(c, v, b)
	}
}
