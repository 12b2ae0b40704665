package toolblock

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// inner is the outline of a call serialized as a JSON string, as models write it that were told to escape too
// often.
type inner struct {
	outline outline
	text    []byte // decoded content of the string so far
	digits  int    // missing digits of a \u escape
	code    rune
}

// feed consumes a byte of the string; escaped means that it follows a backslash.
func (in *inner) feed(c byte, escaped bool) outlineToken {
	switch {
	case in.digits > 0:
		digit, _ := strconv.ParseUint(string(rune(c)), 16, 8)
		in.code = in.code<<4 | rune(digit)
		if in.digits--; in.digits > 0 {
			return tokenNone
		}
		if in.code >= utf8.RuneSelf {
			in.code = 'x' // no name of ours has it
		}
		return in.add(byte(in.code))
	case escaped && c == 'u':
		in.digits, in.code = 4, 0
		return tokenNone
	case escaped:
		return in.add(unescaped(c))
	case c == '\\':
		return tokenNone
	}
	return in.add(c)
}

func (in *inner) add(c byte) outlineToken {
	in.text = append(in.text, c)
	return in.outline.feed(c, len(in.text)-1)
}

// unescaped returns the character for the byte after a backslash.
func unescaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	}
	return c
}

// root returns the outline of the object itself, and the text that its offsets refer to.
func (o *outline) root(text []byte) (*outline, []byte) {
	if o.inner != nil {
		return &o.inner.outline, o.inner.text
	}
	return o, text
}

// lastKey returns the last key of the outermost object.
func (o *outline) lastKey(text []byte) string {
	at, text := o.root(text)
	return unquote(text[at.key.from:at.key.to])
}

// lastValue returns the last string or word that is a value of the outermost object; quoted tells which.
func (o *outline) lastValue(text []byte) (value string, quoted bool) {
	at, text := o.root(text)
	raw := text[at.value.from:at.value.to]
	return unquote(raw), raw[0] == '"' || raw[0] == '\''
}

// unquote decodes a string in either kind of quotes, or a word, as far as possible.
func unquote(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' && raw[0] != '\'' {
		return string(raw)
	}
	raw = raw[1 : len(raw)-1]
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' || i+1 == len(raw) {
			b.WriteByte(raw[i])
			continue
		}
		i++
		if raw[i] != 'u' {
			b.WriteByte(unescaped(raw[i]))
			continue
		}
		r, size := codeUnit(raw[i+1:])
		i += size
		if utf16.IsSurrogate(r) && i+2 < len(raw) && raw[i+1] == '\\' && raw[i+2] == 'u' {
			if low, n := codeUnit(raw[i+3:]); utf16.DecodeRune(r, low) != utf8.RuneError {
				r = utf16.DecodeRune(r, low)
				i += 2 + n
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

// codeUnit parses the four digits of a \u escape.
func codeUnit(raw []byte) (r rune, size int) {
	if len(raw) < 4 {
		return utf8.RuneError, 0
	}
	n, err := strconv.ParseUint(string(raw[:4]), 16, 16)
	if err != nil {
		return utf8.RuneError, 0
	}
	return rune(n), 4
}
