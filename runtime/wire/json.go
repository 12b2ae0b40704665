package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// value is valid JSON, read in place. Stream events are many and small, and unmarshaling them would cost more
// than reading the few members of interest. All methods accept a nil value, which means absent.
type value []byte

// get returns the value at a path of keys, nil if absent or null. The last of duplicate keys wins, as in
// encoding/json.
func (v value) get(path ...string) value {
	for _, name := range path {
		var found value
		for i := v.open('{'); i < len(v) && v[i] == '"'; {
			key, member, next := v.member(i)
			if i = next; key.isText(name) {
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

// has reports whether an object has a member, which may be null.
func (v value) has(name string) bool {
	for key := range v.members() {
		if key.isText(name) {
			return true
		}
	}
	return false
}

// members iterates over an object. The keys are JSON strings.
func (v value) members() iter.Seq2[value, value] {
	return func(yield func(key, member value) bool) {
		for i := v.open('{'); i < len(v) && v[i] == '"'; {
			key, member, next := v.member(i)
			if i = next; !yield(key, member) {
				return
			}
		}
	}
}

// member returns the object member at offset i and the offset of the next one.
func (v value) member(i int) (key, member value, next int) {
	end := v.end(i)
	begin := v.skip(end, " \t\r\n:")
	next = v.end(begin)
	return v[i:end], v[begin:next], v.skip(next, " \t\r\n,")
}

// items iterates over an array.
func (v value) items() iter.Seq[value] {
	return func(yield func(value) bool) {
		for i := v.open('['); i < len(v) && v[i] != ']'; {
			end := v.end(i)
			if end == i || !yield(v[i:end]) {
				return
			}
			i = v.skip(end, " \t\r\n,")
		}
	}
}

// first returns the first item of an array, nil if there is none.
func (v value) first() value {
	for item := range v.items() {
		return item
	}
	return nil
}

// open returns the offset of the first member or item, len(v) if v does not start with the bracket.
func (v value) open(bracket byte) int {
	if len(v) == 0 || v[0] != bracket {
		return len(v)
	}
	return v.skip(1, " \t\r\n")
}

func (v value) skip(i int, set string) int {
	for i < len(v) && strings.IndexByte(set, v[i]) >= 0 {
		i++
	}
	return i
}

// end returns the offset after the value at offset i.
func (v value) end(i int) int {
	for depth := 0; i < len(v); i++ {
		switch v[i] {
		case '"':
			if i = v.endOfText(i+1) - 1; depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
			if depth < 0 {
				return i
			}
		case ' ', '\t', '\r', '\n', ',', ':':
			if depth == 0 {
				return i // end of a number or literal
			}
		}
	}
	return len(v)
}

// endOfText returns the offset after a string whose content starts at i.
func (v value) endOfText(i int) int {
	for begin := i; ; i++ {
		quote := bytes.IndexByte(v[i:], '"')
		if quote < 0 {
			return len(v)
		}
		i += quote
		slashes := 0
		for i-1-slashes >= begin && v[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i + 1
		}
	}
}

// is reports whether v starts with this byte: a quote, a brace or a bracket.
func (v value) is(first byte) bool { return len(v) > 0 && v[0] == first }

// isText reports whether v is a string with this text.
func (v value) isText(text string) bool {
	return v.is('"') && string(v.rawText()) == text
}

// text returns the content of a string, "" for anything else.
func (v value) text() string {
	return strings.ToValidUTF8(string(v.rawText()), "\uFFFD")
}

// rawText returns the content of a string without a copy if possible; it is for comparisons only.
func (v value) rawText() []byte {
	if len(v) < 2 || v[0] != '"' || bytes.IndexByte(v, '\\') >= 0 {
		return v.appendText(nil)
	}
	return v[1 : len(v)-1]
}

// scalar returns the content of a string or the text of a number, "" for anything else.
func (v value) scalar() string {
	if len(v) > 0 && (v[0] == '-' || '0' <= v[0] && v[0] <= '9') {
		return string(v)
	}
	return v.text()
}

// argumentsText returns arguments as the model wrote them: the content of a string, or the text of any other JSON.
func (v value) argumentsText() string {
	if v.is('"') {
		return v.text()
	}
	return string(v)
}

// number returns a non-negative integer, which may be written as a string, or -1.
func (v value) number() int {
	if v.is('"') {
		v = v.rawText()
	}
	if n, err := strconv.Atoi(string(v)); err == nil && n >= 0 {
		return n
	}
	return -1
}

// appendText appends the content of a string. A lone surrogate becomes U+FFFD, as in encoding/json.
func (v value) appendText(to []byte) []byte {
	if len(v) < 2 || v[0] != '"' {
		return to
	}
	from := len(to)
	rest := v[1 : len(v)-1]
	for {
		i := bytes.IndexByte(rest, '\\')
		if i < 0 || i+1 >= len(rest) {
			break
		}
		to = append(to, rest[:i]...)
		c := rest[i+1]
		if at := strings.IndexByte("bfnrt", c); at >= 0 {
			c = "\b\f\n\r\t"[at]
		}
		if rest = rest[i:]; c != 'u' {
			to, rest = append(to, c), rest[len(`\n`):]
			continue
		}
		n := 0 // consecutive escapes may be surrogates
		for bytes.HasPrefix(rest[n:], []byte(`\u`)) {
			n = min(n+len(`\u0000`), len(rest))
		}
		var decoded string
		_ = json.Unmarshal(slices.Concat([]byte(`"`), rest[:n], []byte(`"`)), &decoded)
		to, rest = append(to, decoded...), rest[n:]
	}
	to = append(to, rest...)
	if !utf8.Valid(to[from:]) {
		to = append(to[:from], bytes.ToValidUTF8(to[from:], []byte("\uFFFD"))...)
	}
	return to
}

// providerError reads the error member of any provider: an object with a message, or a string. It returns nil if
// there is no error.
func (v value) providerError() error {
	if !v.is('"') && !v.is('{') {
		return nil
	}
	e := APIError{Message: clip(v.text(), maxAPIMessage)}
	for _, key := range []string{"type", "status", "code"} {
		e.Type = cmp.Or(e.Type, clip(v.get(key).scalar(), maxQuoted))
	}
	for _, key := range []string{"message", "detail"} {
		e.Message = cmp.Or(e.Message, clip(v.get(key).scalar(), maxAPIMessage))
	}
	if e == (APIError{}) && (v.is('"') || v.open('{') == len(v)-1) { // empty
		return nil
	}
	return &e
}

// bracketScanner tracks nesting byte by byte to find the end of a string, object or array.
type bracketScanner struct {
	depth         int
	text, escaped bool
}

// end returns the offset after the end of the value that p continues, -1 if the value does not end in p.
func (b *bracketScanner) end(p []byte) int {
	for i := 0; i < len(p); i++ {
		if b.text && !b.escaped {
			n := bytes.IndexAny(p[i:], `"\`)
			if n < 0 {
				return -1
			}
			i += n
		}
		if b.next(p[i]) {
			return i + 1
		}
	}
	return -1
}

// next consumes a byte and reports whether it ends the outermost value.
func (b *bracketScanner) next(c byte) bool {
	switch {
	case b.escaped:
		b.escaped = false
	case b.text && c == '\\':
		b.escaped = true
	case c == '"':
		b.text = !b.text
		return !b.text && b.depth == 0
	case b.text:
	case c == '{' || c == '[':
		b.depth++
	case c == '}' || c == ']':
		b.depth--
		return b.depth <= 0
	}
	return false
}
