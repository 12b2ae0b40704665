package gencode

import (
	"encoding/json"
	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"math"
	"strconv"
	"strings"
)

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
