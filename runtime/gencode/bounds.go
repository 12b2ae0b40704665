package gencode

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// The bounds of numbers. Each check is one comparison where the Go value is exactly the number
// that was written; where it is not, the decoder has kept the text, and decimals are compared.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2.
//
// Checks are not inlined, here and in the other files: generated code has many of them, and inlining would take a
// tenth of the time of go build. The calls cost a decoder less than 2 % of its instructions.

// Minimum checks minimum.
//
//go:noinline
func (c *Checker) Minimum(v, limit float64) {
	if v < limit || c.literal != "" {
		c.boundFloat("minimum", v, limit)
	}
}

// Maximum checks maximum.
//
//go:noinline
func (c *Checker) Maximum(v, limit float64) {
	if v > limit || c.literal != "" {
		c.boundFloat("maximum", v, limit)
	}
}

// ExclusiveMinimum checks exclusiveMinimum.
//
//go:noinline
func (c *Checker) ExclusiveMinimum(v, limit float64) {
	if v <= limit || c.literal != "" {
		c.boundFloat("exclusiveMinimum", v, limit)
	}
}

// ExclusiveMaximum checks exclusiveMaximum.
//
//go:noinline
func (c *Checker) ExclusiveMaximum(v, limit float64) {
	if v >= limit || c.literal != "" {
		c.boundFloat("exclusiveMaximum", v, limit)
	}
}

// Within checks minimum and maximum. Both are so common together that a single call makes generated code compile and
// run measurably faster.
//
//go:noinline
func (c *Checker) Within(v, least, most float64) {
	if v < least || v > most || c.literal != "" {
		c.Minimum(v, least)
		c.Maximum(v, most)
	}
}

// MultipleOf checks multipleOf; of is the literal of the schema.
func (c *Checker) MultipleOf(v float64, of string) {
	if c.literal == "" {
		if multiple, decided := decimal.MultipleOfFloat(v, of); decided {
			if !multiple && !c.muted() {
				c.add("multipleOf", show.Limit(of), show.Float(v))
			}
			return
		}
	}
	c.CompareFloat("multipleOf", v, of)
}

// MinimumInt checks minimum.
//
//go:noinline
func (c *Checker) MinimumInt(v, limit int64) {
	if v < limit || c.literal != "" {
		c.boundInt("minimum", v, limit)
	}
}

// MaximumInt checks maximum.
//
//go:noinline
func (c *Checker) MaximumInt(v, limit int64) {
	if v > limit || c.literal != "" {
		c.boundInt("maximum", v, limit)
	}
}

// ExclusiveMinimumInt checks exclusiveMinimum.
//
//go:noinline
func (c *Checker) ExclusiveMinimumInt(v, limit int64) {
	if v <= limit || c.literal != "" {
		c.boundInt("exclusiveMinimum", v, limit)
	}
}

// ExclusiveMaximumInt checks exclusiveMaximum.
//
//go:noinline
func (c *Checker) ExclusiveMaximumInt(v, limit int64) {
	if v >= limit || c.literal != "" {
		c.boundInt("exclusiveMaximum", v, limit)
	}
}

// WithinInt checks minimum and maximum, see [Checker.Within].
//
//go:noinline
func (c *Checker) WithinInt(v, least, most int64) {
	if v < least || v > most || c.literal != "" {
		c.MinimumInt(v, least)
		c.MaximumInt(v, most)
	}
}

// MultipleOfInt checks multipleOf.
func (c *Checker) MultipleOfInt(v, of int64) {
	if c.literal != "" || v != 0 && (of == 0 || v%of != 0) {
		c.boundInt("multipleOf", v, of)
	}
}

// CompareNumber checks any of the five bounds exactly; limit is the literal of the schema.
//
//go:noinline
func (c *Checker) CompareNumber(keyword string, v json.Number, limit string) {
	c.bound(keyword, string(v), limit, show.Limit, v)
}

// CompareFloat is CompareNumber for a float64.
func (c *Checker) CompareFloat(keyword string, v float64, limit string) {
	c.bound(keyword, floatText(v), limit, show.Limit, v)
}

// CompareInt is CompareNumber for an int64.
func (c *Checker) CompareInt(keyword string, v int64, limit string) {
	c.bound(keyword, strconv.FormatInt(v, 10), limit, show.Limit, v)
}

// CompareUint is CompareNumber for a uint64.
func (c *Checker) CompareUint(keyword string, v uint64, limit string) {
	c.bound(keyword, strconv.FormatUint(v, 10), limit, show.Limit, v)
}

//go:noinline
func (c *Checker) boundFloat(keyword string, v, limit float64) {
	switch {
	case c.literal != "":
		c.bound(keyword, floatText(v), floatText(limit), func(string) any { return show.Float(limit) }, v)
	case !c.muted():
		c.add(keyword, show.Float(limit), show.Float(v))
	}
}

//go:noinline
func (c *Checker) boundInt(keyword string, v, limit int64) {
	if c.literal == "" {
		if !c.muted() {
			c.add(keyword, limit, v)
		}
		return
	}
	c.bound(keyword, strconv.FormatInt(v, 10), strconv.FormatInt(limit, 10), func(string) any { return limit }, v)
}

// bound compares decimals: of the number as it was written, if its text was kept, else of its
// Go value. A number that JSON cannot write satisfies no bound.
func (c *Checker) bound(keyword, text, limit string, expected func(string) any, v any) {
	if _, isNumber := v.(json.Number); !isNumber && c.literal != "" {
		text, v = c.literal, json.Number(c.literal)
	}
	if decimal.IsNumber(text) && decimal.Satisfies(keyword, decimal.Parse(text), decimal.Parse(limit)) {
		return
	}
	if !c.muted() {
		c.add(keyword, expected(limit), show.Scalar(v))
	}
}

// floatText is the shortest decimal that is this float64, and no other.
func floatText(v float64) string {
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// roomOf says which numbers a Go type has room for, as the Expected of a range issue: its smallest
// and its largest one, under the names that JSON Schema has for such limits. literal is the number
// that does not fit; where that is too close to zero, the type's finest step is said instead.
func roomOf(goType, literal string) map[string]any {
	switch goType {
	case "uint64":
		return between(int64(0), json.Number("18446744073709551615"))
	case "float32":
		return floatRoom(math.MaxFloat32, math.SmallestNonzeroFloat32, literal)
	case "float64":
		return floatRoom(math.MaxFloat64, math.SmallestNonzeroFloat64, literal)
	}
	signed, isUnsigned := strings.CutPrefix(goType, "u")
	if bits, err := strconv.Atoi(strings.TrimPrefix(signed, "int")); err == nil && bits < 64 {
		least, greatest := rangeOfBits(bits, isUnsigned)
		return between(least, greatest)
	}
	return between(int64(math.MinInt64), int64(math.MaxInt64))
}

func between(least, greatest any) map[string]any {
	return map[string]any{"minimum": least, "maximum": greatest}
}

func floatRoom(greatest, step float64, literal string) map[string]any {
	if d := decimal.Parse(literal); literal != "" && d.Point < 0 {
		return map[string]any{"multipleOf": step}
	}
	return between(-greatest, greatest)
}
