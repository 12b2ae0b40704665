package toolblock

// One line of text, byte by byte: the containers that it is in, and whether it opens or closes a fence.
// See https://spec.commonmark.org/0.31.2/#container-blocks and #fenced-code-blocks.

const (
	maxIndent     = 3   // columns; a fence that is indented more is an indented code block
	minFence      = 3   // backticks or tildes
	maxInfoLine   = 256 // bytes of an opening line that are held back at most
	maxContainers = 64  // what nests deeper is text
	maxNumber     = 9   // digits in front of an item of an ordered list
	tabStop       = 4
)

// jsonInfo is the first word after the backticks that makes a fence one for JSON, in any case.
const jsonInfo = "json"

// container is a block quote or an item of a list.
type container struct {
	quote bool
	width int // of an item: columns that its lines are indented by
}

// linePhase is how far into a line a recogniser is.
type linePhase uint8

const (
	phasePrefix linePhase = iota // blanks, and the markers of containers
	phaseMarker                  // in or after what marks an item of a list, if a blank follows
	phaseRun                     // the backticks or tildes
	phaseGap                     // blanks in front of the info string
	phaseWord                    // the first word of the info string
	phaseRest                    // what follows it
	phasePlain                   // the line is no fence
)

// line tells what a line is, as far as it has been read.
type line struct {
	phase linePhase
	size  int  // bytes
	tail  bool // it is the rest of a line, in which only a JSON fence may open

	// The prefix.
	column  int  // of the next byte
	base    int  // the column at which the content of the innermost container begins
	content int  // the byte at which it begins
	inside  int  // containers of the scanner that the line is in
	marked  bool // it has a marker
	quoting bool // the next byte is after the marker of a quote
	number  int  // digits of the marker
	bullet  bool // the marker is complete
	item    int  // the column after the marker of an item whose content has not begun, 0 for none

	// The fence.
	char  byte
	count int // its length
	word  int // bytes of the first word that are those of "json"
	json  bool
}

// feed takes the next byte of the line, which is no line ending. The containers are those that are open; a
// line in a fence opens none.
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

// blank takes a blank of the prefix.
func (l *line) blank(c byte, open []container) {
	l.column++
	if l.quoting { // one blank belongs to the marker
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

// marker takes a byte of what may mark an item of a list.
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

// begin ends the blanks after the marker of an item: its content begins here, unless it is indented code.
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

// enter begins a container, which ends those that the line is not in.
func (l *line) enter(open *[]container, c container) {
	*open = append((*open)[:l.inside], c)
	l.inside++
	l.marked = true
}

// end takes the end of the line: a container may be empty so far.
func (l *line) end(open *[]container) {
	if l.phase == phaseMarker && l.bullet {
		l.item = l.column
	}
	if l.item > 0 {
		l.column = l.item + 1
		l.begin(open)
	}
}

// leaves reports whether a line of a fence ends it, since it is not in the fence's containers. c is the
// first byte after the prefix, or the line ending. Those of a list are not asked for where lenient: models
// indent the fence, and then not what is in it.
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

// info takes a byte of the info string.
func (l *line) info(c byte) {
	if c == '`' && l.char == '`' {
		l.phase = phasePlain // code within a line
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

// holds reports whether the line may yet turn out to open a JSON fence.
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
