package formats

import "github.com/toolgen/toolgen/runtime/internal/word"

// isUUID checks the text form of a UUID of any version, RFC 4122, section 3.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	// Hyphens at 8, 13, 18 and 23 are in two of the words. They are replaced by zero, which is a hexadecimal
	// digit.
	const first, second = 0xff | 0xff<<40, 0xff<<16 | 0xff<<56
	w1, w2 := word.Load(s, 8)^'-'*(first/0xff), word.Load(s, 16)^'-'*(second/0xff)
	return w1&first == 0 && w2&second == 0 &&
		word.IsHex(word.Load(s, 0)) && word.IsHex(w1|'0'*(first/0xff)) && word.IsHex(w2|'0'*(second/0xff)) &&
		word.IsHex(word.Load(s, 24)) && word.IsHex(word.Load(s, 28))
}
