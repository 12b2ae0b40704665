package toolblock

import "github.com/toolgen/toolgen/runtime/internal/rawjson"

// scanner finds tool blocks in text that arrives in pieces. Its state depends only on the bytes so far, never
// on the boundaries of pieces.
type scanner struct {
	blockRules
	sink  sink
	buf   []byte // undecided text: the line, or a block
	ready []byte // text to pass on

	markdown
	block
}

// blockRules limit what is read as a block.
type blockRules struct {
	limit     int // maximum size of a block
	lookahead int // maximum distance of "tool" in an object with unknown keys
	familiar  func(key string) bool
}

// markdown is where in a text of Markdown the scanner is.
type markdown struct {
	mode    mode
	line    line
	open    []container // open quotes and list items
	lazy    bool        // the previous line may continue without container markers
	cr      bool        // the last byte was a carriage return
	html    html        // the open HTML block
	thought string      // the element of the open thought, or ""
	text    []byte      // the line, where it may begin or end one of them
	fence   fence       // the open fence

	// orphan counts down to the line with the second closing fence of a block that had two opening ones. It
	// opens nothing.
	orphan int
}

// mode is the scanner's position in the text.
type mode uint8

const (
	inText  mode = iota
	inHTML       // in an HTML block
	inOther      // in another fence
	inSkip       // in a JSON fence without a tool block
	inPass       // in a tool block passed on as text
	inProbe      // in a JSON fence that may contain a tool block
	inCall       // in a tool block
)

// json reports whether the text is JSON.
func (m mode) json() bool { return m >= inSkip }

// keeps reports whether the text is held back.
func (m mode) keeps() bool { return m >= inProbe }

// sink receives the results of a scanner, in the order of the text.
type sink interface {
	// text receives text outside of tool blocks.
	text(s string)
	// open announces a tool block. If it returns false, the block is passed on as text.
	open() bool
	// member reports a string member of the block's object.
	member(key, value string)
	// close receives the block. It must not retain its parts.
	close(f found)
	// overflow reports that the block exceeds the size limit and is passed on as text.
	overflow()
}

// feed consumes the next piece of text.
func (s *scanner) feed(in string) {
	s.read(in)
	s.hand(false)
}

// read consumes bytes.
func (s *scanner) read(in string) {
	for i := range len(in) {
		s.next(in[i])
	}
}

// next consumes one byte.
func (s *scanner) next(c byte) {
	second := c == '\n' && s.cr // second byte of a line ending
	s.cr = c == '\r'
	switch {
	case s.mode == inHTML && isEnd(c) && s.html.end().Match(s.text):
		s.leave()
		s.next(c)
	case s.mode == inHTML:
		if s.collect(c); isEnd(c) {
			s.text = s.text[:0]
		}
		s.buf = append(s.buf, c)
		s.release()
	case second:
		s.buf = append(s.buf, c)
		if s.mode.json() {
			s.outlined(c)
		}
		s.newLine()
	case s.mode != inText && s.line.leaves(c, s.open, s.lenient(c)):
		s.leaveContainer()
		s.next(c)
	case isEnd(c) && s.mode.json():
		s.endJSONLine(c)
	case isEnd(c):
		s.endLine(c)
	default:
		s.char(c)
	}
}

// char consumes a byte of a line.
func (s *scanner) char(c byte) {
	if s.mode.json() {
		s.mayClose(c)
	}
	before := s.line.kind
	s.line.feed(c, s.mode != inText)
	s.buf = append(s.buf, c)
	switch {
	case s.mode == inText:
		if c == '<' && before == lineStart && s.line.begins() && s.thought == "" {
			s.text = append(s.text[:0], c)
		} else {
			s.collect(c)
		}
	case s.mode.json() && s.structure(c, before):
		return
	}
	switch {
	case s.mode.keeps():
		s.review()
	case !s.undecided():
		s.release()
	}
}

// undecided reports whether the line may still open a JSON fence.
func (s *scanner) undecided() bool {
	return (s.mode == inText || s.mode.json() && !s.quoted) && s.line.holds()
}

// endLine handles the end of a line outside of JSON.
func (s *scanner) endLine(c byte) {
	l := &s.line
	if s.mode == inOther && l.closes(s.fence) {
		s.leave()
		s.next(c)
		return
	}
	s.buf = append(s.buf, c)
	if s.mode == inText {
		if l.kind == lineStart {
			l.read(false, true)
		}
		s.open = append(s.open[:0], l.open...)
		again := s.orphan == 1 && l.bare()
		s.orphan = max(s.orphan-1, 0)
		over := s.endThought()
		switch {
		case l.opensJSON():
			s.enter(inProbe)
			if s.thought != "" && !over {
				s.mode = inSkip
			}
		case l.opens() && !l.tail && !again:
			s.enter(inOther)
		default:
			s.endContainers()
			s.beginHTML()
		}
		s.text = s.text[:0]
	}
	s.line.reset(false, s.open)
	if !s.mode.keeps() {
		s.release()
	}
}

// enter opens a fence at the end of its line.
func (s *scanner) enter(m mode) {
	s.block = block{body: len(s.buf), backticks: backticks{start: len(s.buf)}}
	s.mode, s.orphan, s.fence = m, 0, s.line.fence
	s.open = s.open[:s.line.inside]
}

// endContainers closes the containers that a line is not in. A paragraph continues without container markers.
func (m *markdown) endContainers() {
	l := &m.line
	blank := l.kind == lineStart && !l.tail
	switch {
	case l.inside >= len(m.open) || l.tail:
	case blank:
		for i, o := range m.open[l.inside:] {
			if o.quote {
				m.open = m.open[:l.inside+i]
				break
			}
		}
	case !m.lazy || l.kind != linePlain:
		m.open = m.open[:l.inside]
	}
	m.lazy = l.kind == linePlain && !l.tail
}

// leave closes a fence or an HTML block. In the rest of the line only a JSON fence can open.
func (s *scanner) leave() {
	s.mode, s.text, s.lazy = inText, s.text[:0], false
	s.line.reset(true, s.open)
	s.block, s.buf = block{}, nil
}

// release passes on held text.
func (s *scanner) release() {
	s.ready = append(s.ready, s.buf...)
	s.buf, s.start, s.run = s.buf[:0], 0, 0
}

// hand emits text, but keeps an incomplete character at its end unless all is set: pieces must be valid UTF-8
// for consumers that marshal them.
func (s *scanner) hand(all bool) {
	n := len(s.ready)
	if !all {
		n -= rawjson.Torn(s.ready)
	}
	if n > 0 {
		s.sink.text(string(s.ready[:n]))
		s.ready = append(s.ready[:0], s.ready[n:]...)
	}
}
