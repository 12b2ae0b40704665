package toolblock

// outline follows the structure of a JSON text byte by byte, in order to know what is inside a
// string and which members the outermost object has. It forgives what a repair may mend (comments,
// single quotes, raw line breaks in strings, commas too many, quotes around keys left out), and
// notes what JSON does not have. It remembers offsets only, never bytes, but for a call that came
// as a string of JSON.
type outline struct {
	state  outlineState
	back   outlineState // behind a comment
	open   []byte       // the containers that are not closed
	quote  byte
	escape bool
	isKey  bool // the string or word that is being read is a key
	start  int  // where it begins

	key, value span // the last member of the outermost object
	pending    outlineToken

	odd    bool // something is not JSON, but where the text goes on is clear
	broken bool // nothing is clear any more

	inner *inner // the text within, where the whole is a string
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
	inSlash // behind a slash that may begin a comment
	inLine  // in a comment to the end of the line
	inBlock
	inStar // in a block comment, behind an asterisk
	wantNothing
)

// outlineToken is what a byte completes.
type outlineToken uint8

const (
	tokenNone  outlineToken = iota
	tokenKey                // a key of the outermost object, with the colon behind it
	tokenValue              // a string or word that is the value of a key of the outermost object
)

// maxOutlineDepth bounds the memory for open containers; what nests deeper is refused anyway.
const maxOutlineDepth = 4096

// feed takes the byte at an offset.
func (o *outline) feed(c byte, at int) outlineToken {
	if o.broken {
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

func (o *outline) fail() {
	o.broken, o.odd = true, true
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
			o.fail()
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
	switch o.state {
	case wantKey:
		switch {
		case c == '}':
			o.close(c)
		case c == ',':
			o.odd = true
		default:
			o.begin(c, at, true)
		}
	case wantColon:
		token := tokenNone
		if len(o.open) == 1 {
			token = tokenKey
		}
		o.state = wantValue
		if c != ':' {
			o.odd = true
			o.begin(c, at, false)
		}
		return token
	case wantValue:
		switch c {
		case '{', '[':
			if len(o.open) >= maxOutlineDepth {
				o.fail()
				return tokenNone
			}
			o.open = append(o.open, c)
			if c == '{' {
				o.state = wantKey
			}
		case ']':
			o.close(c)
		default:
			o.begin(c, at, false)
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
			o.close(c)
		default:
			o.odd = true
			if c != '"' && c != '\'' {
				o.fail()
				return tokenNone
			}
			o.begin(c, at, inObject)
		}
	case wantNothing:
		o.fail()
	}
	return tokenNone
}

// begin takes the first byte of a string or word.
func (o *outline) begin(c byte, at int, key bool) {
	o.isKey, o.start = key, at
	switch {
	case c == '"' || c == '\'':
		o.state, o.quote = inString, c
		if len(o.open) == 0 && c == '"' {
			o.inner = &inner{}
		}
	case isWord(c):
		o.state = inWord
	default:
		o.fail()
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
		o.state = wantNothing
		return
	case len(o.open) == 1 && o.open[0] == '{':
		o.value = span{o.start, at}
		o.pending = tokenValue
	}
	o.state = wantNext
}

func (o *outline) close(c byte) {
	n := len(o.open) - 1
	if n < 0 || (o.open[n] == '{') != (c == '}') {
		o.fail()
		return
	}
	o.open = o.open[:n]
	o.state = wantNext
	if n == 0 {
		o.state = wantNothing
	}
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c == '-' || c == '+' || c == '.' || c >= 0x80
}
