package toolblock

// Parsing a line of text byte by byte: its containers, and whether it opens or closes a fence. See
// https://spec.commonmark.org/0.31.2/#container-blocks and #fenced-code-blocks.

const (
	maxIndent     = 3   // columns; a fence that is indented more is an indented code block
	minFence      = 3   // backticks or tildes
	maxInfoLine   = 256 // maximum number of bytes of an opening line that are held back
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

// linePhase is the parser state within a line.
type linePhase uint8

const (
	phasePrefix linePhase = iota // white space and container markers
	phaseMarker                  // in or after a possible list marker
	phaseRun                     // the backticks or tildes
	phaseGap                     // white space before the info string
	phaseWord                    // the first word of the info string
	phaseRest                    // rest of the info string
	phasePlain                   // not a fence
)

// line classifies a line, as far as it has been read.
type line struct {
	phase linePhase
	size  int  // bytes
	tail  bool // the rest of a line, in which only a JSON fence may open
	indent
	opener
}

// indent is the prefix of a line: white space and the markers of containers.
type indent struct {
	column  int  // of the next byte
	base    int  // column of the innermost container's content
	content int  // byte offset of that content
	inside  int  // number of open containers that the line is in
	marked  bool // the line has a marker
	quoting bool // the next byte follows a quote marker
	number  int  // digits of the list marker
	bullet  bool // the marker is complete
	item    int  // column after a list marker without content yet, or 0
}

// opener is the fence that a line may begin with.
type opener struct {
	char  byte
	count int // its length
	word  int // matched bytes of "json"
	json  bool
}

// feed consumes a byte other than a line ending. open are the open containers; a line in a fence opens none.
func (l *line) feed(c byte, open *[]container, fenced bool) {
	l.size++
	switch l.phase {
	case phasePrefix:
		l.prefix(c, open, fenced)
	case phaseMarker:
		l.marker(c, open)
	case phaseRun:
		switch {
		case c == l.char:
			l.count++
		case l.count < minFence:
			l.phase = phasePlain
		default:
			l.phase, l.json = phaseGap, l.char == '`'
			l.info(c)
		}
	case phaseGap, phaseWord, phaseRest:
		l.info(c)
	}
}

func (l *line) prefix(c byte, open *[]container, fenced bool) {
	if isBlank(c) {
		l.blank(c, *open)
		return
	}
	l.begin(open)
	indent := l.column - l.base
	l.column++
	switch {
	case c == '>' && indent <= maxIndent && l.inside < len(*open) && (*open)[l.inside].quote:
		l.inside++
	case c == '>' && indent <= maxIndent && !fenced && !l.tail && l.inside < maxContainers:
		l.enter(open, container{quote: true})
	case indent <= maxIndent && (c == '`' || c == '~'):
		l.phase, l.char, l.count = phaseRun, c, 1
		return
	case indent > maxIndent || fenced || l.tail || l.inside >= maxContainers:
		l.phase = phasePlain
		return
	case c == '-' || c == '+' || c == '*':
		l.phase, l.bullet = phaseMarker, true
		return
	case '0' <= c && c <= '9':
		l.phase, l.number, l.bullet = phaseMarker, 1, false
		return
	default:
		l.phase = phasePlain
		return
	}
	l.base, l.content, l.quoting, l.marked = l.column, l.size, true, true
}

// blank consumes white space in the prefix.
func (l *line) blank(c byte, open []container) {
	l.column++
	if l.quoting { // belongs to the marker
		l.quoting = false
		l.base, l.content = l.column, l.size
	}
	if c == '\t' {
		l.column += (tabStop - l.column%tabStop) % tabStop
	}
	for l.item == 0 && l.inside < len(open) && !open[l.inside].quote && l.column-l.base >= open[l.inside].width {
		l.base += open[l.inside].width
		l.content = l.size
		l.inside++
	}
}

// marker consumes a byte of a possible list marker.
func (l *line) marker(c byte, open *[]container) {
	switch {
	case isBlank(c) && l.bullet:
		l.phase, l.item = phasePrefix, l.column
		l.blank(c, *open)
	case !l.bullet && '0' <= c && c <= '9' && l.number < maxNumber:
		l.number++
		l.column++
	case !l.bullet && (c == '.' || c == ')'):
		l.bullet = true
		l.column++
	default:
		l.phase = phasePlain
	}
}

// begin ends the white space after a list marker: the content starts here, unless it is indented code.
func (l *line) begin(open *[]container) {
	l.quoting = false
	if l.item == 0 {
		return
	}
	at := l.column
	if at-l.item > maxIndent+1 {
		at = l.item + 1
	}
	width := at - l.base
	l.item = 0
	l.enter(open, container{width: width})
	l.base, l.content = at, l.size-1
}

// enter opens a container and closes those that the line is not in.
func (l *line) enter(open *[]container, c container) {
	*open = append((*open)[:l.inside], c)
	l.inside++
	l.marked = true
}

// end handles the end of the line, where a container may still be empty.
func (l *line) end(open *[]container) {
	if l.phase == phaseMarker && l.bullet {
		l.item = l.column
	}
	if l.item > 0 {
		l.column = l.item + 1
		l.begin(open)
	}
}

// leaves reports whether a line ends a fence because it is outside of the fence's containers. c is the first
// byte after the prefix, or the line ending. If lenient, list items are ignored: models indent the fence but
// not always its content.
func (l *line) leaves(c byte, open []container, lenient bool) bool {
	if l.phase != phasePrefix || isBlank(c) || l.inside >= len(open) {
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

// info consumes a byte of the info string.
func (l *line) info(c byte) {
	if c == '`' && l.char == '`' {
		l.phase = phasePlain // inline code
		return
	}
	switch l.phase {
	case phaseGap:
		if isBlank(c) {
			return
		}
		l.phase = phaseWord
		fallthrough
	case phaseWord:
		switch {
		case isBlank(c):
			l.phase = phaseRest
			l.json = l.json && l.word == len(jsonInfo)
		case l.word < len(jsonInfo) && lower(c) == jsonInfo[l.word]:
			l.word++
		default:
			l.json = false
		}
	}
}

// holds reports whether the line may still open a JSON fence.
func (l *line) holds() bool {
	switch l.phase {
	case phasePrefix, phaseMarker:
		return l.size <= maxInfoLine
	case phaseRun:
		return l.char == '`' && l.size <= maxInfoLine
	case phaseGap, phaseWord, phaseRest:
		return l.json && l.size <= maxInfoLine
	}
	return false
}

// opens reports, at the end of the line, whether it opens a fence.
func (l *line) opens() bool {
	return l.phase >= phaseRun && l.phase != phasePlain && l.count >= minFence
}

// opensJSON reports, at the end of the line, whether it opens a JSON fence.
func (l *line) opensJSON() bool {
	return l.opens() && l.json && l.word == len(jsonInfo) && l.holds()
}

// bare reports whether the line is a fence without an info string.
func (l *line) bare() bool { return l.opens() && l.phase <= phaseGap }

// closes reports whether the line, if it ended here, would close a fence.
func (l *line) closes(f fence) bool { return l.bare() && l.char == f.char && l.count >= f.length }

// fence is how a fenced code block was opened.
type fence struct {
	char   byte
	length int
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func isEnd(c byte) bool   { return c == '\n' || c == '\r' }
func isBlank(c byte) bool { return c == ' ' || c == '\t' }
