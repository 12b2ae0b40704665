package toolblock

// outline follows the structure of a JSON text byte by byte, in order to know what is inside a
// string and which members the outermost object has. It forgives what a repair may mend (comments,
// single quotes, raw line breaks in strings, commas too many, quotes around keys left out), and
// notes what JSON does not have. It remembers offsets only, never bytes, except for a call that came
// as a string of JSON.
type outline struct {
	state  outlineState
	back   outlineState // after a comment
	open   []byte       // the containers that are not closed
	quote  byte
	escape bool
	isKey  bool // the string or word that is being read is a key
	start  int  // where it begins

	key, value span // the last member of the outermost object
	pending    outlineToken

	odd    bool // something is not JSON, but where the text goes on is clear
	broken bool // nothing is clear any more

	fresh bool // a string has ended, and nothing came since
	doubt bool // it broke where a string may not have ended
	loose bool // after where it broke, an odd number of quotes came

	end   int  // after the text, if it is complete
	comma bool // a comma follows it

	shallow bool   // what is in a string does not matter
	inner   *inner // the text within, where the whole is a string
}

// span is a part of the text.
type span struct{ from, to int }

type outlineState uint8

const (
	wantValue outlineState = iota
	wantKey
	wantColon
	wantNext // a comma or the end of a container
	inString
	inWord
	inSlash // after a slash that may begin a comment
	inLine  // in a comment to the end of the line
	inBlock
	inStar // in a block comment, after an asterisk
	wantNothing
)

// outlineToken is what a byte completes.
type outlineToken uint8

const (
	tokenNone  outlineToken = iota
	tokenKey                // a key of the outermost object, with the colon after it
	tokenValue              // a string or word that is the value of a key of the outermost object
)

// maxOutlineDepth bounds the memory for open containers; what nests deeper is refused anyway.
const maxOutlineDepth = 4096

// feed takes the byte at an offset.
func (o *outline) feed(c byte, at int) outlineToken {
	if o.broken {
		o.loose = o.loose != (c == '"' && !o.escape)
		o.escape = c == '\\' && !o.escape
		return tokenNone
	}
	token := o.step(c, at)
	if token == tokenNone {
		token = o.pending
	}
	o.pending = tokenNone
	return token
}

// inside reports whether the next byte is inside a string.
func (o *outline) inside() bool { return o.state == inString && !o.broken }

// complete reports whether all that is missing are the ends of containers, if anything.
func (o *outline) complete() bool {
	return o.state == wantNothing || o.state == wantNext && !o.odd
}

// done reports whether the text is complete.
func (o *outline) done() bool { return o.state == wantNothing && !o.broken }

// torn reports whether the text broke in a way that leaves open whether what follows is inside a string.
func (o *outline) torn() bool { return o.broken && (o.doubt || o.loose) }

// fail says that nothing is clear any more; doubt, that a string may go on.
func (o *outline) fail(doubt bool) {
	o.broken, o.odd, o.escape = true, true, false
	o.doubt = doubt
}

func (o *outline) step(c byte, at int) outlineToken {
	switch o.state {
	case inString:
		return o.string(c, at)
	case inWord:
		if isWord(c) {
			return tokenNone
		}
		o.endScalar(at)
	case inSlash:
		switch c {
		case '/':
			o.state = inLine
		case '*':
			o.state = inBlock
		default:
			o.fail(false)
		}
		return tokenNone
	case inLine:
		if isEnd(c) {
			o.state = o.back
		}
		return tokenNone
	case inBlock:
		if c == '*' {
			o.state = inStar
		}
		return tokenNone
	case inStar:
		switch c {
		case '/':
			o.state = o.back
		case '*':
		default:
			o.state = inBlock
		}
		return tokenNone
	}
	switch c {
	case ' ', '\t', '\n', '\r':
		return tokenNone
	case '/':
		o.back, o.state = o.state, inSlash
		return tokenNone
	case '#':
		o.back, o.state = o.state, inLine
		return tokenNone
	}
	return o.structural(c, at)
}

// structural takes a byte that is neither in a string, a word nor a comment, nor white space.
func (o *outline) structural(c byte, at int) outlineToken {
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
		token := tokenNone
		if len(o.open) == 1 {
			token = tokenKey
		}
		o.state = wantValue
		if c != ':' {
			o.odd = true
			o.begin(c, at, false, fresh)
		}
		return token
	case wantValue:
		switch c {
		case '{', '[':
			if len(o.open) >= maxOutlineDepth {
				o.fail(false)
				return tokenNone
			}
			o.open = append(o.open, c)
			if c == '{' {
				o.state = wantKey
			}
		case ']':
			o.close(c, at)
		default:
			o.begin(c, at, false, fresh)
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
		default:
			o.odd = true
			if c != '"' && c != '\'' {
				o.fail(fresh)
				return tokenNone
			}
			o.begin(c, at, inObject, fresh)
		}
	case wantNothing:
		if c != ',' || o.comma {
			o.fail(false)
		}
		o.comma = true // between two objects
	}
	return tokenNone
}

// begin takes the first byte of a string or word; fresh says that it comes right after a string.
func (o *outline) begin(c byte, at int, key, fresh bool) {
	o.isKey, o.start = key, at
	switch {
	case c == '"' || c == '\'':
		o.state, o.quote = inString, c
		if len(o.open) == 0 && c == '"' && !o.shallow {
			o.inner = &inner{}
		}
	case isWord(c):
		o.state = inWord
	default:
		o.fail(fresh || c == '`') // which in JavaScript begins a string
	}
}

// string takes a byte inside a string.
func (o *outline) string(c byte, at int) outlineToken {
	if o.inner != nil && (o.escape || c != o.quote) {
		if token := o.inner.feed(c, o.escape); token != tokenNone {
			o.escape = !o.escape && c == '\\'
			return token
		}
	}
	switch {
	case o.escape:
		o.escape = false
	case c == '\\':
		o.escape = true
	case c == o.quote:
		o.fresh = true
		o.endScalar(at + 1)
		token := o.pending
		o.pending = tokenNone
		return token
	}
	return tokenNone
}

// endScalar ends a string or word in front of an offset.
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
		return
	case len(o.open) == 1 && o.open[0] == '{':
		o.value = span{o.start, at}
		o.pending = tokenValue
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
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c == '-' || c == '+' || c == '.' || c >= 0x80
}
