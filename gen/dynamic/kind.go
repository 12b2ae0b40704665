package dynamic

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// everyType is the set of all JSON types.
const everyType = gencode.JSONType(model.JSONAll)

// kindOf is the JSON type of a value as Any gives it, 0 for a value of no JSON type.
func kindOf(v any) gencode.JSONType {
	switch v := v.(type) {
	case nil:
		return gencode.TypeNull
	case bool:
		return gencode.TypeBoolean
	case string:
		return gencode.TypeString
	case json.Number:
		if isWhole(string(v)) {
			return gencode.TypeInteger
		}
		return gencode.TypeNumber
	case []any:
		return gencode.TypeArray
	case map[string]any:
		return gencode.TypeObject
	}
	return 0
}

// isWhole reports whether a JSON number has a zero fraction. The exponent is never expanded.
func isWhole(text string) bool {
	mantissa, power := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa = text[:i]
		var err error
		if power, err = strconv.Atoi(text[i+1:]); err != nil {
			power = math.MaxInt / 2
			if text[i+1] == '-' {
				power = -power
			}
		}
	}
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	digits := whole + fraction
	significant := strings.TrimRight(digits, "0")
	if significant == "" {
		return true
	}
	return power-len(fraction)+len(digits)-len(significant) >= 0
}
