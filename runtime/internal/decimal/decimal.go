// Package decimal computes exactly with JSON numbers in their text form, at a cost independent of their
// exponents.
package decimal

import (
	"cmp"
	"math"
	"math/bits"
	"strconv"
)

// Decimal is a JSON number as a view of its text. It is never expanded: 7e9999999 costs as much as 7e1. Its
// value is 0.D × 10^point, where D are the significant digits.
type Decimal struct {
	Negative bool
	Zero     bool
	digits   string // from the first to the last nonzero digit, possibly with a decimal point
	count    int    // digits in digits
	Point    int64
}

// maxExponent is where exponents saturate: beyond the length of any text, and small enough that the sum of two
// does not overflow int64.
const maxExponent = 1 << 60

// Parse parses a literal that is valid in JSON.
func Parse(literal string) Decimal {
	var d Decimal
	if literal != "" && literal[0] == '-' {
		d.Negative = true
		literal = literal[1:]
	}
	mantissa, exponent := literal, int64(0)
	for i := range len(literal) {
		if literal[i]|0x20 == 'e' {
			mantissa, exponent = literal[:i], parseExponent(literal[i+1:])
			break
		}
	}
	first, last, point := -1, -1, len(mantissa)
	for i := range len(mantissa) {
		switch c := mantissa[i]; {
		case c == '.':
			point = i
		case c != '0':
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		d.Zero, d.Negative = true, false
		return d
	}
	d.digits = mantissa[first : last+1]
	d.count = len(d.digits)
	if first < point && point <= last {
		d.count--
	}
	// The decimal point is after point-first digits of D, or before first-point-1 zeros.
	d.Point = int64(point-first) + exponent
	if first > point {
		d.Point = int64(point-first+1) + exponent
	}
	return d
}

func parseExponent(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64) // the nearest int64 if it does not fit
	return min(max(n, -maxExponent), maxExponent)
}

// Significant returns the number of significant digits.
func (d Decimal) Significant() int { return d.count }

// IsIntegral reports whether the fraction is zero.
func (d Decimal) IsIntegral() bool { return d.Zero || d.Point >= int64(d.count) }

// Each yields the significant digits, most significant first.
func (d Decimal) Each(yield func(digit uint64) bool) {
	for i := range len(d.digits) {
		if c := d.digits[i]; c != '.' && !yield(uint64(c-'0')) {
			return
		}
	}
}

// Magnitude returns the absolute value if it is an integer that fits.
func (d Decimal) Magnitude() (n uint64, ok bool) {
	if !d.IsIntegral() || !d.Zero && d.Point > 20 {
		return 0, false
	}
	ok = true
	push := func(digit uint64) bool {
		high, low := bits.Mul64(n, 10)
		sum, carry := bits.Add64(low, digit, 0)
		n = sum
		ok = high == 0 && carry == 0
		return ok
	}
	d.Each(push)
	for i := int64(d.count); ok && i < d.Point; i++ {
		push(0)
	}
	return n, ok
}

// Int64 returns the value if it is an int64.
func (d Decimal) Int64() (int64, bool) {
	n, ok := d.Magnitude()
	switch {
	case !ok:
		return 0, false
	case d.Negative && n <= 1<<63:
		return -int64(n), true
	default:
		return int64(n), n <= math.MaxInt64
	}
}

// Compare returns -1, 0 or 1 if d is less than, equal to or greater than e.
func (d Decimal) Compare(e Decimal) int {
	if s, t := d.sign(), e.sign(); s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	if d.Negative {
		return e.compareMagnitude(d)
	}
	return d.compareMagnitude(e)
}

func (d Decimal) sign() int {
	switch {
	case d.Zero:
		return 0
	case d.Negative:
		return -1
	default:
		return 1
	}
}

// compareMagnitude compares the absolute values of nonzero numbers.
func (d Decimal) compareMagnitude(e Decimal) int {
	if n := cmp.Compare(d.Point, e.Point); n != 0 {
		return n
	}
	i, j := 0, 0
	for i < len(d.digits) && j < len(e.digits) {
		switch {
		case d.digits[i] == '.':
			i++
		case e.digits[j] == '.':
			j++
		case d.digits[i] != e.digits[j]:
			return cmp.Compare(d.digits[i], e.digits[j])
		default:
			i++
			j++
		}
	}
	// One is a prefix of the other, and neither has trailing zeros.
	return cmp.Compare(len(d.digits)-i, len(e.digits)-j)
}

// Canonical returns the same text for all literals of a value: the digits, then the exponent of the last one.
func (d Decimal) Canonical() string {
	if d.Zero {
		return "0"
	}
	b := make([]byte, 0, d.count+8)
	if d.Negative {
		b = append(b, '-')
	}
	for digit := range d.Each {
		b = append(b, byte('0'+digit))
	}
	b = append(b, 'e')
	return string(strconv.AppendInt(b, d.Point-int64(d.count), 10))
}

// Compare compares two JSON numbers by value.
func Compare(a, b string) int { return Parse(a).Compare(Parse(b)) }

// IsIntegral reports whether a JSON number has a zero fraction.
func IsIntegral(literal string) bool { return Parse(literal).IsIntegral() }
