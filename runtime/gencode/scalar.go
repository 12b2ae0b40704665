package gencode

import (
	"math"
	"math/bits"
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/word"
)

// String reads a string.
func (d *Decoder) String(v *string) bool {
	src, start := d.src, d.pos+1
	if src[d.pos] != '"' {
		return d.stringSlow(v)
	}
	// The usual case of text is written out: two calls for each string would be half of the instructions that a
	// short one takes.
	for i := start; ; i += 8 {
		stops := asciiStops(word.Load(src, i))
		if stops == 0 {
			continue
		}
		stop := i + bits.TrailingZeros64(stops)>>3
		if src[stop] != '"' {
			return d.stringUnusual(v, start, stop)
		}
		d.pos = stop + 1
		// kept, written out, too.
		s, b := src[start:stop], &d.room.b
		if uint(len(s)-1) >= uint(b.Cap()-b.Len()) {
			*v = d.keptAlone(s)
			return true
		}
		at := b.Len()
		b.Write(s)
		*v = b.String()[at:]
		return true
	}
}

// stringUnusual continues where String found, at offset from, something other than plain ASCII.
func (d *Decoder) stringUnusual(v *string, start, from int) bool {
	s, ok := d.unusualText(start, from)
	if ok {
		*v = d.kept(s)
	}
	return ok
}

// stringSlow is String for a Go value, or for what is no string.
func (d *Decoder) stringSlow(v *string) bool {
	switch {
	case !d.checking:
		d.mismatch(TypeString)
		return false
	case v == nil:
		return false
	}
	// isUTF8, written out for short text: another call for each string would be a twentieth of all that
	// Validate does.
	s, high := *v, uint64(0)
	switch n := len(s); {
	case n > 16 || n < 4:
		if !isUTF8(s) {
			d.noText()
			return false
		}
		if n == 0 {
			return d.hasText(s)
		}
	case n >= 8:
		high = word.Load(s, 0) | word.Load(s, n-8)
	default:
		high = uint64(word.Load32(s, 0) | word.Load32(s, n-4))
	}
	if high&word.HighBits != 0 && !d.Text(s) {
		return false
	}
	return s[0] > ' ' || d.hasText(s)
}

// The bytes of true, and of false but for its first, as load32 reads them.
const (
	wordTrue = 't' | 'r'<<8 | 'u'<<16 | 'e'<<24
	wordAlse = 'a' | 'l'<<8 | 's'<<16 | 'e'<<24
)

// Bool reads true or false.
func (d *Decoder) Bool(v *bool) bool {
	src, p := d.src, d.pos
	switch src[p] {
	case 't':
		*v = true
		if word.Load32(src, p) == wordTrue {
			d.pos = p + len("true")
			return true
		}
		return d.notWord("true")
	case 'f':
		*v = false
		if word.Load32(src, p+1) == wordAlse {
			d.pos = p + len("false")
			return true
		}
		return d.notWord("false")
	}
	if d.checking {
		return v != nil
	}
	d.mismatch(TypeBoolean)
	return false
}

// Null reads null if it is next, and is true then. Else it remembers that null was allowed here,
// so that a type issue says so.
//
//go:noinline
func (d *Decoder) Null() bool {
	if d.src[d.pos] == 'n' && d.word("null") {
		return true
	}
	d.nullAt = d.pos
	return false
}

// mismatch records that the value that is next has the wrong type, and skips it.
func (d *Decoder) mismatch(want JSONType) {
	kind := d.Peek()
	if kind == 0 {
		d.Skip() // which says what is wrong
		return
	}
	if d.within != nil && kind == TypeNull && want&^(TypeArray|TypeObject) == 0 { // a nil slice or map
		d.Present(false)
		d.Skip()
		return
	}
	if d.nullAt == d.pos {
		want |= TypeNull
	}
	if !d.muted() {
		d.add("type", want.expected(), kind.expected())
	}
	d.Skip()
}

// The following read a value that has one check, as most values have, and check it. The names are those
// of the reader and the check. The condition of each check is repeated here: to call the check of each sound value
// is a twentieth of all that Validate does.

// StringFormat reads a string with a format.
//
//go:noinline
func (d *Decoder) StringFormat(v *string, format string) {
	if d.String(v) {
		d.Format(*v, format)
	}
}

// OptionalStringFormat is StringFormat into a place as that of [Decoder.OptionalString].
//
//go:noinline
func (d *Decoder) OptionalStringFormat(p **string, format string) {
	if v := d.OptionalString(p); v != nil {
		d.Format(*v, format)
	}
}

// StringEnum reads one of some strings.
//
//go:noinline
func (d *Decoder) StringEnum(v *string, values ...string) {
	if d.String(v) && !slices.Contains(values, *v) {
		d.enumString(*v, values, false)
	}
}

// StringWithin reads a string of at least so many and at most so many characters; least may be 0, and most -1, for
// no limit.
//
//go:noinline
func (d *Decoder) StringWithin(v *string, least, most int) {
	if d.String(v) && lengthMayBeOutside(*v, least, most) {
		d.lengthWithin(*v, least, most)
	}
}

// OptionalStringWithin is StringWithin into a place as that of [Decoder.OptionalString].
//
//go:noinline
func (d *Decoder) OptionalStringWithin(p **string, least, most int) {
	if v := d.OptionalString(p); v != nil && lengthMayBeOutside(*v, least, most) {
		d.lengthWithin(*v, least, most)
	}
}

// lengthMayBeOutside reports whether the characters have to be counted.
func lengthMayBeOutside(s string, least, most int) bool {
	return len(s)>>2 < least || uint(len(s)) > uint(most) // -1 is the largest uint
}

func (d *Decoder) lengthWithin(s string, least, most int) {
	d.Length("minLength", s, least)
	if most >= 0 {
		d.Length("maxLength", s, most)
	}
}

// Int64Within reads an integer from least to most. The ends of int64 are no limits.
//
//go:noinline
func (d *Decoder) Int64Within(v *int64, least, most int64) {
	if d.Int64(v) && (*v < least || *v > most || d.literal != "") {
		d.intWithin(*v, least, most)
	}
}

// OptionalInt64Within is Int64Within into a place as that of [Decoder.OptionalInt64].
//
//go:noinline
func (d *Decoder) OptionalInt64Within(p **int64, least, most int64) {
	if v := d.OptionalInt64(p); v != nil && (*v < least || *v > most || d.literal != "") {
		d.intWithin(*v, least, most)
	}
}

// intWithin records which bound is broken. A number beyond int64 may break none: it is a range issue then.
func (d *Decoder) intWithin(v, least, most int64) {
	if least != math.MinInt64 {
		d.BoundInt("minimum", v, least)
	}
	if most != math.MaxInt64 {
		d.BoundInt("maximum", v, most)
	}
}

// Float64Within reads a number from least to most. The ends of float64 are no limits.
//
//go:noinline
func (d *Decoder) Float64Within(v *float64, least, most float64) {
	if d.Float64(v) && (*v < least || *v > most || d.literal != "") {
		d.floatWithin(*v, least, most)
	}
}

// OptionalFloat64Within is Float64Within into a place as that of [Decoder.OptionalFloat64].
//
//go:noinline
func (d *Decoder) OptionalFloat64Within(p **float64, least, most float64) {
	if v := d.OptionalFloat64(p); v != nil && (*v < least || *v > most || d.literal != "") {
		d.floatWithin(*v, least, most)
	}
}

// floatWithin is intWithin for a float64.
func (d *Decoder) floatWithin(v, least, most float64) {
	if least != -math.MaxFloat64 {
		d.Bound("minimum", v, least)
	}
	if most != math.MaxFloat64 {
		d.Bound("maximum", v, most)
	}
}
