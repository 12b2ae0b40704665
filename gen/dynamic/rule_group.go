package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// groupRule is exactlyOneOf, atLeastOneOf or atMostOneOf.
type groupRule struct {
	model.FieldGroup
	blank bool
}

func (g groupRule) hold(_ *run, c *gencode.Checker, v any) {
	if m, ok := v.(map[string]any); ok {
		gencode.GroupOf(c, m, g.Word, g.blank, g.Keys...)
	}
}

// pairsRule is one member of requires or excludes.
type pairsRule struct {
	model.FieldPairs
	blank bool
}

func (p pairsRule) hold(_ *run, c *gencode.Checker, v any) {
	if m, ok := v.(map[string]any); ok {
		gencode.PairsOf(c, m, p.Word, p.blank, p.Key, p.Keys...)
	}
}
