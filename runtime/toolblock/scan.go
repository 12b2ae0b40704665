package toolblock

import (
	"strings"
	"unicode/utf8"
)

// scanner finds the tool blocks of a text that comes in pieces. What it does depends on the bytes
// alone, never on where a piece ends: between two pieces it is in the same state as between any
// two bytes.
type scanner struct {
	sink      sink
	limit     int // bytes of a block
	lookahead int // bytes in which an object of unknown keys may become a tool block
	familiar  func(key string) bool

	mode    mode
	line    line
	open    []container // the quotes and items of lists that are open
	lazy    bool        // the line before may be continued without the markers of its containers
	cr      bool        // the last byte was a carriage return
	html    html        // inText: the line may begin an HTML block; inHTML: the block
	thought thought
	fence   fence  // that is open
	buf     []byte // what is not decided yet: the line, or a block
	ready   []byte // text that is to be passed on

	// orphan counts down to the line in which the second closing fence of a block stands that had two
	// opening ones: it opens nothing.
	orphan int

	block
}

// mode is where in the text a scanner is.
type mode uint8

const (
	inText  mode = iota
	inHTML       // in a block of HTML that holds no fence
	inOther      // in a fence of something else
	inSkip       // in a JSON fence that holds no tool block
	inPass       // in a tool block that is passed on as text
	inProbe      // in a JSON fence that may hold a tool block
	inCall       // in a tool block
)

// json reports whether the text is JSON.
func (m mode) json() bool { return m >= inSkip }

// keeps reports whether the text is held until its end.
func (m mode) keeps() bool { return m >= inProbe }

// sink takes what a scanner finds, in the order of the text.
type sink interface {
	// text takes text that is no part of a tool block.
	text(s string)
	// open announces a tool block. Where it returns false, the block is passed on as text.
	open() bool
	// member tells the value of a member of the block's object, if it is a string.
	member(key, value string)
	// close takes the block, whose parts must not be kept.
	close(f found)
	// overflow says that the block is too long, and will be passed on as text.
	overflow()
}

// feed takes the next piece of the text.
func (s *scanner) feed(in string) {
	s.read(in)
	s.hand(false)
}

// read takes bytes, those that change nothing many at a time.
func (s *scanner) read(in string) {
	for in != "" {
		n := s.plain(in)
		switch {
		case n == 0:
			s.next(in[0])
			n = 1
		case s.mode.keeps():
			s.buf = append(s.buf, in[:n]...)
		case n == len(in) && len(s.ready) == 0 && unfinished(in) == 0:
			s.sink.text(in) // as it is, without a copy
		default:
			s.pass(in[:n])
		}
		in = in[n:]
	}
}

// plain is the number of bytes that change nothing: those of a line that is no fence, and, where the text
// is JSON, of a string.
func (s *scanner) plain(in string) int {
	switch {
	case s.line.phase != phasePlain || s.mode == inHTML:
		return 0
	case s.mode == inText && (s.html.possible || s.thought.on()):
		return 0
	case !s.mode.json():
		return lineLength(in)
	}
	o := &s.outline
	if o.state != inString || o.escape || o.inner != nil || o.broken || s.mode == inProbe { // where each byte counts
		return 0
	}
	if s.mode.keeps() {
		in = in[:min(len(in), max(s.limit-len(s.buf), 0))]
	}
	for i := range len(in) {
		if c := in[i]; c == o.quote || c == '\\' || isEnd(c) {
			return i
		}
	}
	return len(in)
}

// next takes one byte.
func (s *scanner) next(c byte) {
	second := c == '\n' && s.cr // of one line ending
	s.cr = c == '\r'
	switch {
	case s.mode == inHTML && isEnd(c) && s.html.ended:
		s.leave()
		s.next(c)
	case s.mode == inHTML:
		s.html.feed(c)
		s.buf = append(s.buf, c)
		s.release()
	case second:
		s.buf = append(s.buf, c)
		s.endSecond(c)
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

// char takes a byte of a line.
func (s *scanner) char(c byte) {
	if s.mode.json() {
		s.mayClose(c)
	}
	before := s.line.phase
	s.line.feed(c, &s.open, s.mode != inText)
	s.buf = append(s.buf, c)
	switch {
	case s.mode == inText:
		if c == '<' && before == phasePrefix && s.line.column <= maxIndent+1 && !s.line.marked && !s.line.tail && !s.thought.on() {
			s.html = html{possible: true}
		} else if s.thought.on() {
			s.thought.feed(c)
		}
		s.begins(c)
	case s.mode.json():
		if s.structure(c, before) {
			return
		}
	}
	s.settle()
}

// begins takes a byte of a line that may begin a block of HTML, or a thought.
func (s *scanner) begins(c byte) {
	if !s.html.possible {
		return
	}
	s.html.feed(c)
	switch s.html.kind {
	case noHTML:
	case htmlThought:
		s.thought.begin(string(s.html.last[1:s.html.seen]))
		s.html = html{}
	default:
		s.mode, s.orphan = inHTML, 0
	}
}

// settle passes on what is decided.
func (s *scanner) settle() {
	switch {
	case s.mode.keeps():
		s.review()
	case !s.undecided():
		s.release()
	}
}

// undecided reports whether the line may yet open a JSON fence.
func (s *scanner) undecided() bool {
	return (s.mode == inText || s.mode.json() && !s.quoted) && s.line.holds()
}

// endLine takes the end of a line that is not JSON.
func (s *scanner) endLine(c byte) {
	l := &s.line
	if s.mode == inText {
		s.begins(c) // which counts as a part of the tag
	}
	if s.mode == inOther && l.closes(s.fence) {
		s.leave()
		s.next(c)
		return
	}
	s.buf = append(s.buf, c)
	if s.mode == inText {
		l.end(&s.open)
		again := s.orphan == 1 && l.bare()
		s.orphan = max(s.orphan-1, 0)
		over := s.thought.endLine()
		switch {
		case l.opensJSON():
			s.enter(inProbe)
			if s.thought.on() && !over {
				s.mode, s.outline.shallow = inSkip, true
			}
		case l.opens() && !l.tail && !again:
			s.enter(inOther)
		default:
			s.endContainers()
		}
	}
	s.line = line{}
	if !s.mode.keeps() {
		s.release()
	}
}

// enter begins a fence at the end of the line that opens it.
func (s *scanner) enter(m mode) {
	buf := s.buf
	s.reset()
	s.buf = buf
	s.mode, s.orphan = m, 0
	s.fence = fence{s.line.char, s.line.count}
	s.open = s.open[:s.line.inside]
	s.body, s.start = len(s.buf), len(s.buf)
}

// endContainers ends the containers that a line of text is not in. A paragraph goes on without the markers
// of its containers.
func (s *scanner) endContainers() {
	l := &s.line
	blank := l.phase == phasePrefix && !l.tail
	switch {
	case l.inside >= len(s.open) || l.tail:
	case blank:
		for i, o := range s.open[l.inside:] {
			if o.quote {
				s.open = s.open[:l.inside+i]
				break
			}
		}
	case !s.lazy || l.phase != phasePlain:
		s.open = s.open[:l.inside]
	}
	s.lazy = l.phase == phasePlain && !l.tail
}

// leave ends a fence or a block of HTML: of the rest of its last line, only a JSON fence matters.
func (s *scanner) leave() {
	s.mode, s.html, s.lazy = inText, html{}, false
	s.line = line{tail: true, inside: len(s.open)}
	s.reset()
}

// reset forgets a block, except for its memory, if that is not much.
func (s *scanner) reset() {
	spare := block{}
	if cap(s.outline.open) <= maxSpare {
		spare.outline.open = s.outline.open[:0]
	}
	s.block = spare
	if s.buf = s.buf[:0]; cap(s.buf) > maxSpare {
		s.buf = nil
	}
}

// maxSpare is the size of a buffer that is kept for the next block.
const maxSpare = 64 << 10

// release passes on what was held.
func (s *scanner) release() {
	s.ready = append(s.ready, s.buf...)
	s.buf, s.start, s.run = s.buf[:0], 0, 0
	if len(s.ready) >= maxReady {
		s.hand(false)
	}
}

// maxReady is how much text is passed on at once.
const maxReady = 32 << 10

// pass passes on text.
func (s *scanner) pass(text string) {
	s.ready = append(s.ready, text...)
	if len(s.ready) >= maxReady {
		s.hand(false)
	}
}

// hand hands on text, without the first bytes of a character that is not complete yet unless it is all
// that comes: a text in pieces must be as good as the whole for those who put the pieces into JSON.
func (s *scanner) hand(all bool) {
	n := len(s.ready)
	if !all {
		n -= unfinished(s.ready)
	}
	if n > 0 {
		s.sink.text(string(s.ready[:n]))
		s.ready = append(s.ready[:0], s.ready[n:]...)
	}
}

// unfinished is the number of bytes at the end of a text that begin a character.
func unfinished[T string | []byte](text T) int {
	tail := text[max(len(text)-utf8.UTFMax+1, 0):]
	for n := 1; n <= len(tail); n++ {
		last := tail[len(tail)-n:]
		if !utf8.RuneStart(last[0]) {
			continue
		}
		if !utf8.FullRuneInString(string(last)) {
			return n
		}
		break
	}
	return 0
}

// lineLength is the number of bytes up to the next line ending.
func lineLength(in string) int {
	n := strings.IndexByte(in, '\n')
	if n < 0 {
		n = len(in)
	}
	if cr := strings.IndexByte(in[:n], '\r'); cr >= 0 {
		n = cr
	}
	return n
}
