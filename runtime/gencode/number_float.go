package gencode

import (
	"encoding/json"
	"math"
	"math/bits"
	"strconv"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/word"
)

// exactDigits is the number of decimal digits that survive the way through a float64: up to so
// many, the shortest text of the float is the number that was written.
const exactDigits = 15

// Float64 reads a number. One beyond the range of float64 is a range issue, once the container
// goes on and unless it breaks a bound.
func (d *Decoder) Float64(v *float64) bool {
	// A number of up to seven bytes is read out of one word, which spares a jump for each digit. Where
	// it ends in the word is counted in bits.
	w := word.Load(d.src, d.pos)
	stops := digitStops(w)
	end := bits.TrailingZeros64(stops) &^ 7
	if stops == 0 || end == 0 || end > 8 && byte(w) == '0' {
		return d.floatLong(v)
	}
	digits, size, next := end, end>>3, byte(w>>(end&63))
	places := 0
	if next == '.' {
		// The point is taken out from between the digits.
		whole := stops&-stops>>7 - 1
		stops &= stops - 1
		end = bits.TrailingZeros64(stops) &^ 7
		if stops == 0 || end == digits+8 {
			return d.floatLong(v)
		}
		next = byte(w >> (end & 63))
		w = w&whole | w>>8&^whole
		places = (end-digits)>>3 - 1
		digits, size = end-8, end>>3
	}
	if next|0x20 == 'e' {
		return d.floatLong(v)
	}
	f := float64(int64(wordDigits(w << (-digits & 63))))
	if places > 0 {
		f /= powersOfTen[places] // both are exact, so that the quotient is rounded once
	}
	d.pos += size
	*v = f
	return true
}

// floatLong is Float64 for a number that is not within the first eight bytes, or has a sign.
func (d *Decoder) floatLong(v *float64) bool {
	src, p := d.src, d.pos
	negative := false
	if !isDigit(src[p]) {
		if negative = src[p] == '-'; !negative {
			return d.floatSlow(v, 64)
		}
		p++
	}
	first := p
	var mantissa uint64
	for c := src[p] - '0'; c <= 9; c = src[p] - '0' {
		mantissa = mantissa*10 + uint64(c)
		p++
	}
	digits, places := p-first, 0
	if digits == 0 || src[first] == '0' && digits > 1 {
		return d.floatSlow(v, 64)
	}
	if src[p] == '.' {
		p++
		for c := src[p] - '0'; c <= 9; c = src[p] - '0' {
			mantissa = mantissa*10 + uint64(c)
			p++
		}
		places = p - first - digits - 1
		if places == 0 {
			return d.floatSlow(v, 64)
		}
	}
	if digits+places > exactDigits || src[p]|0x20 == 'e' {
		return d.floatSlow(v, 64)
	}
	d.pos = p
	f := float64(mantissa)
	if places > 0 {
		f /= powersOfTen[places] // both are exact, so that the quotient is rounded once
	}
	if negative {
		f = -f
	}
	*v = f
	return true
}

// Widen is a float32 as the float64 that is written with the same digits, which converting it is not:
// 0.1 as a float32 is a little more than a tenth. Generated code compares it with the schema's numbers.
func Widen[T ~float32](v T) float64 {
	var text [24]byte
	wide, err := strconv.ParseFloat(string(strconv.AppendFloat(text[:0], float64(v), 'g', -1, 32)), 64)
	if err != nil {
		return float64(v)
	}
	return wide
}

// Float32 reads a number into a float32, as Float64 does. Its bounds are checked against what
// was written, not against the rounded value.
func (d *Decoder) Float32(v *float32) bool {
	var f float64
	if d.checking {
		return v != nil && d.finite(float64(*v), "float32")
	}
	if !d.floatSlow(&f, 32) {
		return false
	}
	*v = float32(f)
	return true
}

// floatSlow reads any number, and keeps its text where the float is not exactly what it says.
func (d *Decoder) floatSlow(v *float64, size int) bool {
	if d.checking {
		return v != nil && d.finite(*v, "float64")
	}
	text, ok := d.number(TypeNumber)
	return ok && d.setFloat(v, text, size)
}

func (d *Decoder) setFloat(v *float64, text string, size int) bool {
	f, err := strconv.ParseFloat(text, size)
	dec := decimal.Parse(text)
	largest, least, digits := math.MaxFloat64, 1e-290, exactDigits
	if size == 32 {
		largest, least, digits = math.MaxFloat32, 1e-30, 6
	}
	switch {
	case err != nil: // text is a number, so this can only be its range
		f = math.Copysign(largest, f)
		d.inexact(text, "float"+strconv.Itoa(size))
	case f == 0 && !dec.Zero:
		d.inexact(text, "float"+strconv.Itoa(size))
	case dec.Significant() > digits || math.Abs(f) < least && f != 0:
		d.inexact(text, "")
	}
	*v = f
	return true
}

// inexact keeps the text of a number that its Go value does not tell exactly, for the checks that
// follow. A misfit is the Go type that has no place for it at all.
func (d *Decoder) inexact(text, misfit string) {
	if misfit == "" && d.within != nil {
		return // it is the text of the Go value
	}
	d.literal = text
	d.misfit = misfit
	d.events++
}

// Number reads a number and keeps it as it is written.
func (d *Decoder) Number(v *json.Number) bool { return d.keepNumber(v, TypeNumber) }

// Integer reads a number with zero fraction, of any size, and keeps it as it is written.
func (d *Decoder) Integer(v *json.Number) bool { return d.keepNumber(v, TypeInteger) }

func (d *Decoder) keepNumber(v *json.Number, want JSONType) bool {
	if d.checking {
		return v != nil && d.isNumberText(*v, want)
	}
	text, ok := d.number(want)
	if ok {
		*v = json.Number(text)
	}
	return ok
}

// number reads a number, which is whole if only integers are wanted, and returns it as it is written.
func (d *Decoder) number(want JSONType) (text string, ok bool) {
	start := d.pos
	if c := d.src[start]; c != '-' && !isDigit(c) {
		d.mismatch(want)
		return "", false
	}
	text, integer, ok := d.numberText()
	if ok && want == TypeInteger && !integer && !decimal.IsIntegral(text) {
		d.pos = start
		d.mismatch(want)
		return "", false
	}
	return text, ok
}

// powersOfTen are the powers of ten that a float64 holds exactly.
var powersOfTen = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}
