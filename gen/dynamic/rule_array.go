package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// uniqueRule is uniqueItems.
type uniqueRule struct{}

func (uniqueRule) hold(_ *run, c *gencode.Checker, v any) {
	if items, ok := v.([]any); ok {
		gencode.UniqueAny(c, items)
	}
}

// containsRule is contains with its counts; least and most are -1 where the schema says nothing.
type containsRule struct {
	item        *child
	least, most int
}

func (c *compiler) contains(k model.Contains) containsRule {
	least, most := plan.ContainsRange(k)
	return containsRule{item: c.child(k.Type, "contains"), least: least, most: most}
}

func (k containsRule) hold(r *run, c *gencode.Checker, v any) {
	items, ok := v.([]any)
	if !ok {
		return
	}
	gencode.Contains(c, items, k.least, k.most, func(item *any, c *gencode.Checker) {
		if !r.is(c, *item, k.item) {
			c.Issue("contains", nil, nil)
		}
	})
}
