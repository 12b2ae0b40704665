package runtime

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// maxGot is the number of runes of a value that an issue shows.
const maxGot = 64

// scalarGot makes of a value what an issue may show of it: scalars as they are, strings cut and
// cloned, so that the issue does not keep the input alive, and nothing of other values.
func scalarGot(v any) any {
	switch v := v.(type) {
	case nil, bool, int64, int32, uint32:
		return v
	case string:
		return stringGot(v)
	case json.Number:
		return numberGot(string(v))
	case float64:
		return floatValue(v)
	case float32:
		return floatValue(float64(v))
	case int:
		return int64(v)
	case uint64:
		if v <= math.MaxInt64 {
			return int64(v)
		}
		return json.Number(strconv.FormatUint(v, 10))
	default:
		return namedGot(v)
	}
}

// namedGot is scalarGot of a value of a named type, such as an enumeration of generated code.
func namedGot(v any) any {
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.String:
		return stringGot(r.String())
	case reflect.Bool:
		return r.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return r.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return scalarGot(r.Uint())
	case reflect.Float32, reflect.Float64:
		return floatValue(r.Float())
	}
	return nil
}

func stringGot(s string) any { return strings.Clone(clip(s, maxGot)) }

// numberGot shows a JSON number: an int64 where it is written as one, else the literal. One that
// is too long to show cannot be cut and stay that number, so it is shown as a string.
func numberGot(literal string) any {
	if len(literal) > maxGot {
		return stringGot(literal)
	}
	if n, err := strconv.ParseInt(literal, 10, 64); err == nil && literal != "-0" {
		return n
	}
	return json.Number(strings.Clone(literal))
}

// floatValue is an int64 where v is integral and fits, so that an issue shows 3 and not 3.0 or
// 3e+06; a value that JSON has no number for is shown as text.
func floatValue(v float64) any {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return strconv.FormatFloat(v, 'g', -1, 64)
	case v == math.Trunc(v) && math.Abs(v) < 1<<63:
		return int64(v)
	default:
		return v
	}
}

// limitValue is a limit of the schema as an issue shows it: an int64 where it is integral and
// fits, a float64 where that is exact, else the literal.
func limitValue(literal string) any {
	d := parseDecimal(literal)
	if n, ok := d.int64(); ok {
		return n
	}
	if f, err := strconv.ParseFloat(literal, 64); err == nil && d.significant() <= 15 {
		return f
	}
	return json.Number(literal)
}

// limitValues is limitValue for the numbers of an enum, with null at the end where it has that.
func limitValues(literals []string, orNull bool) []any {
	list := enumList(literals, orNull)
	for i, literal := range literals {
		list[i] = limitValue(literal)
	}
	return list
}
