package schema

import (
	"math/big"
	"strconv"
	"strings"
)

// maxExponent bounds the expansion of numbers; beyond it only magnitudes are compared.
const maxExponent = 2000

// Rat parses a JSON number exactly; ok is false if its exponent is too large.
func Rat(text string) (r *big.Rat, ok bool) {
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		e, err := strconv.Atoi(text[i+1:])
		if err != nil || e > maxExponent || e < -maxExponent {
			return nil, false
		}
	}
	if len(text) > 2*maxExponent {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// IsWhole reports whether a JSON number has a zero fraction.
func IsWhole(text string) bool {
	r, ok := Rat(text)
	if !ok {
		// Too large to expand: it is whole if the exponent is positive and exceeds the number of decimals.
		i := strings.IndexAny(text, "eE")
		return i >= 0 && text[i+1] != '-'
	}
	return r.IsInt()
}

// SizeOf parses a non-negative whole number, possibly written as 2.0, with a cap.
func SizeOf(text string) int {
	const most = 1<<31 - 1
	r, ok := Rat(text)
	if !ok || !r.IsInt() || !r.Num().IsInt64() || r.Num().Int64() > most {
		return most
	}
	return int(r.Num().Int64())
}

// Tighter reports whether bound b of a keyword is stricter than a.
func Tighter(word, a, b string) bool {
	x, okX := Rat(a)
	y, okY := Rat(b)
	if !okX || !okY {
		return false
	}
	switch word {
	case "minimum", "exclusiveMinimum":
		return y.Cmp(x) > 0
	default:
		return y.Cmp(x) < 0
	}
}
