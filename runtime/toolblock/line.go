package toolblock

import (
	"bytes"
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// Reading the beginning of a line: its containers, and the fence that it may open or close. See
// https://spec.commonmark.org/0.31.2/#container-blocks and #fenced-code-blocks.

const (
	maxIndent     = 3   // columns; a fence that is indented more is an indented code block
	minFence      = 3   // backticks or tildes
	maxHead       = 256 // bytes of a line that may decide what it is
	maxContainers = 64  // deeper nesting is text
	tabStop       = 4
)

// jsonInfo is the info string of a JSON fence, or the beginning of one.
var jsonInfo = lazy.Pattern(`(?i)^[ \t]*(?:j|js|jso|(json)(?:[ \t].*)?)?$`)

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
	info  []byte // what follows the fence
	size  int    // bytes
	prefix
}

// prefix is what the head of a line says.
type prefix struct {
	open    []container // the containers, including those that the line opens
	inside  int         // the number of them that the line is in
	marked  bool        // the line has a marker
	at      int         // offset up to which the head has been read
	column  int         // after that offset
	base    int         // column of the innermost container's content
	content int         // byte offset of that content
	quoting bool        // the next byte follows a quote marker
	item    int         // column after a list marker without content yet, or 0
}

// reset begins a line, or the rest of one, within open containers.
func (l *line) reset(tail bool, open []container) {
	*l = line{head: l.head[:0], info: l.info[:0], tail: tail}
	l.restart(open)
}

// restart discards what the head says, so that it is read again.
func (l *line) restart(open []container) {
	l.prefix = prefix{open: open}
	if l.tail {
		l.inside = len(open)
	}
}

// feed consumes a byte other than a line ending. A line in a fence opens no containers.
func (l *line) feed(c byte, fenced bool) {
	l.size++
	switch {
	case l.kind == lineStart:
		if l.head = append(l.head, c); len(l.head) > maxHead {
			l.kind = linePlain
			return
		}
		l.read(fenced, false)
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

// read reads the rest of the head. At the end of the line, ended, an empty list item begins after its marker.
func (l *line) read(fenced, ended bool) {
	for l.at < len(l.head) {
		c := l.head[l.at]
		if isBlank(c) {
			l.blank(c)
			continue
		}
		l.quoting = false
		l.beginItem(l.column)
		indent, quote := l.column-l.base, l.inside < len(l.open) && l.open[l.inside].quote
		free := !fenced && !l.tail && l.inside < maxContainers
		switch {
		case c == '>' && indent <= maxIndent && (quote || free):
			if quote {
				l.inside++
			} else {
				l.enter(container{quote: true})
			}
			l.advance(1)
			l.base, l.content, l.quoting, l.marked = l.column, l.at, true, true
			continue
		case indent <= maxIndent && (c == '`' || c == '~'):
			l.kind, l.fence = lineFence, fence{c, 1}
			return
		}
		marker, known := listMarker(l.head[l.at:], ended)
		switch {
		case indent > maxIndent, !free, known && marker == 0:
			l.kind = linePlain
			return
		case !known:
			return
		}
		l.advance(marker)
		l.item = l.column
	}
	if ended {
		l.beginItem(l.item + 1)
	}
}

// advance moves on by bytes of one column each.
func (l *prefix) advance(n int) { l.at, l.column = l.at+n, l.column+n }

// listItem is a list marker with what follows it, and partOfItem what may become one.
var (
	listItem   = lazy.Pattern(`^(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t]|$)`)
	partOfItem = lazy.Pattern(`^(?:[-+*]|[0-9]{1,9}[.)]?)$`)
)

// listMarker returns the length of the list marker that a text begins with, 0 if there is none. It is not known before
// the byte after the marker, or the end of the line.
func listMarker(text []byte, ended bool) (length int, known bool) {
	if !ended && partOfItem().Match(text) {
		return 0, false
	}
	return len(bytes.TrimRight(listItem().Find(text), " \t")), true
}

// blank consumes white space. It may lead into list items, unless it follows a list marker.
func (l *prefix) blank(c byte) {
	l.advance(1)
	if l.quoting { // belongs to the marker
		l.base, l.content, l.quoting = l.column, l.at, false
	}
	if c == '\t' {
		l.column += (tabStop - l.column%tabStop) % tabStop
	}
	for l.item == 0 && l.inside < len(l.open) && !l.open[l.inside].quote && l.column-l.base >= l.open[l.inside].width {
		l.base += l.open[l.inside].width
		l.content = l.at
		l.inside++
	}
}

// beginItem opens a list item after its marker, if there is one, whose content is at a column, unless it begins with
// indented code.
func (l *line) beginItem(column int) {
	if l.item == 0 {
		return
	}
	if column-l.item > maxIndent+1 {
		column = l.item + 1
	}
	l.enter(container{width: column - l.base})
	l.marked, l.base, l.content, l.item = true, column, l.at, 0
}

// enter opens a container and closes those that the line is not in.
func (l *line) enter(c container) {
	l.open = append(slices.Clone(l.open[:l.inside]), c)
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

// begins reports whether the last byte of the head begins the text of the line, without markers or indentation.
func (l *line) begins() bool {
	return l.at == len(l.head)-1 && l.column <= maxIndent && !l.marked && !l.tail
}

// holds reports whether the line may still open a JSON fence.
func (l *line) holds() bool {
	return l.size <= maxHead && (l.kind == lineStart || l.kind == lineFence && l.fence.char == '`' && jsonInfo().Match(l.info))
}

// opens reports, at the end of the line, whether it opens a fence.
func (l *line) opens() bool { return l.kind == lineFence && l.fence.length >= minFence }

// opensJSON reports, at the end of the line, whether it opens a JSON fence.
func (l *line) opensJSON() bool {
	return l.opens() && l.holds() && jsonInfo().FindSubmatch(l.info)[1] != nil
}

// bare reports whether the line is a fence without an info string.
func (l *line) bare() bool { return l.opens() && len(bytes.Trim(l.info, " \t")) == 0 }

// closes reports whether the line, if it ended here, would close a fence.
func (l *line) closes(f fence) bool {
	return l.bare() && l.fence.char == f.char && l.fence.length >= f.length
}

func isEnd(c byte) bool   { return c == '\n' || c == '\r' }
func isBlank(c byte) bool { return c == ' ' || c == '\t' }
