package gencode

import (
	"math"
	"strconv"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
)

// Int64 reads an integer, which may be written 3.0 or 3e2. One beyond the range of int64 becomes
// the nearest int64 and a range issue, once the container goes on and unless it breaks a bound.
func (d *Decoder) Int64(v *int64) bool {
	src, p := d.src, d.pos
	negative := false
	if !isDigit(src[p]) {
		if negative = src[p] == '-'; !negative {
			return d.IntOfSize(v, 64, false)
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
		return d.IntOfSize(v, 64, false)
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
	if d.checking || !d.IntOfSize(&n, bits, unsigned) {
		return d.checking && v != nil
	}
	*v = T(n)
	return true
}

// IntOfSize is Int64 for a signed integer of up to 64 bits or an unsigned one of up to 32. It reads any spelling and
// saturates the value at the ends of its type.
func (d *Decoder) IntOfSize(v *int64, bits int, unsigned bool) bool {
	if d.checking {
		return v != nil
	}
	text, ok := d.number(TypeInteger)
	if !ok {
		return false
	}
	least, greatest := rangeOfBits(bits, unsigned)
	dec := decimal.Parse(text)
	n, fits := dec.Int64()
	switch {
	case !fits && dec.Negative, fits && n < least:
		n = least
	case !fits, n > greatest:
		n = greatest
	default:
		*v = n
		return true
	}
	name := "int" + strconv.Itoa(bits)
	if unsigned {
		name = "u" + name
	}
	d.inexact(text, name)
	*v = n
	return true
}

// rangeOfBits is the smallest and the largest integer of a number of bits.
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
	text, ok := d.number(TypeInteger)
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
