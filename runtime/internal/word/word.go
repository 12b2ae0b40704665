// Package word reads texts eight bytes at a time.
package word

// Eight bytes at a time: a word holds the bytes of the text in order, the first one lowest, and
// a few subtractions find the first byte of interest among them. Every find is exact for the
// first hit only, because borrows run upwards, and the first hit is all that is asked for.
const (
	LowBits  = 0x0101010101010101
	HighBits = 0x8080808080808080
)

// Load reads the eight bytes from i. The compiler makes one load of it.
func Load(s []byte, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// LoadText is [Load] for a string.
func LoadText(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Load32 reads the four bytes from i.
func Load32(s []byte, i int) uint32 {
	b := s[i : i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// LoadText32 is [Load32] for a string.
func LoadText32(s string, i int) uint32 {
	b := s[i : i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// IsHex reports whether all eight bytes are hexadecimal digits. A byte that is no decimal digit
// must be one of the six letters, which are 1 to 6 once the bits that they share are gone.
func IsHex(w uint64) bool {
	digit := w ^ LowBits*'0'
	letter := (w | LowBits*0x20) ^ LowBits*0x60
	noDigit := digit + LowBits*(0x80-10)
	noLetter := letter + LowBits*(0x80-7) | ^(letter + LowBits*0x7f)
	return (noDigit&noLetter|w)&HighBits == 0
}
