package lower

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// maxExponent bounds what is expanded digit by digit; beyond it only magnitudes are compared.
const maxExponent = 2000

// rat reads a JSON number exactly. ok is false where its exponent is too large to expand.
func rat(text string) (r *big.Rat, ok bool) {
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

// roundedByFloat reports whether a value is a number that is another one once a float64 held it.
func roundedByFloat(v model.Value) bool {
	if v.Kind != model.NumberValue {
		return false
	}
	exact, ok := rat(v.Text)
	if !ok {
		return true
	}
	nearest, err := strconv.ParseFloat(v.Text, 64)
	written, _ := rat(strconv.FormatFloat(nearest, 'g', -1, 64))
	return err != nil || exact.Cmp(written) != 0
}

// isWhole reports whether a JSON number has a zero fraction.
func isWhole(text string) bool {
	r, ok := rat(text)
	if !ok {
		// Too large to expand: whole if the exponent is positive and beats all decimals.
		i := strings.IndexAny(text, "eE")
		return i >= 0 && text[i+1] != '-'
	}
	return r.IsInt()
}

// tighter reports whether bound b of a keyword says more than bound a.
func tighter(word, a, b string) bool {
	x, okX := rat(a)
	y, okY := rat(b)
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
