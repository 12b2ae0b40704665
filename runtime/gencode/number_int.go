package gencode

import (
	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"math"
)

// Int64 reads an integer, which may be written 3.0 or 3e2. One beyond the range of int64 becomes
// the nearest int64 and a range issue, once the container goes on and unless it breaks a bound.
func (d *Decoder) Int64(v *int64) bool {
	src, p := d.src, d.pos
	negative := false
	if !isDigit(src[p]) {
		if negative = src[p] == '-'; !negative {
			return d.intSlow(v, math.MinInt64, math.MaxInt64, "int64")
		}
		p++
	}
	first := p
	var n int64
	for c := src[p] - '0'; c <= 9; c = src[p] - '0' {
		n = n*10 + int64(c)
		p++
	}
	// Up to 18 digits cannot overflow.
	if digits := p - first; digits-1 > 17 || digits == 0 || src[first] == '0' && digits > 1 || src[p] == '.' || src[p]|0x20 == 'e' {
		return d.intSlow(v, math.MinInt64, math.MaxInt64, "int64")
	}
	d.pos = p
	if negative {
		n = -n
	}
	*v = n
	return true
}

// Int8 is Int64 for an int8.
func (d *Decoder) Int8(v *int8) bool { return narrow(d, v, 8, false) }

// Int16 is Int64 for an int16.
func (d *Decoder) Int16(v *int16) bool { return narrow(d, v, 16, false) }

// Int32 is Int64 for an int32.
func (d *Decoder) Int32(v *int32) bool { return narrow(d, v, 32, false) }

// Uint8 is Int64 for a uint8.
func (d *Decoder) Uint8(v *uint8) bool { return narrow(d, v, 8, true) }

// Uint16 is Int64 for a uint16.
func (d *Decoder) Uint16(v *uint16) bool { return narrow(d, v, 16, true) }

// Uint32 is Int64 for a uint32.
func (d *Decoder) Uint32(v *uint32) bool { return narrow(d, v, 32, true) }

func narrow[T int8 | int16 | int32 | uint8 | uint16 | uint32](d *Decoder, v *T, bits int, unsigned bool) bool {
	var n int64
	if d.checking || !d.NarrowInt(&n, bits, unsigned) {
		return d.checking && v != nil
	}
	*v = T(n)
	return true
}

// NarrowInt is Int64 for an integer of 8, 16 or 32 bits.
func (d *Decoder) NarrowInt(v *int64, bits int, unsigned bool) bool {
	least, greatest := rangeOfBits(bits, unsigned)
	name := "uint8"
	switch bits {
	case 16:
		name = "uint16"
	case 32:
		name = "uint32"
	}
	if !unsigned {
		name = name[1:]
	}
	return d.intSlow(v, least, greatest, name)
}

// rangeOfBits is the smallest and the largest integer of 8, 16 or 32 bits.
func rangeOfBits(bits int, unsigned bool) (least, greatest int64) {
	if unsigned {
		return 0, int64(1)<<bits - 1
	}
	return -1 << (bits - 1), int64(1)<<(bits-1) - 1
}

// Uint64 is Int64 for a uint64.
func (d *Decoder) Uint64(v *uint64) bool {
	if d.checking {
		return v != nil
	}
	text, ok := d.integerText()
	if !ok {
		return false
	}
	dec := decimal.Parse(text)
	n, fits := dec.Magnitude()
	switch {
	case dec.Negative:
		n = 0
		d.inexact(text, "uint64")
	case !fits:
		n = math.MaxUint64
		d.inexact(text, "uint64")
	case n > math.MaxInt64:
		d.inexact(text, "") // bounds are compared as int64
	}
	*v = n
	return true
}

// intSlow reads an integer in any spelling and saturates it at the ends of its type.
func (d *Decoder) intSlow(v *int64, least, greatest int64, name string) bool {
	if d.checking {
		return v != nil
	}
	text, ok := d.integerText()
	if !ok {
		return false
	}
	dec := decimal.Parse(text)
	n, fits := dec.Int64()
	switch {
	case !fits && dec.Negative, fits && n < least:
		n = least
		d.inexact(text, name)
	case !fits, n > greatest:
		n = greatest
		d.inexact(text, name)
	}
	*v = n
	return true
}

// integerText reads a number with zero fraction and gives it as it is written.
func (d *Decoder) integerText() (text string, ok bool) {
	if !d.atNumber() {
		d.mismatch(TypeInteger)
		return "", false
	}
	start := d.pos
	text, integer, ok := d.numberText()
	if !ok {
		return "", false
	}
	if !integer && !decimal.IsIntegral(text) {
		d.pos = start
		d.mismatch(TypeInteger)
		return "", false
	}
	return text, true
}
