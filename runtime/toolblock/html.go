package toolblock

import "strings"

// HTML blocks in which a fence is none: comments, declarations, and elements whose text is taken
// literally. Those that end at a blank line are left out, since models put tags of their own around
// what they write: there a fence is one, except for those around a thought.
// See https://spec.commonmark.org/0.31.2/#html-blocks, conditions 1 to 5.

// htmlKind is the condition under which an HTML block begins; it ends with the line that has one of the
// texts of htmlEnds.
type htmlKind uint8

const (
	noHTML htmlKind = iota
	htmlLiteral
	htmlComment
	htmlInstruction
	htmlDeclaration
	htmlCDATA
	htmlThought // the model's own, see thought
)

// htmlEnds are in lower case, and all end with the same byte.
var htmlEnds = [...][]string{
	htmlLiteral:     {"</script>", "</pre>", "</style>", "</textarea>"},
	htmlComment:     {"-->"},
	htmlInstruction: {"?>"},
	htmlDeclaration: {">"},
	htmlCDATA:       {"]]>"},
	htmlThought:     nil,
}

var literalElements = [...]string{"script", "pre", "style", "textarea"}

const (
	htmlEndByte = '>'
	longestHTML = len("</textarea>") // of the texts that end a block, and of what tells that one begins
)

// html tells, byte by byte, whether a line begins an HTML block, and then where that ends.
type html struct {
	possible bool // the line begins with <, and may yet begin a block
	kind     htmlKind
	ended    bool // the line has what ends the block
	seen     int  // bytes in last
	last     [longestHTML]byte
}

// feed takes the next byte of the text from the < on.
func (h *html) feed(c byte) {
	if h.seen == len(h.last) {
		copy(h.last[:], h.last[1:])
		h.seen--
	}
	h.last[h.seen] = lower(c)
	h.seen++
	switch {
	case h.possible:
		h.kind, h.possible = htmlBegin(string(h.last[1:h.seen]))
		fallthrough // what begins a block may end it: <!-->
	case h.kind != noHTML:
		h.ended = h.ended || c == htmlEndByte && h.ends()
	}
}

func (h *html) ends() bool {
	for _, end := range htmlEnds[h.kind] {
		if strings.HasSuffix(string(h.last[:h.seen]), end) {
			return true
		}
	}
	return false
}

// htmlBegin says what a line begins that has the text after its <, or that it may yet begin something.
// A line ending counts as a part of the text.
func htmlBegin(text string) (kind htmlKind, possible bool) {
	const comment, cdata = "!--", "![cdata["
	switch {
	case text == "":
		return noHTML, true
	case text == "?":
		return htmlInstruction, false
	case text == comment:
		return htmlComment, false
	case text == cdata:
		return htmlCDATA, false
	case text[0] == '!' && len(text) == 2 && 'a' <= text[1] && text[1] <= 'z':
		return htmlDeclaration, false
	case strings.HasPrefix(comment, text) || strings.HasPrefix(cdata, text):
		return noHTML, true
	}
	for _, name := range literalElements {
		if is, may := isTag(text, name); is {
			return htmlLiteral, false
		} else if may {
			possible = true
		}
	}
	for _, name := range thoughts {
		if is, may := isTag(text, name); is {
			return htmlThought, false
		} else if may {
			possible = true
		}
	}
	return noHTML, possible
}

// isTag reports whether a text is the name of an element and what may follow it, or may yet be.
func isTag(text, name string) (is, may bool) {
	rest, whole := strings.CutPrefix(text, name)
	if !whole {
		return false, strings.HasPrefix(name, text)
	}
	if rest == "" {
		return false, true
	}
	return isBlank(rest[0]) || rest[0] == '>' || isEnd(rest[0]), false
}
