package gencode

import "math/bits"

// Eight bytes at a time: a word holds the bytes of the text in order, the first one lowest, and
// a few subtractions find the first byte of interest among them. Every find is exact for the
// first hit only, because borrows run upwards, and the first hit is all that is asked for.
const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// padding follows the input in the decoder's copy of it. Being as long as a word, it allows
// loading a word anywhere; being NUL, it ends every string, number, literal and space.
const padding = "\x00\x00\x00\x00\x00\x00\x00\x00"

// load64 reads the eight bytes from i. The compiler makes one load of it.
func load64(s []byte, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// loadText is load64 for a string.
func loadText(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// load32 reads the four bytes from i.
func load32(s []byte, i int) uint32 {
	b := s[i : i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// loadText32 is load32 for a string.
func loadText32(s string, i int) uint32 {
	b := s[i : i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// stringStops marks (with the high bit of its byte) the first byte that plain string content
// cannot have: a quote, a backslash or a control character.
func stringStops(w uint64) uint64 {
	quote := (w ^ lowBits*'"') - lowBits
	backslash := (w ^ lowBits*'\\') - lowBits
	control := w - lowBits*' '
	return (quote | backslash | control) &^ w & highBits
}

// asciiStops is stringStops for content that is plain ASCII, which nearly all is: a byte beyond
// ASCII is marked, too, so that there is nothing else to remember of a word than whether it had a
// stop. Quote and control characters are what is below 0x21 once the bit of 2 is flipped.
func asciiStops(w uint64) uint64 {
	quoteOrControl := (w ^ lowBits*0x02) - lowBits*0x21
	backslash := (w ^ lowBits*'\\') - lowBits
	return (quoteOrControl | backslash | w) & highBits
}

// endOfASCII runs over plain ASCII string content from i to the first byte that is none.
func endOfASCII(src []byte, i int) int {
	for {
		if stops := asciiStops(load64(src, i)); stops != 0 {
			return i + bits.TrailingZeros64(stops)>>3
		}
		i += 8
	}
}

// scanPlain runs over plain string content from i to the first byte that is none. The bits of
// seen that are high tell whether a byte on the way was not ASCII.
func scanPlain(src []byte, i int) (stop int, nonASCII bool) {
	var seen uint64
	for {
		w := load64(src, i)
		if stops := stringStops(w); stops != 0 {
			first := stops & -stops // the high bit of the byte that stops the run
			seen |= w & (first - 1)
			return i + bits.TrailingZeros64(stops)>>3, seen&highBits != 0
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
			for load64(src, i) == lowBits*' ' {
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
	w ^= lowBits * '0'
	return (w + lowBits*(0x80-10) | w) & highBits
}

// wordDigits is the number that the digits in w spell. There are eight: fewer are moved to the end, and
// have 0x30 or zero in front of them. Neighbours are joined to pairs, pairs to fours, fours to
// the number, which takes as long as a loop over two digits.
func wordDigits(w uint64) uint64 {
	const pairs = 0x000000ff000000ff
	w &= lowBits * 0x0f
	w = w*10 + w>>8
	return ((w&pairs)*(100+1000000<<32) + (w>>16&pairs)*(1+10000<<32)) >> 32
}

// isHexWord reports whether all eight bytes are hexadecimal digits. A byte that is no decimal digit
// must be one of the six letters, which are 1 to 6 once the bits that they share are gone.
func isHexWord(w uint64) bool {
	digit := w ^ lowBits*'0'
	letter := (w | lowBits*0x20) ^ lowBits*0x60
	noDigit := digit + lowBits*(0x80-10)
	noLetter := letter + lowBits*(0x80-7) | ^(letter + lowBits*0x7f)
	return (noDigit&noLetter|w)&highBits == 0
}
