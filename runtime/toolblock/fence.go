package toolblock

// The lines that open and close a fenced code block, byte by byte.
// See https://spec.commonmark.org/0.31.2/#fenced-code-blocks.

const (
	maxIndent   = 3   // a fence that is indented more is an indented code block
	minFence    = 3   // backticks or tildes
	maxInfoLine = 256 // bytes of an opening line that are held back at most
)

// jsonInfo is the first word behind the backticks that makes a fence one for JSON, in any case.
const jsonInfo = "json"

// linePhase is how far into a line a recogniser is.
type linePhase uint8

const (
	phaseIndent linePhase = iota
	phaseRun              // the backticks or tildes
	phaseGap              // blanks in front of the info string
	phaseWord             // the first word of the info string
	phaseRest             // what follows it
	phasePlain            // the line is no fence
)

// opener tells, byte by byte, whether a line opens a fence.
type opener struct {
	phase  linePhase
	indent int
	char   byte
	count  int  // length of the fence
	size   int  // bytes of the line
	word   int  // bytes of the first word that are those of "json"
	json   bool // the first word may still be, or is, "json"
}

// feed takes the next byte of the line, which is no line ending.
func (o *opener) feed(c byte) {
	o.size++
	switch o.phase {
	case phaseIndent:
		switch {
		case c == ' ' && o.indent < maxIndent:
			o.indent++
		case c == '`' || c == '~':
			o.phase, o.char, o.count = phaseRun, c, 1
		default:
			o.phase = phasePlain
		}
	case phaseRun:
		switch {
		case c == o.char:
			o.count++
		case o.count < minFence:
			o.phase = phasePlain
		default:
			o.phase, o.json = phaseGap, o.char == '`'
			o.info(c)
		}
	case phaseGap, phaseWord, phaseRest:
		o.info(c)
	}
}

// info takes a byte of the info string.
func (o *opener) info(c byte) {
	if c == '`' && o.char == '`' {
		o.phase = phasePlain // code within a line
		return
	}
	blank := c == ' ' || c == '\t'
	switch o.phase {
	case phaseGap:
		if blank {
			return
		}
		o.phase = phaseWord
		fallthrough
	case phaseWord:
		switch {
		case blank:
			o.phase = phaseRest
			o.json = o.json && o.word == len(jsonInfo)
		case o.word < len(jsonInfo) && lower(c) == jsonInfo[o.word]:
			o.word++
		default:
			o.json = false
		}
	}
}

// holds reports whether the line may yet turn out to open a JSON fence.
func (o *opener) holds() bool {
	switch o.phase {
	case phaseIndent:
		return true
	case phaseRun:
		return o.char == '`' && o.size <= maxInfoLine
	case phaseGap, phaseWord, phaseRest:
		return o.json && o.size <= maxInfoLine
	}
	return false
}

// opens reports, at the end of the line, whether it opens a fence.
func (o *opener) opens() bool {
	return o.phase != phaseIndent && o.phase != phasePlain && o.count >= minFence
}

// opensJSON reports, at the end of a line that holds, whether it opens a JSON fence.
func (o *opener) opensJSON() bool {
	return o.opens() && o.json && o.word == len(jsonInfo) && o.holds()
}

// bare reports whether the line is a fence without an info string.
func (o *opener) bare() bool { return o.phase == phaseRun || o.phase == phaseGap }

// closer tells, byte by byte, whether a line closes a fence.
type closer struct {
	char   byte
	length int // of the opening fence

	phase  linePhase
	indent int
	count  int
}

// begin makes ready for a new line.
func (c *closer) begin() { c.phase, c.indent, c.count = phaseIndent, 0, 0 }

// feed takes the next byte of the line, which is no line ending.
func (c *closer) feed(b byte) {
	switch c.phase {
	case phaseIndent:
		switch {
		case b == ' ' && c.indent < maxIndent:
			c.indent++
		case b == c.char:
			c.phase, c.count = phaseRun, 1
		default:
			c.phase = phasePlain
		}
	case phaseRun:
		switch {
		case b == c.char:
			c.count++
		case (b == ' ' || b == '\t') && c.count >= c.length:
			c.phase = phaseRest
		default:
			c.phase = phasePlain
		}
	case phaseRest:
		if b != ' ' && b != '\t' {
			c.phase = phasePlain
		}
	}
}

// run reports whether the line is a fence so far, and no more than that.
func (c *closer) run() bool { return c.phase == phaseRun || c.phase == phaseRest }

// closed reports whether the line, if it ended here, would close the fence.
func (c *closer) closed() bool { return c.run() && c.count >= c.length }

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func isEnd(c byte) bool { return c == '\n' || c == '\r' }
