// Package word reads text eight bytes at a time.
package word

// A word holds eight bytes of the text, the first one lowest. A few subtractions find the first byte of
// interest. Only the first match is exact, because borrows propagate upwards, and only the first match is used.
const (
	LowBits  = 0x0101010101010101
	HighBits = 0x8080808080808080
)

// Load reads eight bytes at i. The compiler turns it into a single load.
func Load[T []byte | string](s T, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Load32 reads four bytes at i.
func Load32[T []byte | string](s T, i int) uint32 {
	b := s[i : i+4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// IsHex reports whether all eight bytes are hexadecimal digits. A byte other than a decimal digit must be one
// of six letters, which become 1 to 6 when their common bits are cleared.
func IsHex(w uint64) bool {
	digit := w ^ LowBits*'0'
	letter := (w | LowBits*0x20) ^ LowBits*0x60
	noDigit := digit + LowBits*(0x80-10)
	noLetter := letter + LowBits*(0x80-7) | ^(letter + LowBits*0x7f)
	return (noDigit&noLetter|w)&HighBits == 0
}
