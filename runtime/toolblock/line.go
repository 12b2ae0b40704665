package toolblock

import (
	"bytes"
	"strings"
)

// Reading the beginning of a line: its containers, and the fence that it may open or close. See
// https://spec.commonmark.org/0.31.2/#container-blocks and #fenced-code-blocks.

const (
	maxIndent     = 3   // columns; a fence that is indented more is an indented code block
	minFence      = 3   // backticks or tildes
	maxHead       = 256 // bytes of a line that may decide what it is
	maxContainers = 64  // deeper nesting is text
	maxNumber     = 9   // digits of an ordered list marker
	tabStop       = 4
)

// jsonInfo is the first word of the info string of a JSON fence, in any case.
const jsonInfo = "json"

// container is a block quote or list item.
type container struct {
	quote bool
	width int // indentation of a list item's content, in columns
}

// fence is a sequence of backticks or tildes that opens or closes a fenced code block.
type fence struct {
	char   byte
	length int
}

type lineKind uint8

const (
	lineStart lineKind = iota // so far white space and container markers
	lineFence                 // a fence, perhaps with an info string
	linePlain                 // any other line
)

// line is a line as far as it has been read.
type line struct {
	kind  lineKind
	tail  bool   // the rest of a line, in which only a JSON fence may open
	head  []byte // the bytes up to the first one of the content
	fence fence
	info  []byte      // what follows the fence
	size  int         // bytes
	spare []container // memory for open
	prefix
}

// prefix is what the head of a line says.
type prefix struct {
	open    []container // the containers, including those that the line opens
	inside  int         // the number of them that the line is in
	marked  bool        // the line has a marker
	column  int         // after the head
	base    int         // column of the innermost container's content
	content int         // byte offset of that content
}

// reset begins a line, or the rest of one within open containers.
func (l *line) reset(tail bool, open []container) {
	*l = line{head: l.head[:0], info: l.info[:0], spare: l.spare, tail: tail, prefix: prefix{open: open, inside: len(open)}}
}

// feed consumes a byte other than a line ending. open are the open containers; a line in a fence opens none.
func (l *line) feed(c byte, open []container, fenced bool) {
	l.size++
	switch {
	case l.kind == lineStart:
		if l.head = append(l.head, c); len(l.head) > maxHead {
			l.kind = linePlain
			return
		}
		l.read(open, fenced, false)
	case l.kind == linePlain:
	case len(l.info) == 0 && c == l.fence.char:
		l.fence.length++
	case l.fence.length < minFence, c == '`' && l.fence.char == '`': // text, or inline code
		l.kind = linePlain
	case len(l.info) < maxHead:
		l.info = append(l.info, c)
	case !isBlank(c):
		l.info[0] = c // any byte that shows that the info string is neither empty nor json
	}
}

// read reads the head. At the end of the line, ended, an empty list item begins after its marker.
func (l *line) read(open []container, fenced, ended bool) {
	l.prefix = prefix{open: open}
	if l.tail {
		l.inside = len(open)
	}
	quoting := false // the next byte follows a quote marker
	item := 0        // column after a list marker without content yet, or 0
	for at := 0; at < len(l.head); at++ {
		c := l.head[at]
		if isBlank(c) {
			l.blank(c, at+1, quoting, item > 0)
			quoting = false
			continue
		}
		quoting = false
		if item > 0 {
			l.beginItem(item, l.column, at)
			item = 0
		}
		indent := l.column - l.base
		free := !fenced && !l.tail && l.inside < maxContainers
		l.column++
		switch isQuote := l.inside < len(l.open) && l.open[l.inside].quote; {
		case c == '>' && indent <= maxIndent && (isQuote || free):
			if isQuote {
				l.inside++
			} else {
				l.enter(container{quote: true})
			}
			l.base, l.content, quoting, l.marked = l.column, at+1, true, true
			continue
		case indent <= maxIndent && (c == '`' || c == '~'):
			l.kind, l.fence = lineFence, fence{c, 1}
			return
		case indent > maxIndent || !free:
			l.kind = linePlain
			return
		}
		marker, known := listMarker(l.head[at:], ended)
		if !known {
			return
		}
		if marker == 0 {
			l.kind = linePlain
			return
		}
		at += marker - 1
		l.column += marker - 1
		item = l.column
	}
	if ended && item > 0 {
		l.beginItem(item, item+1, len(l.head))
	}
}

// listMarker returns the length of the list marker that a text begins with, 0 if there is none. It is not known before
// the byte after the marker, or the end of the line.
func listMarker(text []byte, ended bool) (length int, known bool) {
	digits := len(text) - len(bytes.TrimLeft(text, "0123456789"))
	signs := "-+*"
	if digits > 0 {
		signs = ".)"
	}
	switch rest := text[digits:]; {
	case digits > maxNumber:
		return 0, true
	case len(rest) == 0:
		return 0, ended
	case strings.IndexByte(signs, rest[0]) < 0:
		return 0, true
	case len(rest) == 1:
		return digits + 1, ended
	case !isBlank(rest[1]):
		return 0, true
	}
	return digits + 1, true
}

// blank consumes white space that ends at a byte offset. It may lead into list items, unless it follows a list marker.
func (l *prefix) blank(c byte, end int, quoting, inItem bool) {
	l.column++
	if quoting { // belongs to the marker
		l.base, l.content = l.column, end
	}
	if c == '\t' {
		l.column += (tabStop - l.column%tabStop) % tabStop
	}
	for !inItem && l.inside < len(l.open) && !l.open[l.inside].quote && l.column-l.base >= l.open[l.inside].width {
		l.base += l.open[l.inside].width
		l.content = end
		l.inside++
	}
}

// beginItem opens a list item whose content is at a column and byte offset, unless it begins with indented code.
func (l *line) beginItem(marker, column, at int) {
	if column-marker > maxIndent+1 {
		column = marker + 1
	}
	l.enter(container{width: column - l.base})
	l.marked, l.base, l.content = true, column, at
}

// enter opens a container and closes those that the line is not in.
func (l *line) enter(c container) {
	l.spare = append(append(l.spare[:0], l.open[:l.inside]...), c)
	l.open = l.spare
	l.inside++
}

// leaves reports whether a line ends a fence because it is outside of the fence's containers. c is the first
// byte after the prefix, or the line ending. If lenient, list items are ignored: models indent the fence but
// not always its content.
func (l *line) leaves(c byte, open []container, lenient bool) bool {
	if l.kind != lineStart || isBlank(c) || l.inside >= len(open) {
		return false
	}
	if c == '>' && l.column-l.base <= maxIndent && open[l.inside].quote {
		return false
	}
	if !isEnd(c) && !lenient {
		return true
	}
	for _, o := range open[l.inside:] {
		if o.quote {
			return true
		}
	}
	return false
}

// holds reports whether the line may still open a JSON fence.
func (l *line) holds() bool {
	word, ended := l.infoWord()
	isJSON := len(word) <= len(jsonInfo) && bytes.EqualFold(word, []byte(jsonInfo[:len(word)])) && (!ended || len(word) == len(jsonInfo))
	return l.size <= maxHead && (l.kind == lineStart || l.kind == lineFence && l.fence.char == '`' && isJSON)
}

// infoWord returns the first word of the info string, and whether white space follows it.
func (l *line) infoWord() (word []byte, ended bool) {
	info := bytes.TrimLeft(l.info, " \t")
	if end := bytes.IndexAny(info, " \t"); end >= 0 {
		return info[:end], true
	}
	return info, false
}

// opens reports, at the end of the line, whether it opens a fence.
func (l *line) opens() bool { return l.kind == lineFence && l.fence.length >= minFence }

// opensJSON reports, at the end of the line, whether it opens a JSON fence.
func (l *line) opensJSON() bool {
	word, _ := l.infoWord()
	return l.opens() && l.holds() && len(word) == len(jsonInfo)
}

// bare reports whether the line is a fence without an info string.
func (l *line) bare() bool { return l.opens() && len(bytes.Trim(l.info, " \t")) == 0 }

// closes reports whether the line, if it ended here, would close a fence.
func (l *line) closes(f fence) bool {
	return l.bare() && l.fence.char == f.char && l.fence.length >= f.length
}

func isEnd(c byte) bool   { return c == '\n' || c == '\r' }
func isBlank(c byte) bool { return c == ' ' || c == '\t' }
