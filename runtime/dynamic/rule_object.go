package dynamic

import (
	"github.com/toolgen/toolgen/runtime"
)

// namesRule is propertyNames.
type namesRule struct{ names *child }

func (r namesRule) hold(c *runtime.Checker, v any) {
	if m, ok := v.(map[string]any); ok {
		runtime.PropertyNames(c, m, func(key string, c *runtime.Checker) { r.names.check(c, key) })
	}
}

// dependentRule is one member of dependentRequired.
type dependentRule struct {
	key  string
	keys []string
}

func (r dependentRule) hold(c *runtime.Checker, v any) {
	m, ok := v.(map[string]any)
	if !ok {
		return
	}
	if _, present := m[r.key]; present {
		runtime.RequireKeys(c, m, r.keys...)
	}
}

// dependentSchemaRule is one member of dependentSchemas.
type dependentSchemaRule struct {
	key  string
	then *child
}

func (r dependentSchemaRule) hold(c *runtime.Checker, v any) {
	if m, ok := v.(map[string]any); ok {
		if _, present := m[r.key]; present {
			r.then.check(c, v)
		}
	}
}

func (r dependentSchemaRule) evaluate(c *runtime.Checker, v any, e *evaluation) {
	if m, ok := v.(map[string]any); ok {
		if _, present := m[r.key]; present {
			r.then.evaluate(c, v, e)
		}
	}
}

// requiredRule is required where no field declares the keys.
type requiredRule struct{ keys []string }

func (r requiredRule) hold(c *runtime.Checker, v any) {
	if m, ok := v.(map[string]any); ok {
		runtime.RequireKeys(c, m, r.keys...)
	}
}
