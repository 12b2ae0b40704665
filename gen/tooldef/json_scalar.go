package tooldef

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/toolgen/toolgen/gen/model"
)

// word parses true, false or null.
func (p *jsonParser) word(want string) bool {
	end := p.off
	for end < p.end && isWordByte(p.data[end]) {
		end++
	}
	got := string(p.data[p.off:end])
	if got != want {
		p.fail("expected a value, found %q", shorten(got))
		return false
	}
	p.off = end
	return true
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= utf8.RuneSelf
}

// number parses a number and keeps its text.
func (p *jsonParser) number(text *string) bool {
	start := p.off
	if p.peek() == '-' {
		p.off++
	}
	switch c := p.peek(); {
	case c == '0':
		p.off++
		if c := p.peek(); c >= '0' && c <= '9' {
			p.failAt(start, "a number must not begin with 0")
			return false
		}
	case !p.digits("after '-'"):
		return false
	}
	if p.peek() == '.' {
		p.off++
		if !p.digits("after the decimal point") {
			return false
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.off++
		if c := p.peek(); c == '+' || c == '-' {
			p.off++
		}
		if !p.digits("in the exponent") {
			return false
		}
	}
	*text = string(p.data[start:p.off])
	return true
}

// digits parses one or more digits.
func (p *jsonParser) digits(where string) bool {
	start := p.off
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.off++
	}
	if p.off == start {
		p.fail("expected a digit %s, found %s", where, p.found())
		return false
	}
	return true
}

// string parses a string; pointer is for warnings.
func (p *jsonParser) string(text *string, pointer string) bool {
	at := p.pos()
	p.off++
	start := p.off
	var b []byte // decoded text; nil without escapes
	for from := start; ; {
		c := p.peek()
		switch {
		case p.off >= p.end:
			p.fatal = &model.Diagnostic{
				Severity: model.Error, Pos: at,
				Problem: "invalid JSON: expected '\"' at the end of this string, found " + p.found(),
			}
			return false
		case c == '"':
			if b == nil {
				*text = string(p.data[start:p.off])
			} else {
				*text = string(append(b, p.data[from:p.off]...))
			}
			p.off++
			return true
		case c == '\n' || c == '\r':
			p.fail(`expected '"' before the end of the line; a line break in a string is written \n`)
			return false
		case c < 0x20:
			p.fail("a string must not hold the control character U+%04X; it is written \\u%04x", c, c)
			return false
		case c == '\\':
			if b == nil {
				b = make([]byte, 0, p.off-start+64)
			}
			b = append(b, p.data[from:p.off]...)
			var ok bool
			if b, ok = p.escape(b, at, pointer); !ok {
				return false
			}
			from = p.off
		default:
			p.off++
		}
	}
}

// escape parses an escape sequence and appends the character.
func (p *jsonParser) escape(b []byte, at model.Pos, pointer string) ([]byte, bool) {
	start := p.off
	p.off++
	c := p.peek()
	p.off++
	switch c {
	case '"', '\\', '/':
		return append(b, c), true
	case 'b':
		return append(b, '\b'), true
	case 'f':
		return append(b, '\f'), true
	case 'n':
		return append(b, '\n'), true
	case 'r':
		return append(b, '\r'), true
	case 't':
		return append(b, '\t'), true
	case 'u':
		r, ok := p.hex4()
		if !ok {
			p.off = start
			p.fail(`expected four hexadecimal digits after \u`)
			return nil, false
		}
		if !utf16.IsSurrogate(r) {
			return utf8.AppendRune(b, r), true
		}
		if p.off+1 < p.end && p.data[p.off] == '\\' && p.data[p.off+1] == 'u' {
			back := p.off
			p.off += 2
			if low, ok := p.hex4(); ok {
				if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
					return utf8.AppendRune(b, both), true
				}
			}
			p.off = back
		}
		// Text truncated by UTF-16 length ends in a lone surrogate; the rest is usable.
		p.faults = append(p.faults, model.Diagnostic{
			Severity: model.Warning, Pos: at, Pointer: pointer,
			Problem: fmt.Sprintf(`\u%04x is half of a character and is read as U+FFFD`, r),
			Fix:     "complete the surrogate pair or remove it",
		})
		return utf8.AppendRune(b, utf8.RuneError), true
	}
	p.off = start
	p.fail(`expected one of "\/bfnrtu after the backslash`)
	return nil, false
}

// hex4 parses the four digits of a \u escape.
func (p *jsonParser) hex4() (rune, bool) {
	if p.off+4 > p.end {
		return 0, false
	}
	digits := string(p.data[p.off : p.off+4])
	v, err := strconv.ParseUint(digits, 16, 16)
	if err != nil || strings.ContainsAny(digits, "+-_") {
		return 0, false
	}
	p.off += 4
	return rune(v), true
}

// shorten truncates text of a source for a message.
func shorten(s string) string {
	const limit = 40
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit]) + "…"
}
