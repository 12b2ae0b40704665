package gotype

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
)

// Loses reports whether enum or const, also inside unions on the same value, contains a number that the Go type
// cannot represent: beyond int64, or changed by rounding to float64. If a format selects the Go type, it is
// trusted.
func Loses(t *model.Type) bool {
	switch {
	case t.Bits != 0 || t.GoType != "":
	case t.Kind == model.Int:
		return compares(t, beyondInt64, 4)
	case t.Kind == model.Float:
		return compares(t, roundedByFloat, 4)
	}
	return false
}

// compares reports whether enum or const has a value that satisfies of. depth bounds the search in unions.
func compares(t *model.Type, of func(model.Value) bool, depth int) bool {
	if t == nil || depth == 0 {
		return false
	}
	return slices.ContainsFunc(t.Constraints, func(c model.Constraint) bool {
		switch c := c.(type) {
		case model.Enum:
			return slices.ContainsFunc(c.Values, of)
		case model.Choice:
			return slices.ContainsFunc(c.Branches, func(b *model.Type) bool { return compares(b, of, depth-1) })
		case model.Not:
			return compares(c.Type, of, depth-1)
		case model.Conditional:
			return compares(c.If, of, depth-1) || compares(c.Then, of, depth-1) || compares(c.Else, of, depth-1)
		}
		return false
	})
}

// roundedByFloat reports whether a number changes when it is rounded to float64.
func roundedByFloat(v model.Value) bool {
	if v.Kind != model.NumberValue {
		return false
	}
	exact, ok := schema.Rat(v.Text)
	if !ok {
		return true
	}
	nearest, err := strconv.ParseFloat(v.Text, 64)
	written, _ := schema.Rat(strconv.FormatFloat(nearest, 'g', -1, 64))
	return err != nil || exact.Cmp(written) != 0
}

// beyondInt64 reports whether a value is an integer outside of int64.
func beyondInt64(v model.Value) bool {
	if v.Kind != model.NumberValue || !schema.IsWhole(v.Text) {
		return false
	}
	n, ok := schema.Rat(v.Text)
	return !ok || !n.Num().IsInt64()
}

// Holds reports whether the Go number of a type can represent a number.
func Holds(t *model.Type, text string) bool {
	if t.Kind == model.Float {
		_, err := strconv.ParseFloat(text, bitsOf(t))
		return err == nil
	}
	if !schema.IsWhole(text) {
		return true // its JSON type is the problem
	}
	n, ok := schema.Rat(text)
	least, greatest := t.IntRange()
	return ok && n.Num().Cmp(least) >= 0 && n.Num().Cmp(greatest) <= 0
}

// bitsOf returns the size of the Go number of a type.
func bitsOf(t *model.Type) int {
	if t.Bits == 0 {
		return 64
	}
	return t.Bits
}

// Number returns the name of the Go number of a type.
func Number(t *model.Type) string {
	name := "int"
	switch {
	case t.Kind == model.Float:
		name = "float"
	case t.Unsigned:
		name = "uint"
	}
	return name + strconv.Itoa(bitsOf(t))
}
