package runtime

import "strings"

// maxRepairs bounds the receipts of one text. What needs more repairs than that is no slip.
const maxRepairs = 10_000

// repairer makes JSON of a text that is nearly JSON. It goes token by token and changes single
// tokens only; it keeps track of where it is, for the receipts, and leaves it to the decoder to
// find out whether the result is JSON.
type repairer struct {
	src      string
	pos, end int
	out      []byte
	receipts []Receipt
	open     []container
	maxDepth int

	last    byte // the kind of the token before: its first byte, or 'v' for a value
	comma   int  // where in out the last comma is
	trailer bool // a value stands in front of that comma
	early   bool // the text ends within a token
}

// container is an array or object that is not closed yet.
type container struct {
	object bool
	key    bool   // the next string is a key
	step   string // of the member, as in paths
	index  int    // of the item
}

// repair gives the text with its syntax repaired, if there is something to repair and nothing in
// it is beyond repair. Each receipt says which bytes were replaced by which. Where the text ends
// early, in a way that a decoder would not call so, that is reported instead.
func repair(src string, maxDepth int) (text string, receipts []Receipt, ok, early bool) {
	r := &repairer{src: src, end: len(src), maxDepth: maxDepth, out: make([]byte, 0, len(src)+16)}
	tail, closing, ok := r.unfence()
	if !ok {
		return "", nil, false, r.early
	}
	for r.pos < r.end {
		if !r.token() || len(r.receipts) > maxRepairs {
			return "", nil, false, r.early
		}
	}
	if r.last == 0 || len(r.receipts) == 0 && closing == "" {
		return "", nil, false, false
	}
	r.open = nil
	if closing != "" {
		r.note(closing, "")
	}
	return string(append(r.out, tail...)), r.receipts, true, false
}

// token deals with the next token and reports whether it can be one.
func (r *repairer) token() bool {
	c := r.src[r.pos]
	switch c {
	case ' ', '\t', '\r', '\n':
		r.out = append(r.out, c)
		r.pos++
		return true
	case '/', '#':
		return r.comment()
	}
	if len(r.open) == 0 && r.last == 'v' {
		return false // something follows the value
	}
	switch c {
	case '"', '\'':
		return r.text(c)
	case '{', '[':
		r.open = append(r.open, container{object: c == '{', key: c == '{'})
		return r.copy(c) && len(r.open) <= r.maxDepth
	case '}', ']':
		return r.close(c)
	case ',':
		r.trailer = r.last == 'v'
		r.comma = len(r.out)
		if n := len(r.open) - 1; n >= 0 {
			r.open[n].index++
			r.open[n].key = r.open[n].object
		}
		return r.copy(c)
	case ':':
		return r.copy(c)
	default:
		if isDigit(c) || c == '-' {
			return r.number()
		}
		return r.word()
	}
}

// copy takes over a token of one byte.
func (r *repairer) copy(c byte) bool {
	r.out = append(r.out, c)
	r.last = c
	r.pos++
	return true
}

// value ends a token that is a value.
func (r *repairer) value() bool {
	r.last = 'v'
	return true
}

// close ends an array or object, and takes out a comma behind its last value.
func (r *repairer) close(c byte) bool {
	n := len(r.open) - 1
	if n < 0 || r.open[n].object != (c == '}') {
		return false
	}
	r.open = r.open[:n]
	if r.last == ',' && r.trailer {
		r.out = append(r.out[:r.comma], r.out[r.comma+1:]...)
		r.note(",", "")
	}
	r.copy(c)
	return r.value()
}

// number takes over what looks like a number.
func (r *repairer) number() bool {
	for r.pos < r.end && strings.IndexByte("+-.eE0123456789", r.src[r.pos]) >= 0 {
		r.out = append(r.out, r.src[r.pos])
		r.pos++
	}
	return r.value()
}

// literals are the words that may stand for a value, as JSON and as Python spell them.
var literals = map[string]string{
	"true": "true", "false": "false", "null": "null",
	"True": "true", "False": "false", "None": "null",
}

// word takes over a literal name.
func (r *repairer) word() bool {
	start := r.pos
	for r.pos < r.end && isWordByte(r.src[r.pos]) {
		r.pos++
	}
	word := r.src[start:r.pos]
	want, ok := literals[word]
	if !ok {
		for name := range literals {
			r.early = r.early || r.pos == r.end && word != "" && strings.HasPrefix(name, word)
		}
		return false
	}
	r.out = append(r.out, want...)
	if word != want {
		r.note(word, want)
	}
	return r.value()
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c == '$' || c >= 0x80
}

// comment replaces a comment by a space, so that what it parts stays apart.
func (r *repairer) comment() bool {
	rest := r.src[r.pos:r.end]
	size := 0
	switch {
	case rest[0] == '#' || strings.HasPrefix(rest, "//"):
		if size = strings.IndexAny(rest, "\r\n"); size < 0 {
			size = len(rest)
		}
	case strings.HasPrefix(rest, "/*"):
		if size = strings.Index(rest[2:], "*/") + 4; size < 4 {
			r.early = true
			return false
		}
	default:
		r.early = rest == "/"
		return false
	}
	r.out = append(r.out, ' ')
	r.pos += size
	inner := r.open
	r.open = inner[:max(len(inner)-1, 0)]
	r.note(rest[:size], " ")
	r.open = inner
	return true
}

// note records that the bytes from were replaced by to, at the value that is being read.
func (r *repairer) note(from, to string) {
	path := ""
	for i := len(r.open) - 1; i >= 0; i-- {
		step := r.open[i].step
		if !r.open[i].object {
			step = indexStep(r.open[i].index)
		}
		if step != "" {
			path = joinPath(step, path)
		}
	}
	r.receipts = append(r.receipts, Receipt{
		Field: path, Kind: ReceiptRepaired, From: strings.Clone(from), To: strings.Clone(to),
	})
}
