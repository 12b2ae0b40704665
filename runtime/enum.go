package runtime

import (
	"encoding/json"
	"strconv"
)

// Enumerations and constants. Numbers are equal by value, objects by content.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2.

// EnumString checks enum, and reports whether s is one of the values.
//
//go:noinline
func (c *Checker) EnumString(s string, values ...string) bool {
	for _, v := range values {
		if v == s {
			return true
		}
	}
	return c.enumString(s, values, false)
}

// EnumStringOrNull is EnumString for an enum that also has null, which its issues say.
//
//go:noinline
func (c *Checker) EnumStringOrNull(s string, values ...string) bool {
	for _, v := range values {
		if v == s {
			return true
		}
	}
	return c.enumString(s, values, true)
}

// enumString is EnumString for a string that is none of the values as it is written.
//
//go:noinline
func (c *Checker) enumString(s string, values []string, orNull bool) bool {
	if c.reader != nil && c.reader.matchEnum(s, values) {
		return true
	}
	if !c.muted() {
		c.add("enum", enumList(values, orNull), stringGot(s))
	}
	return false
}

// EnumInt checks enum.
func (c *Checker) EnumInt(v int64, values ...int64) bool { return c.enumInt(v, values, false) }

// EnumIntOrNull is EnumInt for an enum that also has null, which its issues say.
func (c *Checker) EnumIntOrNull(v int64, values ...int64) bool { return c.enumInt(v, values, true) }

func (c *Checker) enumInt(v int64, values []int64, orNull bool) bool {
	for _, want := range values {
		if v == want && c.literal == "" {
			return true
		}
	}
	for _, want := range values {
		if c.literal != "" && compareDecimals(c.literal, strconv.FormatInt(want, 10)) == 0 {
			return true
		}
	}
	if !c.muted() {
		c.add("enum", enumList(values, orNull), scalarGot(c.written(v)))
	}
	return false
}

// EnumFloat checks enum.
func (c *Checker) EnumFloat(v float64, values ...float64) bool { return c.enumFloat(v, values, false) }

// EnumFloatOrNull is EnumFloat for an enum that also has null, which its issues say.
func (c *Checker) EnumFloatOrNull(v float64, values ...float64) bool {
	return c.enumFloat(v, values, true)
}

func (c *Checker) enumFloat(v float64, values []float64, orNull bool) bool {
	for _, want := range values {
		if v == want && c.literal == "" {
			return true
		}
	}
	for _, want := range values {
		if c.literal != "" && compareDecimals(c.literal, floatText(want)) == 0 {
			return true
		}
	}
	if !c.muted() {
		list := enumList(values, orNull)
		for i, want := range values {
			list[i] = floatValue(want)
		}
		c.add("enum", list, scalarGot(c.written(v)))
	}
	return false
}

// EnumAny checks enum for a value of any type against values in JSON.
func (c *Checker) EnumAny(v any, values ...string) bool {
	have := canonicalJSON(v)
	list := make([]any, len(values))
	for i, text := range values {
		list[i] = parseJSON(text)
		if canonicalJSON(list[i]) == have {
			return true
		}
	}
	if s, ok := v.(string); ok && c.reader != nil && c.reader.matchEnum(s, stringsOf(list)) {
		return true
	}
	c.Issue("enum", list, v)
	return false
}

// ConstString checks const.
//
//go:noinline
func (c *Checker) ConstString(s, want string) bool {
	if s == want {
		return true
	}
	c.issueText("const", want, s)
	return false
}

// ConstInt checks const.
func (c *Checker) ConstInt(v, want int64) bool {
	if v == want && c.literal == "" {
		return true
	}
	if c.literal != "" && compareDecimals(c.literal, strconv.FormatInt(want, 10)) == 0 {
		return true
	}
	if !c.muted() {
		c.add("const", want, scalarGot(c.written(v)))
	}
	return false
}

// ConstFloat checks const.
func (c *Checker) ConstFloat(v, want float64) bool {
	if v == want && c.literal == "" {
		return true
	}
	if c.literal != "" && compareDecimals(c.literal, floatText(want)) == 0 {
		return true
	}
	if !c.muted() {
		c.add("const", floatValue(want), scalarGot(c.written(v)))
	}
	return false
}

// ConstBool checks const.
//
//go:noinline
func (c *Checker) ConstBool(v, want bool) bool {
	if v == want {
		return true
	}
	c.Issue("const", want, v)
	return false
}

// ConstAny checks const for a value of any type against a value in JSON.
func (c *Checker) ConstAny(v any, want string) bool {
	expected := parseJSON(want)
	if canonicalJSON(v) == canonicalJSON(expected) {
		return true
	}
	c.Issue("const", expected, v)
	return false
}

// written is the number read last as it was written, if v does not tell that exactly.
func (c *Checker) written(v any) any {
	if c.literal != "" {
		return json.Number(c.literal)
	}
	return v
}

// enumList lists the values of an enum, and null at the end where it has that.
func enumList[T any](values []T, orNull bool) []any {
	n := len(values)
	if orNull {
		n++
	}
	list := make([]any, n)
	for i, v := range values {
		list[i] = v
	}
	return list
}

func stringsOf(values []any) []string {
	var list []string
	for _, v := range values {
		if s, ok := v.(string); ok {
			list = append(list, s)
		}
	}
	return list
}
