package toolblock

import "strings"

// HTML blocks in which a fence is not recognized: comments, declarations, and elements with literal text.
// Blocks that end at a blank line are not treated specially, because models put tags of their own around text
// with fences; thoughts are the exception. See https://spec.commonmark.org/0.31.2/#html-blocks, conditions 1 to
// 5.

// htmlKind is the start condition of an HTML block, which ends with the line that contains one of the texts in
// htmlEnds.
type htmlKind uint8

const (
	noHTML htmlKind = iota
	htmlLiteral
	htmlComment
	htmlInstruction
	htmlDeclaration
	htmlCDATA
	htmlThought // a thought of the model
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
	longestHTML = len("</textarea>") // maximum length of start and end texts
)

// html detects, byte by byte, the start and the end of an HTML block.
type html struct {
	possible bool // the line starts with < and may start a block
	kind     htmlKind
	ended    bool // the line contains the end
	seen     int  // number of bytes in last
	last     [longestHTML]byte
}

// feed consumes a byte, starting with the <.
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
		fallthrough // the start may contain the end: <!-->
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

// htmlBegin classifies the text after a < at the start of a line; possible means that more text is needed. A
// line ending is part of the text.
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

// isTag reports whether a text starts with the element name, and whether it may still become one.
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
