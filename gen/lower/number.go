package lower

import (
	"math/big"
	"slices"
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

// comparesRounded reports whether enum or const, also within choices on the value itself, has a number
// that is another one once a float64 held it. Depth bounds the look into choices.
func comparesRounded(t *model.Type, depth int) bool {
	if t == nil || depth == 0 {
		return false
	}
	return slices.ContainsFunc(t.Constraints, func(c model.Constraint) bool {
		switch c := c.(type) {
		case model.Enum:
			return slices.ContainsFunc(c.Values, roundedByFloat)
		case model.Choice:
			return slices.ContainsFunc(c.Branches, func(b *model.Type) bool { return comparesRounded(b, depth-1) })
		case model.Not:
			return comparesRounded(c.Type, depth-1)
		case model.Conditional:
			return comparesRounded(c.If, depth-1) || comparesRounded(c.Then, depth-1) || comparesRounded(c.Else, depth-1)
		}
		return false
	})
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
