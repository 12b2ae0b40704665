package gencode

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime/internal/canon"
	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Enumerations and constants. Numbers are equal by value, objects by content.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2.

// EnumString checks enum, and reports whether s is one of the values.
//
//go:noinline
func (c *Checker) EnumString(s string, values ...string) bool {
	return slices.Contains(values, s) || c.enumString(s, values, false)
}

// EnumStringOrNull is EnumString for an enum that also has null, which its issues say.
//
//go:noinline
func (c *Checker) EnumStringOrNull(s string, values ...string) bool {
	return slices.Contains(values, s) || c.enumString(s, values, true)
}

// enumString is EnumString for a string that is none of the values as it is written.
//
//go:noinline
func (c *Checker) enumString(s string, values []string, orNull bool) bool {
	if !c.muted() {
		list := make([]any, len(values), len(values)+1)
		for i, v := range values {
			list[i] = v
		}
		if orNull {
			list = append(list, nil)
		}
		c.add("enum", list, show.String(s))
	}
	return false
}

// EnumNumber checks enum, or const as an enum of one value, as keyword says. The values are numbers as the schema
// writes them, and null where the enum has it. A number that was read is compared as it was written, a float64 of Go with
// the float64 nearest to each value.
//
//go:noinline
func (c *Checker) EnumNumber(keyword string, v any, values ...string) bool {
	text, got := c.written(v)
	f, inGo := v.(float64)
	inGo = inGo && !c.reading && c.literal == ""
	for _, want := range values {
		if want == "null" {
			continue
		}
		if decimal.Compare(text, want) == 0 {
			return true
		}
		if nearest, err := strconv.ParseFloat(want, 64); inGo && err == nil && nearest == f {
			return true
		}
	}
	if c.muted() {
		return false
	}
	expected := make([]any, len(values))
	for i, want := range values {
		if want != "null" {
			expected[i] = show.Limit(want)
		}
	}
	if keyword == "const" {
		c.add(keyword, expected[0], show.Scalar(got))
	} else {
		c.add(keyword, expected, show.Scalar(got))
	}
	return false
}

// EnumAny checks enum for a value of any type against values in JSON.
func (c *Checker) EnumAny(v any, values ...string) bool {
	kept := c.keptEnum(values)
	if kept.canonical[canon.Text(v)] {
		return true
	}
	c.Issue("enum", kept.list, v)
	return false
}

// keptEnum is an enum that has been read.
type keptEnum struct {
	values    []string
	list      []any
	canonical map[string]bool
}

// keptEnum reads an enum, or finds what was read of it before: the items of an array are checked against the same
// list, and the issues of all of them show it. That values are the same is seen quickly: they are constants, and so
// the same memory.
func (c *Checker) keptEnum(values []string) *keptEnum {
	enums := &c.remember().enums
	at := &enums[len(values)%len(enums)]
	if *at == nil || !slices.Equal((*at).values, values) {
		kept := &keptEnum{values: slices.Clone(values), list: make([]any, len(values)), canonical: make(map[string]bool, len(values))}
		for i, text := range values {
			kept.list[i] = parseJSON(text)
			kept.canonical[canon.Text(kept.list[i])] = true
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
	if canon.Text(v) == canon.Text(expected) {
		return true
	}
	c.Issue("const", expected, v)
	return false
}
