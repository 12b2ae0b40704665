package plan

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?$`)

// IsNumber reports whether text is a JSON number of manageable size.
func IsNumber(text string) bool { return jsonNumber.MatchString(text) }

// Exact returns the exact value of a JSON number, nil if it is too large to handle.
func Exact(number string) *big.Rat {
	if !IsNumber(number) {
		return nil
	}
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		return nil
	}
	return r
}

// IntLiteral returns the number as an int64 literal; false if it is not exactly an int64.
func IntLiteral(number string) (string, bool) {
	r := Exact(number)
	if r == nil || !r.IsInt() || !r.Num().IsInt64() {
		return "", false
	}
	return r.Num().String(), true
}

// FloatLiteral returns a JSON number in Go syntax, with a lower-case e.
func FloatLiteral(number string) string { return strings.ToLower(number) }

// floatLimit returns a limit with which float64 values can be compared natively: it must be the shortest
// decimal of its float64. Rounding is monotonic, so comparing two float64 equals comparing their shortest
// decimals. (For 0.01 this is a hundred times as fast as comparing decimals.)
func floatLimit(number string) (string, bool) {
	limit := Exact(number)
	if limit == nil {
		return "", false
	}
	nearest, _ := limit.Float64()
	shortest := Exact(strconv.FormatFloat(nearest, 'g', -1, 64))
	if shortest == nil || shortest.Cmp(limit) != 0 {
		return "", false
	}
	return FloatLiteral(strings.TrimSuffix(number, ".0")), true
}

// bound chooses the form of a bound: a native comparison if the limit is exact in the Go type, otherwise a
// decimal one. It returns nil for values other than numbers.
func bound(c model.Bound, static *model.Type) []Check {
	made := Bound{Word: c.Word, Limit: c.Limit}
	switch static.Kind {
	case model.Int:
		if limit, ok := IntLiteral(c.Limit); ok && !static.BeyondInt64() && (c.Word != "multipleOf" || c.Limit != "0") {
			made.Native = limit
		}
	case model.Float:
		if limit, ok := floatLimit(c.Limit); ok && c.Word != "multipleOf" {
			made.Native = limit
		}
	case model.Number:
	default:
		return nil
	}
	return []Check{made}
}

// size returns nil for values without such a length.
func size(c model.Size, static *model.Type) []Check {
	switch {
	case static.Kind == model.String && strings.HasSuffix(c.Word, "Length"),
		static.Kind == model.Slice && strings.HasSuffix(c.Word, "Items"),
		static.Kind == model.Map && ofMembers(c):
		return []Check{Size{c.Word, c.Limit}}
	}
	return nil
}

// ofMembers reports whether a size bounds the members of an object.
func ofMembers(c model.Size) bool { return strings.HasSuffix(c.Word, "Properties") }

func members(t *model.Type) []Size {
	var list []Size
	for _, c := range t.Constraints {
		if size, ok := c.(model.Size); ok && ofMembers(size) {
			list = append(list, Size{size.Word, size.Limit})
		}
	}
	return list
}
