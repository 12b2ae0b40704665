package gencode

import (
	"encoding/json"
	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/shown"
	"slices"
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
	if !c.muted() {
		c.add("enum", enumList(values, orNull), shown.String(s))
	}
	return false
}

// EnumInt checks enum.
func (c *Checker) EnumInt(v int64, values ...int64) bool { return c.enumInt(v, values, false) }

// EnumIntOrNull is EnumInt for an enum that also has null, which its issues say.
func (c *Checker) EnumIntOrNull(v int64, values ...int64) bool { return c.enumInt(v, values, true) }

func (c *Checker) enumInt(v int64, values []int64, orNull bool) bool {
	for _, want := range values {
		if c.isInt(v, want) {
			return true
		}
	}
	c.unlisted("enum", v, func() any { return enumList(values, orNull) })
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
		if c.isFloat(v, want) {
			return true
		}
	}
	c.unlisted("enum", v, func() any {
		list := enumList(values, orNull)
		for i, want := range values {
			list[i] = shown.Float(want)
		}
		return list
	})
	return false
}

// isInt compares the number as it was written, if its text was kept, else its Go value.
func (c *Checker) isInt(v, want int64) bool {
	return v == want && c.literal == "" || c.literal != "" && decimal.Compare(c.literal, strconv.FormatInt(want, 10)) == 0
}

// isFloat is isInt for a float64.
func (c *Checker) isFloat(v, want float64) bool {
	return v == want && c.literal == "" || c.literal != "" && decimal.Compare(c.literal, floatText(want)) == 0
}

// unlisted records that a number is none of those that are expected.
func (c *Checker) unlisted(keyword string, v any, expected func() any) {
	if !c.muted() {
		c.add(keyword, expected(), shown.Scalar(c.written(v)))
	}
}

// EnumNumber checks enum for numbers of the schema that a float64 does not hold; values are as the
// schema writes them. A number that was read is compared as it was written, one of Go with the nearest
// float64.
func (c *Checker) EnumNumber(v float64, values ...string) bool { return c.enumNumber(v, values, false) }

// EnumNumberOrNull is EnumNumber for an enum that also has null, which its issues say.
func (c *Checker) EnumNumberOrNull(v float64, values ...string) bool {
	return c.enumNumber(v, values, true)
}

func (c *Checker) enumNumber(v float64, values []string, orNull bool) bool {
	if c.isNumber(v, values) {
		return true
	}
	c.unlisted("enum", v, func() any { return limitValues(values, orNull) })
	return false
}

// ConstNumber is EnumNumber for const.
func (c *Checker) ConstNumber(v float64, want string) bool {
	if c.isNumber(v, []string{want}) {
		return true
	}
	c.unlisted("const", v, func() any { return shown.Limit(want) })
	return false
}

// EnumInteger checks enum if the Go type does not represent all of its numbers; values are as the schema writes them.
func EnumInteger[T int32 | int64 | uint32 | uint64](c *Checker, v T, values ...string) bool {
	return enumInteger(c, v, values, false)
}

// EnumIntegerOrNull is EnumInteger for an enum that also has null, which its issues say.
func EnumIntegerOrNull[T int32 | int64 | uint32 | uint64](c *Checker, v T, values ...string) bool {
	return enumInteger(c, v, values, true)
}

func enumInteger[T int32 | int64 | uint32 | uint64](c *Checker, v T, values []string, orNull bool) bool {
	if c.isInteger(int64(v), v > 0, values) {
		return true
	}
	c.unlisted("enum", v, func() any { return limitValues(values, orNull) })
	return false
}

// ConstInteger is EnumInteger for const.
func ConstInteger[T int32 | int64 | uint32 | uint64](c *Checker, v T, want string) bool {
	if c.isInteger(int64(v), v > 0, []string{want}) {
		return true
	}
	c.unlisted("const", v, func() any { return shown.Limit(want) })
	return false
}

// isInteger looks for the number as it was written, else for its Go value, which fills 64 bits where
// it is positive.
func (c *Checker) isInteger(v int64, positive bool, values []string) bool {
	text := c.literal
	switch {
	case text != "":
	case positive:
		text = strconv.FormatUint(uint64(v), 10)
	default:
		text = strconv.FormatInt(v, 10)
	}
	for _, want := range values {
		if decimal.Compare(text, want) == 0 {
			return true
		}
	}
	return false
}

func (c *Checker) isNumber(v float64, values []string) bool {
	text := c.literal
	if text == "" && c.reading {
		text = floatText(v)
	}
	for _, want := range values {
		if text != "" && decimal.Compare(text, want) == 0 {
			return true
		}
		if nearest, err := strconv.ParseFloat(want, 64); text == "" && err == nil && nearest == v {
			return true
		}
	}
	return false
}

// EnumAny checks enum for a value of any type against values in JSON.
func (c *Checker) EnumAny(v any, values ...string) bool {
	have := canonicalJSON(v)
	var list []any
	if len(values) > longestReadEnum {
		kept := c.keptEnum(values)
		if kept.canonical[have] {
			return true
		}
		list = kept.list
	} else {
		list = make([]any, len(values))
		for i, text := range values {
			list[i] = parseJSON(text)
			if canonicalJSON(list[i]) == have {
				return true
			}
		}
	}
	c.Issue("enum", list, v)
	return false
}

// longestReadEnum is how many values are read anew for each check. What is read of longer lists is kept,
// since the items of an array are checked against the same list, and the issues of all of them show it.
const longestReadEnum = 64

// keptEnum is an enum that has been read.
type keptEnum struct {
	values    []string
	list      []any
	canonical map[string]bool
}

// keptEnum reads an enum, or finds what was read of it before. That values are the same is seen quickly:
// they are constants, and so the same memory.
func (c *Checker) keptEnum(values []string) *keptEnum {
	c.remember()
	at := &c.memo.enums[len(values)%len(c.memo.enums)]
	if *at == nil || !slices.Equal((*at).values, values) {
		kept := &keptEnum{values: slices.Clone(values), list: make([]any, len(values)), canonical: make(map[string]bool, len(values))}
		for i, text := range values {
			kept.list[i] = parseJSON(text)
			kept.canonical[canonicalJSON(kept.list[i])] = true
		}
		*at = kept
	}
	return *at
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
	if c.isInt(v, want) {
		return true
	}
	c.unlisted("const", v, func() any { return want })
	return false
}

// ConstFloat checks const.
func (c *Checker) ConstFloat(v, want float64) bool {
	if c.isFloat(v, want) {
		return true
	}
	c.unlisted("const", v, func() any { return shown.Float(want) })
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

// limitValues is limitValue for the numbers of an enum, with null at the end where it has that.
func limitValues(literals []string, orNull bool) []any {
	list := enumList(literals, orNull)
	for i, literal := range literals {
		list[i] = shown.Limit(literal)
	}
	return list
}
