package show

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
)

// Scalar returns the form of a value in an issue: scalars, with strings truncated and cloned, so that the issue does not
// retain the input; nil for other values.
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

// named is [Scalar] for a value of a named type, such as an enumeration of generated code.
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

// CleanScalar is [Scalar] with text prepared for a sentence, see [Clean].
func CleanScalar(v any) any {
	switch v := Scalar(v).(type) {
	case string:
		return Clean(v, MaxGot)
	case json.Number:
		if !json.Valid([]byte(v)) {
			return Clean(string(v), MaxGot)
		}
		return v
	default:
		return v
	}
}

// String returns the form of a string in an issue.
func String(s string) any { return strings.Clone(Clip(s, MaxGot)) }

// Number returns the form of a JSON number in an issue: an int64 if it is written as one, otherwise the literal. A literal
// that is too long becomes a string, since it would be another number if truncated.
func Number(literal string) any {
	if len(literal) > MaxGot {
		return String(literal)
	}
	if n, err := strconv.ParseInt(literal, 10, 64); err == nil && literal != "-0" {
		return n
	}
	return json.Number(strings.Clone(literal))
}

// Float returns the form of a float in an issue: an int64 if it is integral and fits, so that an issue shows 3 and not
// 3.0 or 3e+06, and text for a value that JSON cannot express.
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

// Limit returns the form of a limit of the schema in an issue: an int64 if it is integral and fits, a float64 if that is
// exact, otherwise the literal.
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
