package dynamic

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
)

// notRule is not.
type notRule struct{ schema *child }

func (r notRule) hold(c *runtime.Checker, v any) { runtime.Not(c, v, r.schema.check) }

// choiceRule is anyOf or oneOf.
type choiceRule struct {
	word     string
	labels   []string
	branches []*child
	checks   []func(*runtime.Checker, any)
	keysOnly bool // all that the branches ask for is which keys an object has
}

func (c *compiler) choice(k model.Choice) choiceRule {
	r := choiceRule{word: k.Word, keysOnly: true}
	for i, b := range k.Branches {
		made := c.child(b, k.Word)
		r.branches = append(r.branches, made)
		r.checks = append(r.checks, made.check)
		r.labels = append(r.labels, branchLabel(b, i))
		r.keysOnly = r.keysOnly && keysOnly(b)
	}
	return r
}

func (r choiceRule) hold(c *runtime.Checker, v any) {
	if r.word == "oneOf" {
		runtime.OneOf(c, v, r.labels, r.checks...)
	} else {
		runtime.AnyOf(c, v, r.labels, r.checks...)
	}
}

// holdFields is hold for a struct. Where the branches only ask for keys, the closest one has
// nothing to say that the choice does not.
func (r choiceRule) holdFields(c *runtime.Checker, v any) {
	if !r.keysOnly {
		r.hold(c, v)
		return
	}
	holds := make([]bool, len(r.checks))
	for i, check := range r.checks {
		holds[i] = runtime.Is(c, v, check)
	}
	if r.word == "oneOf" {
		c.OneBranch(r.labels, holds...)
	} else {
		c.AnyBranch(r.labels, holds...)
	}
}

// keysOnly reports whether all that a schema asks of an object is which keys it has.
func keysOnly(t *model.Type) bool {
	if t.Never {
		return true
	}
	if len(t.Patterns) > 0 || t.Closed || t.Union != nil || !trivial(t.Additional, nil) {
		return false
	}
	for _, f := range t.Fields {
		if !f.Type.Never && !trivial(f.Type, nil) {
			return false
		}
	}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.RequiredKeys:
		case model.Not:
			if !keysOnly(c.Type) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// branchLabel says in a few words what a branch of a choice wants: its title or name, else the
// keys it requires, else its type, else its number.
func branchLabel(t *model.Type, i int) string {
	switch {
	case t.Title != "":
		return t.Title
	case t.Name != "":
		return t.Name
	}
	var keys []string
	for _, f := range t.Fields {
		if f.Required {
			keys = append(keys, f.Key)
		}
	}
	for _, c := range t.Constraints {
		if required, ok := c.(model.RequiredKeys); ok {
			keys = append(keys, required.Keys...)
		}
	}
	switch {
	case len(keys) > 0:
		return strings.Join(keys, "+")
	case len(t.Declared) > 0:
		return strings.Join(t.Declared, "|")
	}
	return "branch " + strconv.Itoa(i+1)
}

func (r choiceRule) evaluate(c *runtime.Checker, v any, e *evaluation) {
	for _, b := range r.branches {
		if runtime.Is(c, v, b.check) {
			b.evaluate(c, v, e)
		}
	}
}

// conditionalRule is if with then and else, either of which may be nil.
type conditionalRule struct{ test, then, otherwise *child }

func (c *compiler) conditional(k model.Conditional) conditionalRule {
	r := conditionalRule{test: c.child(k.If, "if")}
	if k.Then != nil {
		r.then = c.child(k.Then, "then")
	}
	if k.Else != nil {
		r.otherwise = c.child(k.Else, "else")
	}
	return r
}

// branch is what applies to a value besides the test; nil for nothing.
func (r conditionalRule) branch(matches bool) *child {
	if matches {
		return r.then
	}
	return r.otherwise
}

func (r conditionalRule) hold(c *runtime.Checker, v any) {
	if b := r.branch(runtime.Is(c, v, r.test.check)); b != nil {
		b.check(c, v)
	}
}

func (r conditionalRule) evaluate(c *runtime.Checker, v any, e *evaluation) {
	matches := runtime.Is(c, v, r.test.check)
	if matches {
		r.test.evaluate(c, v, e)
	}
	if b := r.branch(matches); b != nil {
		b.evaluate(c, v, e)
	}
}
