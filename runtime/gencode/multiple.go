package gencode

import "math"

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
