package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// choiceRule is anyOf or oneOf.
type choiceRule struct {
	word     string
	labels   []string
	branches []*child
	keysOnly bool // all that the branches ask for is which keys an object has
}

func (c *compiler) choice(k model.Choice) choiceRule {
	made := choiceRule{word: k.Word, labels: k.Labels(), keysOnly: plan.KeysOnlyChoice(k)}
	for _, b := range k.Branches {
		made.branches = append(made.branches, c.child(b, k.Word))
	}
	return made
}

func (k choiceRule) hold(r *run, c *gencode.Checker, v any) {
	if !k.holds(r, c, v) {
		r.noBranch(c, v, k.word, k.labels, k.branches)
	}
}

// holdFields is hold for a struct. Where the branches only ask for keys, the closest one has
// nothing to say that the choice does not.
func (k choiceRule) holdFields(r *run, c *gencode.Checker, v any) {
	switch {
	case k.holds(r, c, v):
	case k.keysOnly:
		c.Issue(k.word, k.labels, nil)
	default:
		r.noBranch(c, v, k.word, k.labels, k.branches)
	}
}

// holds reports whether some branch fits. That several branches of a oneOf do is recorded here.
func (k choiceRule) holds(r *run, c *gencode.Checker, v any) bool {
	fits := make([]bool, len(k.branches))
	for i, b := range k.branches {
		if fits[i] = r.is(c, v, b); fits[i] && k.word == "anyOf" {
			return true
		}
	}
	n := gencode.Count(fits...)
	if n > 1 {
		c.OneBranch(k.labels, fits...)
	}
	return n > 0
}
