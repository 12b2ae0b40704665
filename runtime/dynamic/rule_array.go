package dynamic

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
)

// uniqueRule is uniqueItems.
type uniqueRule struct{}

func (uniqueRule) hold(c *runtime.Checker, v any) {
	if items, ok := v.([]any); ok {
		runtime.UniqueAny(c, items)
	}
}

// containsRule is contains with its counts; least and most are -1 where the schema says nothing.
type containsRule struct {
	item        *child
	least, most int
	evaluates   bool
}

func (c *compiler) contains(k model.Contains) containsRule {
	r := containsRule{item: c.child(k.Type, "contains"), least: -1, most: -1, evaluates: k.Evaluates}
	if k.HasMin {
		r.least = k.Min
	}
	if k.HasMax {
		r.most = k.Max
	}
	return r
}

func (r containsRule) hold(c *runtime.Checker, v any) {
	if items, ok := v.([]any); ok {
		runtime.Contains(c, items, r.least, r.most, func(item *any, c *runtime.Checker) { r.item.check(c, *item) })
	}
}

func (r containsRule) evaluate(c *runtime.Checker, v any, e *evaluation) {
	items, ok := v.([]any)
	if !ok || !r.evaluates {
		return
	}
	for i, item := range items {
		if runtime.Is(c, item, r.item.check) {
			e.item(i)
		}
	}
}
