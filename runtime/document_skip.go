package runtime

import (
	"encoding/binary"
	"math/bits"
)

// endOfContainer is the offset behind the object or array that begins at an offset. It looks at eight
// bytes at a time: which of them are within strings follows from the quotes before each, so that no
// string has to be gone through by itself, and no branch depends on how long it is.
func endOfContainer(text []byte, at int) int {
	depth := 0
	inside := uint64(0) // all ones within a string
	for at+8 <= len(text) {
		w := binary.LittleEndian.Uint64(text[at:])
		if x := w ^ lowBits*'\\'; (x-lowBits)&^x&highBits != 0 {
			var done bool
			if at, depth, inside, done = skipBytes(text, at, at+8, depth, inside); done {
				return at
			}
			continue
		}
		// Of each byte, whether an odd number of quotes is before it or at it.
		in := zeroBytes(w ^ lowBits*'"')
		in ^= in << 8
		in ^= in << 16
		in ^= in << 32
		in ^= inside
		inside = uint64(int64(in) >> 63)
		// Brackets and braces become 0x7f, as nothing else does that JSON has outside of strings.
		for both := zeroBytes((w|lowBits*0x26)^lowBits*0x7f) &^ in; both != 0; both &= both - 1 {
			n := bits.TrailingZeros64(both)
			if byte(w>>(n-7))&2 != 0 { // the bit in which those that open differ from those that close
				depth++
			} else if depth--; depth == 0 {
				return at + n>>3 + 1
			}
		}
		at += 8
	}
	at, _, _, _ = skipBytes(text, at, len(text), depth, inside)
	return at
}

// zeroBytes has the high bit of each byte of a word that is zero.
func zeroBytes(w uint64) uint64 { return ^(w&^highBits + ^uint64(highBits) | w) & highBits }

// skipBytes is endOfContainer byte by byte, at least up to an offset; done says that it has found the
// end.
func skipBytes(text []byte, at, upTo, depth int, inside uint64) (int, int, uint64, bool) {
	for ; at < upTo; at++ {
		switch c := text[at]; {
		case inside != 0:
			switch c {
			case '"':
				inside = 0
			case '\\':
				at++
			}
		case c == '"':
			inside = ^uint64(0)
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return at + 1, depth, inside, true
			}
		}
	}
	return min(at, len(text)), depth, inside, false
}
