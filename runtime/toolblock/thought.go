package toolblock

// thoughts are the elements in which models put their reasoning. A tag at the start of a line opens one; its
// content calls nothing.
var thoughts = [...]string{"thinking", "think", "reasoning"}

// thought detects, byte by byte, the end of a thought: the line with the closing tag outside of code. The zero
// value is no thought.
type thought struct {
	end     string // closing tag
	matched int    // matched bytes of it
	run     int    // preceding backticks
	span    int    // backticks that opened inline code, or 0
	ended   bool   // the line has the tag outside of code
	maybe   bool   // and inside of code, which counts if that is unterminated
}

// begin enters a thought. text follows the < of its opening tag.
func (t *thought) begin(text string) {
	for _, name := range thoughts {
		if is, _ := isTag(text, name); is {
			*t = thought{end: "</" + name + ">"}
		}
	}
}

func (t *thought) on() bool { return t.end != "" }

// feed consumes the next byte of a line.
func (t *thought) feed(c byte) {
	if c == '`' {
		t.run++
		t.matched = 0
		return
	}
	t.code()
	switch {
	case lower(c) == t.end[t.matched]:
		t.matched++
	case c == '<':
		t.matched = 1
	default:
		t.matched = 0
	}
	if t.matched == len(t.end) {
		t.matched = 0
		t.ended = t.ended || t.span == 0
		t.maybe = true
	}
}

// code takes the end of a run of backticks.
func (t *thought) code() {
	switch {
	case t.run == 0:
	case t.span == 0:
		t.span = t.run
	case t.span == t.run:
		t.span = 0
	}
	t.run = 0
}

// endLine takes the end of a line, and ends the thought if that is due.
func (t *thought) endLine() (over bool) {
	if !t.on() {
		return false
	}
	t.code()
	if over = t.ended || t.maybe && t.span > 0; over {
		*t = thought{}
	} else {
		*t = thought{end: t.end}
	}
	return over
}
