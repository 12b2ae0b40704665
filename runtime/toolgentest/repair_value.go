package toolgentest

import (
	"encoding/json"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// mendValue changes a value to satisfy an entry. sure is false where the entry does not say what
// would.
func mendValue(c *runtime.FieldConstraint, v any) (mended any, sure bool) {
	if len(c.Const) > 0 {
		want, err := parse(c.Const)
		return want, err == nil
	}
	if len(c.AllowedValues) > 0 {
		return mendEnum(c, v)
	}
	if c.Type != "" && !ofTypes(v, c.Type) {
		v, sure = convert(c, v)
		if !sure {
			return v, false
		}
	}
	switch v := v.(type) {
	case json.Number:
		return mendNumber(c, v)
	case string:
		return mendText(c, v)
	case []any:
		return mendItems(c, v)
	}
	return v, sure
}

// allowsNull reports whether null is a value that an entry allows.
func allowsNull(c *runtime.FieldConstraint) bool {
	for _, raw := range append(c.AllowedValues, c.Const) {
		if string(raw) == "null" {
			return true
		}
	}
	return len(c.AllowedValues) == 0 && c.Const == nil && c.Type != "" && ofTypes(nil, c.Type)
}

// isNull reports whether null is all that an entry allows.
func isNull(c *runtime.FieldConstraint) bool {
	return c.Type == "null" || string(c.Const) == "null" || len(c.AllowedValues) == 1 && allowsNull(c)
}

func ofTypes(v any, names string) bool {
	for _, name := range strings.Split(names, "|") {
		if isOf(v, name) {
			return true
		}
	}
	return false
}

func mendEnum(c *runtime.FieldConstraint, v any) (any, bool) {
	var first any
	found := false
	for _, raw := range c.AllowedValues {
		want, err := parse(raw)
		if err != nil || want == "…" {
			continue
		}
		if same(want, v) {
			return v, true
		}
		if !found && want != nil {
			first, found = want, true
		}
	}
	if c.Suggest != nil {
		return c.Suggest, true
	}
	return first, found
}

// convert reads a value as one of the types of an entry where that loses nothing.
func convert(c *runtime.FieldConstraint, v any) (any, bool) {
	switch t := v.(type) {
	case string:
		if inner, err := parse([]byte(t)); err == nil && ofTypes(inner, c.Type) {
			return inner, true
		}
		if inner, err := parse(mendSyntax([]byte(t))); err == nil && ofTypes(inner, c.Type) {
			return inner, true
		}
	case json.Number, bool:
		if ofTypes("", c.Type) {
			return string(write(t)), true
		}
	}
	if ofTypes([]any{}, c.Type) && v != nil {
		return []any{v}, false
	}
	return placeholderOf(c)
}

// placeholderOf is a value of a scalar type.
func placeholderOf(c *runtime.FieldConstraint) (any, bool) {
	switch name, _, _ := strings.Cut(c.Type, "|"); name {
	case "string":
		return mendText(c, "x")
	case "integer", "number":
		return mendNumber(c, "1")
	case "boolean":
		return false, true
	case "array":
		return []any{}, c.MinItems == nil || *c.MinItems == 0
	case "object":
		return map[string]any{}, false
	}
	return nil, false
}

func mendNumber(c *runtime.FieldConstraint, v json.Number) (any, bool) {
	f, err := v.Float64()
	if err != nil {
		return v, false
	}
	before := f
	limit := func(n json.Number, use func(float64)) {
		if x, err := n.Float64(); n != "" && err == nil {
			use(x)
		}
	}
	limit(c.Max, func(x float64) { f = math.Min(f, x) })
	limit(c.ExclusiveMax, func(x float64) {
		if f >= x {
			f = x - 1
		}
	})
	limit(c.Min, func(x float64) { f = math.Max(f, x) })
	limit(c.ExclusiveMin, func(x float64) {
		if f <= x {
			f = x + 1
			if max, err := c.ExclusiveMax.Float64(); err == nil && f >= max {
				f = (x + max) / 2
			}
			if max, err := c.Max.Float64(); err == nil {
				f = math.Min(f, max)
			}
		}
	})
	limit(c.MultipleOf, func(x float64) {
		if n := f / x; x > 0 && n != math.Trunc(n) {
			f = math.Ceil(n) * x
		}
	})
	if f == before {
		return v, c.Constraint == "type"
	}
	return number(f), true
}

// formatValues are values of the formats that everybody knows.
var formatValues = map[string]string{
	"date": "2025-01-31", "date-time": "2025-01-31T09:30:00Z", "time": "09:30:00Z", "duration": "P1D", "email": "name@example.com",
	"uri": "https://example.com/", "uuid": "123e4567-e89b-12d3-a456-426614174000", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
	"hostname": "example.com",
}

func mendText(c *runtime.FieldConstraint, v string) (any, bool) {
	if meant, ok := c.Suggest.(string); ok && c.Constraint == "format" {
		return meant, true
	}
	if c.Pattern != "" {
		return v, false
	}
	if c.Format != "" {
		s, ok := formatValues[c.Format]
		return s, ok
	}
	sure := c.Constraint == "type"
	if n := utf8.RuneCountInString(v); c.MinLength != nil && n < *c.MinLength {
		v, sure = v+strings.Repeat("x", *c.MinLength-n), true
	}
	if runes := []rune(v); c.MaxLength != nil && len(runes) > *c.MaxLength {
		v, sure = string(runes[:*c.MaxLength]), true
	}
	return v, sure
}

func mendItems(c *runtime.FieldConstraint, items []any) (any, bool) {
	sure := c.Constraint == "type"
	if c.Unique {
		var kept []any
		for _, item := range items {
			if !contains(kept, item) {
				kept = append(kept, item)
			}
		}
		if len(kept) < len(items) {
			items, sure = kept, true
		}
	}
	if c.MaxItems != nil && len(items) > *c.MaxItems {
		items, sure = items[:*c.MaxItems], true
	}
	if c.MinItems != nil && len(items) < *c.MinItems {
		return items, false
	}
	return items, sure
}
