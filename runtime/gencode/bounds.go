package gencode

import (
	"encoding/json"
	"fmt"
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

// Bound checks a bound that is a float64.
//
//go:noinline
func (c *Checker) Bound(keyword string, v, limit float64) {
	if c.literal != "" {
		c.Compare(keyword, v, strconv.FormatFloat(limit, 'g', -1, 64))
	} else if !holds(keyword, v, limit) && !c.muted() {
		c.add(keyword, show.Float(limit), show.Float(v))
	}
}

// BoundInt checks a bound that is an int64.
//
//go:noinline
func (c *Checker) BoundInt(keyword string, v, limit int64) {
	if c.literal != "" {
		c.Compare(keyword, v, strconv.FormatInt(limit, 10))
	} else if !holds(keyword, v, limit) && !c.muted() {
		c.add(keyword, limit, v)
	}
}

// holds reports whether a number satisfies a bound. Only that of an integer may be multipleOf.
func holds[T int64 | float64](keyword string, v, limit T) bool {
	switch keyword {
	case "minimum":
		return v >= limit
	case "maximum":
		return v <= limit
	case "exclusiveMinimum":
		return v > limit
	case "exclusiveMaximum":
		return v < limit
	}
	return v == 0 || limit != 0 && int64(v)%int64(limit) == 0
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
	c.Compare("multipleOf", v, of)
}

// Compare checks any bound exactly; limit is the literal of the schema, and v an int64, a uint64, a float64 or a
// json.Number. A number that JSON cannot write satisfies no bound.
//
//go:noinline
func (c *Checker) Compare(keyword string, v any, limit string) {
	text, v := c.written(v)
	if decimal.IsNumber(text) && decimal.Satisfies(keyword, decimal.Parse(text), decimal.Parse(limit)) {
		return
	}
	if !c.muted() {
		c.add(keyword, show.Limit(limit), show.Scalar(v))
	}
}

// written is a number as it was written, if its text was kept, else as JSON writes its Go value, and what issues show.
func (c *Checker) written(v any) (text string, got any) {
	if _, isText := v.(json.Number); !isText && c.literal != "" {
		return c.literal, json.Number(c.literal)
	}
	return fmt.Sprint(v), v
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
