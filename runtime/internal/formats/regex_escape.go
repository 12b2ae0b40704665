package formats

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// escape parses an escape sequence. For a single character, single is true and char is set.
func (r *regexChecker) escape(inClass bool) (char rune, single, ok bool) {
	r.at++
	if !r.more() {
		return 0, false, false
	}
	c, size := utf8.DecodeRuneInString(r.s[r.at:])
	r.at += size
	switch c {
	case 'd', 'D', 's', 'S', 'w', 'W', 'B':
		return 0, false, c != 'B' || !inClass
	case 'b':
		return '\b', inClass, true
	case 'f':
		return '\f', true, true
	case 'n':
		return '\n', true, true
	case 'r':
		return '\r', true, true
	case 't':
		return '\t', true, true
	case 'v':
		return '\v', true, true
	case 'c':
		if !r.more() || !isLetter(r.s[r.at]) {
			return 0, false, false
		}
		r.at++
		return rune(r.s[r.at-1] & 31), true, true
	case 'x':
		return r.hex(2)
	case 'u':
		return r.unicode()
	case 'p', 'P':
		return 0, false, r.property()
	case 'k':
		if !r.eat("<") {
			return 0, false, false
		}
		name, ok := r.groupName()
		r.refs = append(r.refs, name)
		return 0, false, ok && !inClass
	}
	switch {
	case c == '0':
		return 0, true, !r.more() || !decimalDigit(r.s[r.at]) // NUL; octal escapes are invalid
	case '1' <= c && c <= '9':
		digits, end, _ := regexNumber(r.s, r.at-1)
		r.at = end
		if isHigher(digits, r.highest) {
			r.highest = digits
		}
		return 0, false, !inClass
	}
	return c, true, c >= utf8.RuneSelf || !isLetter(byte(c))
}

// isHigher compares two numbers of any length without leading zeros.
func isHigher(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a > b }

func (r *regexChecker) hex(digits int) (char rune, single, ok bool) {
	if r.at+digits > len(r.s) {
		return 0, false, false
	}
	n, err := strconv.ParseUint(r.s[r.at:r.at+digits], 16, 32)
	r.at += digits
	return rune(n), true, err == nil
}

// unicode parses XXXX, a surrogate pair of two such, or {X…}, after \u.
func (r *regexChecker) unicode() (char rune, single, ok bool) {
	if !r.eat("{") {
		char, single, ok = r.hex(4)
		if ok && 0xD800 <= char && char < 0xDC00 && strings.HasPrefix(r.s[r.at:], `\u`) {
			at := r.at
			r.at += 2
			if low, _, ok := r.hex(4); ok && 0xDC00 <= low && low < 0xE000 {
				return 0x10000 + (char-0xD800)<<10 + (low - 0xDC00), true, true
			}
			r.at = at
		}
		return char, single, ok
	}
	end := strings.IndexByte(r.s[r.at:], '}')
	if end < 1 {
		return 0, false, false
	}
	n, err := strconv.ParseUint(r.s[r.at:r.at+end], 16, 64)
	r.at += end + 1
	return rune(n), true, err == nil && n <= utf8.MaxRune
}

// property parses {Name} or {Name=Value} after \p.
func (r *regexChecker) property() bool {
	if !r.eat("{") {
		return false
	}
	end := strings.IndexByte(r.s[r.at:], '}')
	if end < 1 {
		return false
	}
	name := r.s[r.at : r.at+end]
	r.at += end + 1
	return isUnicodeProperty(name)
}
