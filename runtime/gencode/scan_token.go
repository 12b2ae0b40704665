package gencode

import (
	"math/bits"

	"github.com/toolgen/toolgen/runtime/internal/word"
)

// padding follows the input in the decoder's copy of it. Being as long as a word, it allows
// loading a word anywhere; being NUL, it ends every string, number, literal and space.
const padding = "\x00\x00\x00\x00\x00\x00\x00\x00"

// stringStops marks (with the high bit of its byte) the first byte that plain string content
// cannot have: a quote, a backslash or a control character.
func stringStops(w uint64) uint64 {
	quote := (w ^ word.LowBits*'"') - word.LowBits
	backslash := (w ^ word.LowBits*'\\') - word.LowBits
	control := w - word.LowBits*' '
	return (quote | backslash | control) &^ w & word.HighBits
}

// asciiStops is stringStops for content that is plain ASCII, which nearly all is: a byte beyond
// ASCII is marked, too, so that there is nothing else to remember of a word than whether it had a
// stop. Quote and control characters are what is below 0x21 once the bit of 2 is flipped.
func asciiStops(w uint64) uint64 {
	quoteOrControl := (w ^ word.LowBits*0x02) - word.LowBits*0x21
	backslash := (w ^ word.LowBits*'\\') - word.LowBits
	return (quoteOrControl | backslash | w) & word.HighBits
}

// scanPlain runs over plain string content from i to the first byte that is none. The bits of
// seen that are high tell whether a byte on the way was not ASCII.
func scanPlain(src []byte, i int) (stop int, nonASCII bool) {
	var seen uint64
	for {
		w := word.Load(src, i)
		if stops := stringStops(w); stops != 0 {
			first := stops & -stops // the high bit of the byte that stops the run
			seen |= w & (first - 1)
			return i + bits.TrailingZeros64(stops)>>3, seen&word.HighBits != 0
		}
		seen |= w
		i += 8
	}
}

// skipSpace runs over JSON white space from i. Runs of blanks, as indentation has them, go by
// eight at a time.
func skipSpace(src []byte, i int) int {
	for {
		switch src[i] {
		case ' ':
			for word.Load(src, i) == word.LowBits*' ' {
				i += 8
			}
			for src[i] == ' ' {
				i++
			}
		case '\n', '\t', '\r':
			i++
		default:
			return i
		}
	}
}

// digitStops marks (with the high bit of its byte) the first byte that is no decimal digit, and the
// next one, too, where the first is ASCII. Digits are what is below ten once the bits of 0 are flipped.
func digitStops(w uint64) uint64 {
	w ^= word.LowBits * '0'
	return (w + word.LowBits*(0x80-10) | w) & word.HighBits
}

// wordDigits is the number that the digits in w spell. There are eight: fewer are moved to the end, and
// have 0x30 or zero in front of them. Neighbours are joined to pairs, pairs to fours, fours to
// the number, which takes as long as a loop over two digits.
func wordDigits(w uint64) uint64 {
	const pairs = 0x000000ff000000ff
	w &= word.LowBits * 0x0f
	w = w*10 + w>>8
	return ((w&pairs)*(100+1000000<<32) + (w>>16&pairs)*(1+10000<<32)) >> 32
}

// scanNumber finds the end of the number that begins at offset at, and whether it is written
// as an integer, without fraction and exponent. It faults where there is no number.
// See https://www.rfc-editor.org/rfc/rfc8259#section-6.
func (d *Decoder) scanNumber(at int) (end int, integer, ok bool) {
	src := d.src
	i := at
	if src[i] == '-' {
		i++
	}
	switch {
	case src[i] == '0':
		i++
		if isDigit(src[i]) {
			d.syntax(i, "no digit after a leading zero")
			return at, false, false
		}
	case isDigit(src[i]):
		i = skipDigits(src, i)
	default:
		d.syntax(i, "a digit")
		return at, false, false
	}
	integer = true
	if src[i] == '.' {
		integer = false
		if i++; !isDigit(src[i]) {
			d.syntax(i, "a digit after the decimal point")
			return at, false, false
		}
		i = skipDigits(src, i)
	}
	if src[i] == 'e' || src[i] == 'E' {
		integer = false
		if i++; src[i] == '+' || src[i] == '-' {
			i++
		}
		if !isDigit(src[i]) {
			d.syntax(i, "a digit of the exponent")
			return at, false, false
		}
		i = skipDigits(src, i)
	}
	return i, integer, true
}

// numberText reads the number that is next and returns it as it is written.
func (d *Decoder) numberText() (text string, integer, ok bool) {
	start := d.pos
	end, integer, ok := d.scanNumber(start)
	if !ok {
		return "", false, false
	}
	d.pos = end
	return d.cut(start, end), integer, true
}

func isDigit(c byte) bool { return c-'0' <= 9 }

func skipDigits(src []byte, i int) int {
	for isDigit(src[i]) {
		i++
	}
	return i
}
