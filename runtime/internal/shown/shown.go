// Package shown makes of a value what an issue or a receipt shows of it: a scalar, cut and cloned.
package shown

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
)

// most is the number of runes of a value that an issue shows.
const most = 64

// Scalar makes of a value what an issue may show of it: scalars as they are, strings cut and
// cloned, so that the issue does not keep the input alive, and nothing of other values.
func Scalar(v any) any {
	switch v := v.(type) {
	case nil, bool, int64, int32, uint32:
		return v
	case string:
		return String(v)
	case json.Number:
		return Number(string(v))
	case float64:
		return Float(v)
	case float32:
		return Float(float64(v))
	case int:
		return int64(v)
	case uint64:
		if v <= math.MaxInt64 {
			return int64(v)
		}
		return json.Number(strconv.FormatUint(v, 10))
	default:
		return named(v)
	}
}

// named is [Scalar] of a value of a named type, such as an enumeration of generated code.
func named(v any) any {
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.String:
		return String(r.String())
	case reflect.Bool:
		return r.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return r.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return Scalar(r.Uint())
	case reflect.Float32, reflect.Float64:
		return Float(r.Float())
	}
	return nil
}

// String is a text as an issue shows it: cut and cloned.
func String(s string) any { return strings.Clone(Clip(s, most)) }

// Number shows a JSON number: an int64 where it is written as one, else the literal. One that
// is too long to show cannot be cut and stay that number, so it is shown as a string.
func Number(literal string) any {
	if len(literal) > most {
		return String(literal)
	}
	if n, err := strconv.ParseInt(literal, 10, 64); err == nil && literal != "-0" {
		return n
	}
	return json.Number(strings.Clone(literal))
}

// Float is an int64 where v is integral and fits, so that an issue shows 3 and not 3.0 or
// 3e+06; a value that JSON has no number for is shown as text.
func Float(v float64) any {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return strconv.FormatFloat(v, 'g', -1, 64)
	case v == math.Trunc(v) && math.Abs(v) < 1<<63:
		return int64(v)
	default:
		return v
	}
}

// Limit is a limit of the schema as an issue shows it: an int64 where it is integral and
// fits, a float64 where that is exact, else the literal.
func Limit(literal string) any {
	d := decimal.Parse(literal)
	if n, ok := d.Int64(); ok {
		return n
	}
	if f, err := strconv.ParseFloat(literal, 64); err == nil && d.Significant() <= 15 {
		return f
	}
	return json.Number(literal)
}

// Clip cuts s to at most n runes and marks the cut with an ellipsis. It looks at no more than
// the first n runes, so that its cost does not depend on the length of s.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	at := 0
	for range n {
		if at >= len(s) {
			return s
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	if at >= len(s) {
		return s
	}
	return s[:at] + "…"
}
