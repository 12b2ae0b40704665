package gencode

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// text reads the string whose opening quote is at the position. It is not ok where the string is no
// valid one.
func (d *Decoder) text() (s string, ok bool) {
	raw, ok := d.rawText()
	return d.kept(raw), ok
}

// rawText is text for a string that is only looked at before the reading goes on: the result shares
// memory with the input unless it had escapes.
func (d *Decoder) rawText() (s []byte, ok bool) { return d.unusualText(d.pos+1, d.pos+1) }

// unusualText is rawText for a string whose content begins at an offset, and which is plain ASCII up to another one.
func (d *Decoder) unusualText(start, from int) (s []byte, ok bool) {
	stop, nonASCII := scanPlain(d.src, from)
	if nonASCII && !d.checkUTF8(start, stop) {
		return nil, false
	}
	if d.src[stop] == '"' {
		d.pos = stop + 1
		return d.src[start:stop], true
	}
	b := append([]byte(nil), d.src[start:stop]...)
	for d.src[stop] != '"' {
		r, next, ok := d.escape(stop)
		if !ok {
			return nil, false
		}
		b = utf8.AppendRune(b, r)
		stop, nonASCII = scanPlain(d.src, next)
		if nonASCII && !d.checkUTF8(next, stop) {
			return nil, false
		}
		b = append(b, d.src[next:stop]...)
	}
	d.pos = stop + 1
	return b, true
}

// checkUTF8 checks one run of string content. A sequence that the end of the input cuts off is
// left for the caller, which meets that end next.
func (d *Decoder) checkUTF8(start, stop int) bool {
	s := d.src[start:stop]
	if utf8.Valid(s) {
		return true
	}
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRune(s[i:])
		if r == utf8.RuneError && size == 1 {
			if stop == d.end && !utf8.FullRune(s[i:]) {
				return true
			}
			d.syntax(start+i, "UTF-8")
			return false
		}
		i += size
	}
	return true
}

// escape reads the escape sequence at offset at, or faults because something else is there that
// strings cannot have.
// See https://www.rfc-editor.org/rfc/rfc8259#section-7.
func (d *Decoder) escape(at int) (r rune, next int, ok bool) {
	if d.src[at] != '\\' || at >= d.end {
		expected := "a closing quote"
		if at < d.end {
			expected += " or an escaped character"
		}
		d.syntax(at, expected)
		return 0, at, false
	}
	switch c := d.src[at+1]; c {
	case '"', '\\', '/':
		return rune(c), at + 2, true
	case 'b':
		return '\b', at + 2, true
	case 'f':
		return '\f', at + 2, true
	case 'n':
		return '\n', at + 2, true
	case 'r':
		return '\r', at + 2, true
	case 't':
		return '\t', at + 2, true
	case 'u':
		return d.unicodeEscape(at)
	default:
		d.syntax(at+1, `an escape character (one of " \ / b f n r t u)`)
		return 0, at, false
	}
}

// unicodeEscape reads \uXXXX at offset at, and the second half of a surrogate pair after it.
// Half a pair stands for no character, so it is refused.
func (d *Decoder) unicodeEscape(at int) (r rune, next int, ok bool) {
	r, ok = d.hex4(at + 2)
	if !ok || !utf16.IsSurrogate(r) {
		return r, at + 6, ok
	}
	if d.src[at+6] == '\\' && d.src[at+7] == 'u' {
		low, ok := d.hex4(at + 8)
		if !ok {
			return 0, at, false
		}
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, at + 12, true
		}
	} else if at+6 >= d.end || d.src[at+6] == '\\' && at+7 >= d.end {
		d.syntax(d.end, "the second half of a surrogate pair")
		return 0, at, false
	}
	d.syntax(at, "a whole surrogate pair")
	return 0, at, false
}

// hex4 reads four hexadecimal digits. There is no need to look for the end of the input: the
// padding is no digit.
func (d *Decoder) hex4(at int) (r rune, ok bool) {
	for i := at; i < at+4; i++ {
		c := d.src[i]
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case 'A' <= c && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			d.syntax(i, "a hexadecimal digit")
			return 0, false
		}
	}
	return r, true
}

// The input is read in a buffer that calls share one after the other, and what is kept of it is copied
// out: strings, and numbers as they are written. A copy of the whole input would be as good for the
// strings, but twice as large, and it is the bytes that are allocated which a collector is paid for: of
// a call of three fields it was a quarter of the time.

// keptBuffer is the largest buffer that is kept for the next call.
const keptBuffer = 256 << 10

// textRoom is where strings of a call are copied to, one after the other, so that they share
// allocations. What is left of the room is for the next call, unless that is much smaller: a string that
// is kept keeps the others in its room alive.
type textRoom struct{ b strings.Builder }

// The size of a room: small for small inputs, so that what a kept string keeps alive is not much more
// than its own call, and for large ones a small part of them.
const (
	leastRoom = 512
	mostRoom  = 16 << 10
)

func roomSize(input int) int { return min(max(input/4, leastRoom), mostRoom) }

// begin makes the room ready for an input of a size.
func (r *textRoom) begin(input int) {
	if r.b.Cap() > 2*roomSize(input) {
		r.b.Reset()
	}
}

// cut copies the input from one offset to another.
func (d *Decoder) cut(from, to int) string { return d.kept(d.src[from:to]) }

// kept copies a string out of what is going to be overwritten.
func (d *Decoder) kept(s []byte) string {
	b := &d.room.b
	if uint(len(s)-1) >= uint(b.Cap()-b.Len()) { // or it is empty: then it is to keep no room alive
		return d.keptAlone(s)
	}
	at := b.Len()
	b.Write(s)
	return b.String()[at:]
}

// keptAlone is kept where that takes an allocation: of a new room or, for a string that would fill a
// good part of one or is to have memory of its own, of the string.
func (d *Decoder) keptAlone(s []byte) string {
	size := roomSize(d.end)
	if len(s) == 0 || len(s) > size/4 || d.cfg.CopyStrings {
		return string(s)
	}
	d.room.b.Reset()
	d.room.b.Grow(size)
	d.room.b.Write(s)
	return d.room.b.String()
}
