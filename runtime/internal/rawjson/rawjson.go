// Package rawjson reads JSON text and keeps its spelling: in place, as a [Value], or as a tree that can be changed, a
// [Node].
package rawjson

import (
	"bytes"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Value is valid JSON without space around it, read in place: that costs less than unmarshaling where few members are of interest. All methods
// accept a nil value, which means absent.
type Value []byte

const blanks = " \t\r\n"

// Get returns the value at a path of keys, nil if absent or null. The last of duplicate keys wins, as in
// encoding/json.
func (v Value) Get(path ...string) Value {
	for _, name := range path {
		var found Value
		for key, member := range v.Members() {
			if key.IsText(name) {
				found = member
			}
		}
		v = found
	}
	if string(v) == "null" {
		return nil
	}
	return v
}

// Has reports whether an object has a member, which may be null.
func (v Value) Has(name string) bool {
	for key := range v.Members() {
		if key.IsText(name) {
			return true
		}
	}
	return false
}

// Members iterates over an object. The keys are JSON strings.
func (v Value) Members() iter.Seq2[Value, Value] {
	return func(yield func(key, member Value) bool) {
		for i := v.open('{'); i < len(v) && v[i] == '"'; {
			key, member, next := v.member(i)
			if i = next; !yield(key, member) {
				return
			}
		}
	}
}

// member returns the object member at offset i and the offset of the next one.
func (v Value) member(i int) (key, member Value, next int) {
	end := v.end(i)
	begin := v.skip(end, blanks+":")
	next = v.end(begin)
	return v[i:end], v[begin:next], v.skip(next, blanks+",")
}

// Items iterates over an array.
func (v Value) Items() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for i := v.open('['); i < len(v) && v[i] != ']'; {
			end := v.end(i)
			if end == i || !yield(v[i:end]) {
				return
			}
			i = v.skip(end, blanks+",")
		}
	}
}

// First returns the first item of an array, nil if there is none.
func (v Value) First() Value {
	for item := range v.Items() {
		return item
	}
	return nil
}

// Without returns an object without the first member of this name; all other bytes stay.
func (v Value) Without(name string) Value {
	before := 1 // offset after the previous member
	for i := v.open('{'); i < len(v) && v[i] == '"'; {
		key, value, next := v.member(i)
		end := v.skip(i+len(key), blanks+":") + len(value)
		switch {
		case !key.IsText(name):
		case next < len(v) && v[next] == '"': // another one follows
			return slices.Concat(v[:i], v[next:])
		default:
			return slices.Concat(v[:before], v[end:])
		}
		before, i = end, next
	}
	return v
}

// open returns the offset of the first member or item, len(v) if v does not start with the bracket.
func (v Value) open(bracket byte) int {
	if len(v) == 0 || v[0] != bracket {
		return len(v)
	}
	return v.skip(1, blanks)
}

func (v Value) skip(i int, set string) int {
	for i < len(v) && strings.IndexByte(set, v[i]) >= 0 {
		i++
	}
	return i
}

// end returns the offset after the value at offset i.
func (v Value) end(i int) int {
	if i < len(v) && strings.IndexByte(`{["`, v[i]) >= 0 {
		if n := new(Scanner).End(v[i:]); n >= 0 {
			return i + n
		}
		return len(v)
	}
	for i < len(v) && strings.IndexByte(blanks+",:]}", v[i]) < 0 { // a number or literal
		i++
	}
	return i
}

// Is reports whether v starts with this byte: a quote, a brace or a bracket.
func (v Value) Is(first byte) bool { return len(v) > 0 && v[0] == first }

// IsText reports whether v is a string with this text.
func (v Value) IsText(text string) bool {
	return v.Is('"') && string(v.RawText()) == text
}

// Text returns the content of a string, "" for anything else.
func (v Value) Text() string {
	return strings.ToValidUTF8(string(v.RawText()), "\uFFFD")
}

// RawText returns the content of a string without a copy if possible; it is for comparisons only.
func (v Value) RawText() []byte {
	if len(v) < 2 || v[0] != '"' || bytes.IndexByte(v, '\\') >= 0 {
		return v.AppendText(nil)
	}
	return v[1 : len(v)-1]
}

// Content returns the content of a string, or the text of any other JSON.
func (v Value) Content() string {
	if v.Is('"') {
		return v.Text()
	}
	return string(v)
}

// Number returns a non-negative integer, which may be written as a string, or -1.
func (v Value) Number() int {
	if v.Is('"') {
		v = v.RawText()
	}
	if n, err := strconv.Atoi(string(v)); err == nil && n >= 0 {
		return n
	}
	return -1
}

// AppendText appends the content of a string. It keeps invalid UTF-8, and encodes half of a surrogate pair like another
// character, so that text may arrive in pieces: the second half of a pair completes a first half at the end of to.
func (v Value) AppendText(to []byte) []byte {
	if len(v) < 2 || v[0] != '"' {
		return to
	}
	rest := v[1 : len(v)-1]
	for {
		i := bytes.IndexByte(rest, '\\')
		if i < 0 || i+1 >= len(rest) {
			return append(to, rest...)
		}
		to, rest = append(to, rest[:i]...), rest[i:]
		c := rest[1]
		if at := strings.IndexByte("bfnrt", c); at >= 0 {
			c = "\b\f\n\r\t"[at]
		}
		if size := len(`\u0000`); c == 'u' && len(rest) >= size {
			if unit, err := strconv.ParseUint(string(rest[2:size]), 16, 16); err == nil {
				to, rest = appendUnit(to, rune(unit)), rest[size:]
				continue
			}
		}
		to, rest = append(to, c), rest[len(`\n`):]
	}
}

// appendUnit appends a unit of UTF-16.
func appendUnit(to []byte, unit rune) []byte {
	if !utf16.IsSurrogate(unit) {
		return utf8.AppendRune(to, unit)
	}
	if n := len(to) - 3; n >= 0 && isHalf(to[n:]) {
		first := rune(to[n]&0xF)<<12 | rune(to[n+1]&0x3F)<<6 | rune(to[n+2]&0x3F)
		if r := utf16.DecodeRune(first, unit); r != utf8.RuneError {
			return utf8.AppendRune(to[:n], r)
		}
	}
	return append(to, 0xE0|byte(unit>>12), 0x80|byte(unit>>6)&0x3F, 0x80|byte(unit)&0x3F)
}

// isHalf reports whether three bytes encode the first half of a surrogate pair.
func isHalf(b []byte) bool { return b[0] == 0xED && b[1]&0xF0 == 0xA0 }

// Torn returns the number of bytes at the end of a text that may be the beginning of a character.
func Torn[T string | []byte](text T) int {
	last := []byte(text[max(len(text)-utf8.UTFMax+1, 0):])
	if len(last) == 3 && isHalf(last) {
		return 3
	}
	for i := len(last) - 1; i >= 0; i-- {
		if utf8.RuneStart(last[i]) && !utf8.FullRune(last[i:]) {
			return len(last) - i
		} else if utf8.RuneStart(last[i]) {
			break
		}
	}
	return 0
}
