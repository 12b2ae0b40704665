package decimal

import (
	"math"
	"math/big"
)

// isMultiple reports whether v is an exact multiple of the number of. Only zero is a multiple of zero. It reads v in
// chunks, so that the time is linear in its length.
func isMultiple(v, of Decimal) bool {
	if v.Zero || of.Zero {
		return v.Zero
	}
	// With V and O as the integers of the digits, the quotient is V/O × 10^shift.
	shift := (v.Point - int64(v.count)) - (of.Point - int64(of.count))
	if shift < 0 {
		// V is not divisible by ten: its last digit is not zero.
		return false
	}
	const scale = 1_000_000_000_000_000_000
	fold := func(d Decimal, m *big.Int) *big.Int {
		rest, factor := new(big.Int), new(big.Int)
		var word, weight uint64 = 0, 1
		flush := func() {
			rest.Mul(rest, factor.SetUint64(weight))
			rest.Add(rest, new(big.Int).SetUint64(word))
			if m != nil {
				rest.Rem(rest, m)
			}
			word, weight = 0, 1
		}
		for digit := range d.Each {
			word, weight = word*10+digit, weight*10
			if weight == scale {
				flush()
			}
		}
		flush()
		return rest
	}
	o := fold(of, nil)
	rest := fold(v, o)
	rest.Mul(rest, new(big.Int).Exp(big.NewInt(10), big.NewInt(shift), o))
	return rest.Rem(rest, o).Sign() == 0
}

// MultipleOfFloat decides in machine arithmetic whether v is a multiple of a decimal, if v came from at most 15
// digits. With of = O × 10^-places: v is a decimal with at most that many places if and only if the nearest
// integer to v × 10^places, divided again, is v.
func MultipleOfFloat(v float64, of string) (multiple, decided bool) {
	var divisor, places uint64
	point := false
	for i := range len(of) {
		switch c := of[i]; {
		case c-'0' <= 9 && divisor < 1e14:
			divisor = divisor*10 + uint64(c-'0')
			if point {
				places++
			}
		case c == '.' && !point:
			point = true
		default:
			return false, false
		}
	}
	if divisor == 0 || places > exactPowers {
		return false, false
	}
	power := math.Pow10(int(places))
	scaled := math.Round(v * power)
	if !(math.Abs(scaled) < 1e15) {
		return false, false
	}
	if scaled/power != v {
		return false, true
	}
	return uint64(math.Abs(scaled))%divisor == 0, true
}

// exactPowers is the greatest power of ten that a float64 holds exactly.
const exactPowers = 22
