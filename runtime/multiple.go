package runtime

import (
	"math"
	"math/big"
	"math/bits"
)

// isMultiple reports whether the number v is an integral multiple of the number of, exactly.
// An of of zero has no multiples but zero.
func isMultiple(v, of decimal) bool {
	if v.zero || of.zero {
		return v.zero
	}
	// With V and O as the integers that the digits spell, the quotient is V/O × 10^shift.
	shift := (v.point - int64(v.count)) - (of.point - int64(of.count))
	if shift < 0 {
		// V is not divisible by ten, since its last digit is not zero.
		return false
	}
	if of.count <= 18 {
		return isMultipleSmall(v, of, uint64(shift))
	}
	return isMultipleBig(v, of, shift)
}

// isMultipleSmall computes V × 10^shift mod O in words.
func isMultipleSmall(v, of decimal, shift uint64) bool {
	var o, rest uint64
	for digit := range of.each {
		o = o*10 + digit
	}
	for digit := range v.each {
		rest = mulMod(rest, 10, o)
		rest = (rest + digit%o) % o
	}
	return mulMod(rest, powMod(10, shift, o), o) == 0
}

func mulMod(a, b, m uint64) uint64 {
	high, low := bits.Mul64(a%m, b%m)
	return bits.Rem64(high, low, m)
}

func powMod(base, exponent, m uint64) uint64 {
	result := 1 % m
	for ; exponent > 0; exponent >>= 1 {
		if exponent&1 != 0 {
			result = mulMod(result, base, m)
		}
		base = mulMod(base, base, m)
	}
	return result
}

// isMultipleBig is the same for a divisor that no word holds. It takes V in chunks, so that its
// time grows with the length of V and not with its square.
func isMultipleBig(v, of decimal, shift int64) bool {
	const chunk, scale = 18, 1_000_000_000_000_000_000
	fold := func(d decimal, m *big.Int) *big.Int {
		rest, ten := new(big.Int), new(big.Int)
		var word, weight uint64 = 0, 1
		flush := func() {
			rest.Mul(rest, ten.SetUint64(weight))
			rest.Add(rest, new(big.Int).SetUint64(word))
			if m != nil {
				rest.Rem(rest, m)
			}
			word, weight = 0, 1
		}
		for digit := range d.each {
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

// multipleOfFloat decides for floats that came from at most 15 digits, where it can do so in
// machine arithmetic. With of = O × 10^-places: v is a decimal of at most so many places if and
// only if the nearest integer to v × 10^places, divided again, is v.
func multipleOfFloat(v float64, of string) (multiple, decided bool) {
	var divisor, places uint64
	point := false
	for i := range len(of) {
		switch c := of[i]; {
		case isDigit(c) && divisor < 1e14:
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
	if divisor == 0 || places >= uint64(len(powersOfTen)) {
		return false, false
	}
	scaled := math.Round(v * powersOfTen[places])
	if !(math.Abs(scaled) < 1e15) {
		return false, false
	}
	if scaled/powersOfTen[places] != v {
		return false, true
	}
	return uint64(math.Abs(scaled))%divisor == 0, true
}

// powersOfTen are the powers of ten that a float64 holds exactly.
var powersOfTen = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}
