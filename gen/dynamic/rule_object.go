package dynamic

import (
	"github.com/toolgen/toolgen/runtime/gencode"
)

// namesRule is propertyNames.
type namesRule struct{ names *child }

func (n namesRule) hold(r *run, c *gencode.Checker, v any) {
	m, ok := v.(map[string]any)
	if !ok {
		return
	}
	gencode.PropertyNames(c, m, func(key string, c *gencode.Checker) {
		if !r.is(c, key, n.names) {
			c.Issue("propertyNames", nil, key)
		}
	})
}

// dependentRule is one member of dependentRequired.
type dependentRule struct {
	key  string
	keys []string
}

func (d dependentRule) hold(_ *run, c *gencode.Checker, v any) {
	if m, ok := v.(map[string]any); ok && has(m, d.key) {
		gencode.RequireKeys(c, m, d.keys...)
	}
}

// dependentSchemaRule is one member of dependentSchemas.
type dependentSchemaRule struct {
	key  string
	then *child
}

func (d dependentSchemaRule) hold(r *run, c *gencode.Checker, v any) {
	if m, ok := v.(map[string]any); ok && has(m, d.key) {
		r.holdAlso(c, v, d.then)
	}
}

// requiredRule is required where no field declares the keys.
type requiredRule struct{ keys []string }

func (q requiredRule) hold(_ *run, c *gencode.Checker, v any) {
	if m, ok := v.(map[string]any); ok {
		gencode.RequireKeys(c, m, q.keys...)
	}
}

func has(m map[string]any, key string) bool {
	_, ok := m[key]
	return ok
}
