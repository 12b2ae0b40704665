package toolblock

import (
	"bytes"
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

	mode  mode
	first opener // modeText: the line that is being read, which may open a fence
	html  html   // modeText: the same line, which may begin an HTML block; modeHTML: the block
	cr    bool   // modeText: the line before ended with a carriage return
	shut  closer // the other modes: the same
	held  []byte // bytes of the line that wait until it is known to be no fence
	tail  []byte // an unfinished character at the end of the last piece

	orphan orphan

	block
}

// orphan is how far a scanner is in looking for the second closing fence of a block that had two
// opening ones. The line right behind the first is one, and opens nothing; any further one opens a fence.
type orphan uint8

const (
	noOrphan orphan = iota
	besideIt        // on the line of the first closing fence
	behindIt
)

// mode is where in the text a scanner is.
type mode uint8

const (
	modeText  mode = iota
	modeOther      // in a fence that holds no tool block
	modeHTML       // in a block of HTML that holds no fence
	modePass       // in a tool block that is passed on as text
	modeProbe      // in a JSON fence that may hold a tool block
	modeBlock      // in a tool block
)

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

// found is a tool block.
type found struct {
	text []byte // with its fences
	body int    // where the JSON begins
	end  int    // where the closing fence begins
	cut  bool   // the end of the JSON is missing, or nobody can tell whether it is

	truncated bool // by the end of the text
	astray    bool // what follows may be a part of the block
}

// json is what stands between the fences.
func (f found) json() []byte { return bytes.Trim(f.text[f.body:f.end], " \t\r\n") }

// feed takes the next piece of the text.
func (s *scanner) feed(in string) {
	for in != "" {
		switch s.mode {
		case modeText:
			in = s.text(in)
		case modeHTML:
			in = s.skipHTML(in)
		case modeOther, modePass:
			in = s.fenced(in)
		default:
			in = s.buffer(in)
		}
	}
}

// text takes bytes up to the end of the piece, or of a line that opens a fence, and returns the
// rest. What it does not pass on is held: the beginning of a line that may open a JSON fence.
func (s *scanner) text(in string) (rest string) {
	hold := -1 // where in the piece the held bytes begin
	if s.first.holds() {
		hold = 0
	}
	for i := 0; i < len(in); i++ {
		if s.html.possible {
			if s.html.feed(in[i]); s.html.kind != noHTML {
				s.pass(in[:i+1])
				s.mode, s.orphan = modeHTML, noOrphan
				return in[i+1:]
			}
		} else if s.first.phase == phasePlain {
			if i += lineLength(in[i:]); i == len(in) {
				break
			}
		}
		c := in[i]
		if !isEnd(c) {
			before := s.first.phase
			if s.first.feed(c); hold >= 0 && !s.first.holds() {
				s.release()
				hold = -1
			}
			if c == '<' && before == phaseIndent {
				s.html = html{possible: true}
				s.html.feed(c)
			}
			continue
		}
		sameEnd := c == '\n' && s.cr && s.first == (opener{}) // of one line ending with two bytes
		s.cr = c == '\r'
		switch {
		case s.first.opensJSON():
			s.pass(in[:hold])
			s.held = append(s.held, in[hold:i+1]...)
			s.probe(s.held, s.first.count)
			s.held, s.orphan = s.held[:0], noOrphan
			return in[i+1:]
		case s.first.opens() && !(s.orphan == behindIt && s.first.bare()):
			s.orphan = noOrphan
			s.release()
			s.pass(in[:i+1])
			s.mode = modeOther
			s.shut = closer{char: s.first.char, length: s.first.count}
			return in[i+1:]
		}
		if hold >= 0 {
			s.release()
		}
		switch {
		case s.orphan == besideIt:
			s.orphan = behindIt
		case !sameEnd:
			s.orphan = noOrphan
		}
		s.first, s.html, hold = opener{}, html{}, i+1
	}
	if hold < 0 {
		s.pass(in)
		return ""
	}
	s.pass(in[:hold])
	s.held = append(s.held, in[hold:]...)
	return ""
}

// release passes on the bytes that were held.
func (s *scanner) release() {
	if len(s.held) > 0 {
		s.pass(string(s.held))
		s.held = s.held[:0]
	}
}

// fenced takes bytes of a fence that is passed on as text, up to its end or that of the piece.
func (s *scanner) fenced(in string) (rest string) {
	for i := 0; i < len(in); i++ {
		if s.mode == modeOther && s.shut.phase == phasePlain {
			if i += lineLength(in[i:]); i == len(in) {
				break
			}
		}
		c := in[i]
		if isEnd(c) && s.shut.closed() && !s.quoted {
			s.pass(in[:i])
			s.leave()
			return in[i:]
		}
		s.advance(c, 0)
	}
	s.pass(in)
	return ""
}

// leave ends a fence: what follows is text, and the rest of its last line is no new fence.
func (s *scanner) leave() {
	s.mode = modeText
	s.first, s.html, s.cr = opener{phase: phasePlain}, html{}, false
	s.reset()
}

// reset forgets a block, but for its memory, if that is not much.
func (s *scanner) reset() {
	spare := block{}
	if cap(s.buf) <= maxSpare {
		spare.buf, spare.outline.open = s.buf[:0], s.outline.open[:0]
	}
	s.block = spare
}

// maxSpare is the size of a buffer that is kept for the next block.
const maxSpare = 64 << 10

// pass hands on text, without the first bytes of a character that is not complete yet: a text in
// pieces must be as good as the whole for those who put the pieces into JSON.
func (s *scanner) pass(text string) {
	for len(s.tail) > 0 && text != "" {
		s.tail = append(s.tail, text[0])
		if text = text[1:]; utf8.FullRune(s.tail) {
			s.flush()
		}
	}
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		last := text[len(text)-n:]
		if !utf8.RuneStart(last[0]) {
			continue
		}
		if !utf8.FullRuneInString(last) {
			s.tail = append(s.tail, last...)
			text = text[:len(text)-n]
		}
		break
	}
	if text != "" {
		s.sink.text(text)
	}
}

// flush hands on the bytes of an unfinished character.
func (s *scanner) flush() {
	if len(s.tail) > 0 {
		s.sink.text(string(s.tail))
		s.tail = s.tail[:0]
	}
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
