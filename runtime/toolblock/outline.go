package toolblock

import "strings"

// outline tracks the structure of JSON text byte by byte: whether a position is inside a string, and the
// members of the outermost object. It tolerates what can be repaired (comments, single quotes, raw line breaks
// in strings, surplus commas, unquoted keys) and records deviations from JSON. It stores offsets, not bytes.
type outline struct {
	state outlineState
	open  []byte // unclosed containers
	comment
	scalar
	outermost
	damage
	ending

	wrapped bool // the whole is a JSON string
}

// comment is the current comment.
type comment struct {
	kind byte         // '#' for a line comment, '*' for a block, '/' for either
	star bool         // the previous byte may end it
	back outlineState // state after it
}

// scalar is the current string or word, or the last one.
type scalar struct {
	quote  byte
	escape bool // the previous byte was a backslash
	isKey  bool
	start  int  // where it begins
	fresh  bool // it was a string that has just ended
}

// outermost is the last member of the outermost object.
type outermost struct {
	key, value span
	token      outlineToken // what the last byte completed
}

// damage records deviations from JSON.
type damage struct {
	odd    bool // invalid JSON, but the structure is clear
	broken bool // the structure is lost
	doubt  bool // it broke where a string may be open
	loose  bool // an odd number of quotes followed
}

// ending is the end of the text, if it is complete.
type ending struct {
	end   int  // offset after the complete text
	comma bool // a comma follows it
}

// span is a range of the text.
type span struct{ from, to int }

type outlineState uint8

const (
	wantValue outlineState = iota
	wantKey
	wantColon
	wantNext // a comma or a closing bracket
	inString
	inWord
	inComment
	wantNothing
)

// outlineToken is what a byte completes.
type outlineToken uint8

const (
	tokenNone  outlineToken = iota
	tokenKey                // a key of the outermost object, including the colon
	tokenValue              // a string or word as value of the outermost object
	tokenText               // a string that is the whole text
)

// maxOutlineDepth bounds the nesting; deeper text is rejected anyway.
const maxOutlineDepth = 4096

// feed consumes the byte at an offset.
func (o *outline) feed(c byte, at int) outlineToken {
	if o.token = tokenNone; o.broken {
		o.loose = o.loose != (c == '"' && !o.escape)
		o.escape = c == '\\' && !o.escape
	} else {
		o.step(c, at)
	}
	return o.token
}

// inside reports whether the next byte is inside a string.
func (o *outline) inside() bool { return o.state == inString && !o.broken }

// complete reports whether at most closing brackets are missing.
func (o *outline) complete() bool {
	return o.state == wantNothing || o.state == wantNext && !o.odd
}

// done reports whether the text is complete.
func (o *outline) done() bool { return o.state == wantNothing && !o.broken }

// torn reports whether it is unclear if what follows is inside a string.
func (o *outline) torn() bool { return o.broken && (o.doubt || o.loose) }

// fail records that the structure is lost; doubt means that a string may be open.
func (o *outline) fail(doubt bool) {
	o.broken, o.odd, o.escape = true, true, false
	o.doubt = doubt
}

func (o *outline) step(c byte, at int) {
	switch o.state {
	case inString:
		switch {
		case o.escape:
			o.escape = false
		case c == '\\':
			o.escape = true
		case c == o.quote:
			o.fresh = true
			o.endScalar(at + 1)
		}
		return
	case inWord:
		if isWord(c) {
			return
		}
		o.endScalar(at)
	case inComment:
		star := o.star
		o.star = o.kind == '*' && c == '*'
		switch {
		case o.kind == '/' && c == '/':
			o.kind = '#'
		case o.kind == '/' && c == '*':
			o.kind = '*'
		case o.kind == '/':
			o.fail(false)
		case o.kind == '#' && isEnd(c), star && c == '/':
			o.state = o.back
		}
		return
	}
	switch c {
	case ' ', '\t', '\n', '\r':
	case '/', '#':
		o.comment, o.state = comment{kind: c, back: o.state}, inComment
	default:
		o.structural(c, at)
	}
}

// structural consumes a byte outside of strings, words, comments and white space.
func (o *outline) structural(c byte, at int) {
	fresh := o.fresh
	o.fresh = false
	switch o.state {
	case wantKey:
		switch {
		case c == '}':
			o.close(c, at)
		case c == ',':
			o.odd = true
		default:
			o.begin(c, at, true, fresh)
		}
	case wantColon:
		if len(o.open) == 1 {
			o.token = tokenKey
		}
		o.state = wantValue
		if c != ':' {
			o.odd = true
			o.begin(c, at, false, fresh)
		}
	case wantValue:
		switch {
		case c == ']':
			o.close(c, at)
		case c != '{' && c != '[':
			o.begin(c, at, false, fresh)
		case len(o.open) >= maxOutlineDepth:
			o.fail(false)
		default:
			if o.open = append(o.open, c); c == '{' {
				o.state = wantKey
			}
		}
	case wantNext:
		inObject := o.open[len(o.open)-1] == '{'
		switch c {
		case ',':
			o.state = wantValue
			if inObject {
				o.state = wantKey
			}
		case '}', ']':
			o.close(c, at)
		case '"', '\'':
			o.odd = true
			o.begin(c, at, inObject, fresh)
		default:
			o.fail(fresh)
		}
	case wantNothing:
		if c != ',' || o.comma {
			o.fail(false)
		}
		o.comma = true // between two objects
	}
}

// begin consumes the first byte of a string or word; fresh means that it directly follows a string.
func (o *outline) begin(c byte, at int, key, fresh bool) {
	o.isKey, o.start = key, at
	switch {
	case c == '"' || c == '\'':
		o.state, o.quote = inString, c
		o.wrapped = len(o.open) == 0 && c == '"'
	case isWord(c):
		o.state = inWord
	default:
		o.fail(fresh || c == '`') // which in JavaScript begins a string
	}
}

// endScalar ends a string or word before an offset.
func (o *outline) endScalar(at int) {
	switch {
	case o.isKey:
		o.state = wantColon
		if len(o.open) == 1 {
			o.key = span{o.start, at}
		}
		return
	case len(o.open) == 0:
		o.state, o.end = wantNothing, at
		if o.wrapped {
			o.token = tokenText
		}
		return
	case len(o.open) == 1 && o.open[0] == '{':
		o.value = span{o.start, at}
		o.token = tokenValue
	}
	o.state = wantNext
}

func (o *outline) close(c byte, at int) {
	n := len(o.open) - 1
	if n < 0 || (o.open[n] == '{') != (c == '}') {
		o.fail(false)
		return
	}
	o.open = o.open[:n]
	o.state = wantNext
	if n == 0 {
		o.state, o.end = wantNothing, at+1
	}
}

func isWord(c byte) bool {
	letter := c | 0x20
	return 'a' <= letter && letter <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("_$-+.", c) >= 0 || c >= 0x80
}
