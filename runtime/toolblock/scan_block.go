package toolblock

import (
	"bytes"
	"strings"
)

// toolKey is the member that makes an object a tool call.
const toolKey = "tool"

// block is the fence that a scanner is in, if that is or may be a tool block.
type block struct {
	buf     []byte
	body    int // where in buf the JSON begins
	line    int // where in buf the line begins that is being read
	outline outline

	quoted  bool // the line begins inside a string
	waiting int  // bytes of the line that the outline has not seen, since they may close the block
	key     string
	known   bool // a key is one that tools have
	refused bool // the sink does not want the block

	// again is the line that is being read, as long as the JSON has not begun: some models write
	// the opening fence twice.
	again   opener
	doubled bool
	nested  bool // a line looks as if it opened a fence

	// candidate and its line are where a fence inside a string would close the block, if it were
	// no part of the string; 0 for none.
	candidate, candidateLine int

	early []member // those in front of the one that makes the object a tool call
}

// member is a member of the block's object that is a string.
type member struct{ key, value string }

// What a scanner tells of members is meant for names and paths, and no contents.
const (
	maxMember = 4096 // bytes of a value as it is written
	maxEarly  = 8    // members in front of the one that makes the object a tool call
)

// probe enters a JSON fence. opening is its first line.
func (s *scanner) probe(opening []byte, length int) {
	s.mode = modeProbe
	s.shut = closer{char: '`', length: length}
	s.reset()
	s.buf = append(s.buf, opening...)
	s.body, s.line = len(opening), len(opening)
}

// buffer takes bytes of a JSON fence that is or may be a tool block, up to the end of the block or
// of the piece.
func (s *scanner) buffer(in string) (rest string) {
	for i := 0; i < len(in); i++ {
		if n := s.plain(in[i:]); n > 0 {
			s.buf = append(s.buf, in[i:i+n]...)
			if i += n; i == len(in) {
				break
			}
		}
		c := in[i]
		if isEnd(c) && s.shut.closed() {
			if !s.quoted {
				s.finish(false)
				return in[i:]
			}
			s.suspect()
		}
		s.buf = append(s.buf, c)
		s.advance(c, len(s.buf)-1)
		over := len(s.buf) > s.limit
		unlikely := s.mode == modeProbe && !s.possible()
		switch {
		case s.candidate > 0 && (s.outline.odd || over || unlikely):
			// What follows the fence is no JSON, so that the fence was no part of a string.
			s.feed(s.goBack(false))
			return in[i+1:]
		case unlikely, over && s.mode == modeProbe:
			s.pass(string(s.buf))
			s.mode = modeOther
			s.reset()
			return in[i+1:]
		case over, s.refused:
			if over {
				s.sink.overflow()
			}
			s.pass(string(s.buf))
			s.mode, s.buf, s.outline.inner = modePass, nil, nil
			return in[i+1:]
		}
	}
	return ""
}

// plain is the number of bytes that change nothing but the length of the block: those inside a
// string, as most of a block are.
func (s *scanner) plain(in string) int {
	o := &s.outline
	if s.mode != modeBlock || o.state != inString || o.escape || o.inner != nil || o.broken || s.shut.phase != phasePlain {
		return 0
	}
	in = in[:min(len(in), max(s.limit-len(s.buf), 0))]
	for i := range len(in) {
		if c := in[i]; c == o.quote || c == '\\' || isEnd(c) {
			return i
		}
	}
	return len(in)
}

// possible reports whether what was read of a JSON fence may be the beginning of a tool block.
func (s *scanner) possible() bool {
	root, _ := s.outline.root(nil)
	switch {
	case s.outline.broken, root.broken, root.inner != nil:
		return false
	case len(root.open) == 0:
		// Nothing has begun yet, but for the string that the object may be in.
		return root.state == wantValue || root.state == inSlash || root.state == inLine || root.state == inBlock || root.state == inStar
	case root.open[0] != '{':
		return false
	}
	return s.known || len(s.buf)-s.body <= s.lookahead
}

// suspect remembers a line inside a string that would close the block if it were not there.
func (s *scanner) suspect() {
	if s.candidate == 0 {
		s.candidate, s.candidateLine = len(s.buf), s.line
	}
}

// advance takes a byte of a fence: the line, and the outline unless the fence holds no tool block.
func (s *scanner) advance(c byte, at int) {
	end := isEnd(c)
	if !end {
		s.shut.feed(c)
		s.again.feed(c)
	}
	if s.mode != modeOther && !s.reopens(c, at) {
		s.outlined(c, at)
	}
	if end {
		if s.waiting > 0 {
			s.waiting = 0
			s.outline.fail()
		}
		s.shut.begin()
		s.line = at + 1
		s.quoted = s.mode != modeOther && s.outline.inside()
	}
}

// reopens takes a byte of a line that is or may be the opening fence once more.
func (s *scanner) reopens(c byte, at int) bool {
	if s.mode != modeProbe || s.outline.state != wantValue || len(s.outline.open) > 0 || !s.again.holds() {
		return false
	}
	if isEnd(c) {
		if s.again.opensJSON() {
			s.shut.length = s.again.count
			s.body, s.doubled = at+1, true
		}
		s.again = opener{}
	}
	return true
}

// outlined shows a byte to the outline, and what it completes to the sink. Outside strings a
// backtick at the beginning of a line is no JSON, unless the line closes the block.
func (s *scanner) outlined(c byte, at int) {
	if !s.quoted {
		if s.shut.run() {
			s.waiting++
			return
		}
		if s.waiting > 0 {
			s.waiting = 0
			s.nested = s.nested || s.shut.count >= s.shut.length
			s.outline.fail()
		}
	}
	switch token := s.outline.feed(c, at); {
	case token == tokenNone || s.mode == modePass:
	case token == tokenKey:
		s.key = s.outline.lastKey(s.buf)
		s.known = s.known || s.familiar(s.key)
		if s.mode == modeProbe && strings.EqualFold(s.key, toolKey) {
			s.mode = modeBlock
			s.flush()
			if s.refused = !s.sink.open(); !s.refused {
				for _, m := range s.early {
					s.sink.member(m.key, m.value)
				}
			}
			s.early = nil
		}
	case token == tokenValue:
		s.told()
	}
}

// told hands on the value of a member, once the block is known to be a tool block.
func (s *scanner) told() {
	root, _ := s.outline.root(nil)
	switch {
	case root.value.to-root.value.from > maxMember:
		return
	case s.outline.inner == nil && root.value.from < s.candidate:
		return // the fence within may be the end of the block
	}
	value, quoted := s.outline.lastValue(s.buf)
	switch {
	case !quoted || s.refused:
	case s.mode == modeBlock:
		s.sink.member(s.key, value)
	case len(s.early) < maxEarly:
		s.early = append(s.early, member{s.key, value})
	}
}

// finish ends the block at the line that closes it, or at the end of the text.
func (s *scanner) finish(truncated bool) {
	f := found{text: s.buf, body: s.body, end: s.line, truncated: truncated}
	if truncated {
		f.end = len(s.buf)
	}
	f.cut = truncated || s.isCut(f.json())
	f.astray = f.cut && s.outline.broken
	s.deliver(f)
}

// isCut reports whether the end of the JSON is missing, or whether nobody can tell. A fence in a
// string may have closed the block too early where what is a string cannot be told.
func (s *scanner) isCut(text []byte) bool {
	if !s.outline.broken {
		return !s.outline.complete()
	}
	text = bytes.TrimRight(text, " \t\r\n")
	ends := bytes.HasSuffix(text, []byte("}")) || s.outline.inner != nil && bytes.HasSuffix(text, []byte(`"`))
	return s.nested || !ends
}

// goBack ends the block at the fence inside a string, and returns what was read behind it.
func (s *scanner) goBack(truncated bool) (rest string) {
	rest = string(s.buf[s.candidate:])
	f := found{text: s.buf[:s.candidate], body: s.body, end: s.candidateLine, cut: true, astray: true, truncated: truncated}
	s.deliver(f)
	return rest
}

// deliver hands over a block, or the text of a fence that is none.
func (s *scanner) deliver(f found) {
	if s.mode == modeProbe {
		s.pass(string(f.text))
	} else {
		s.sink.close(f)
	}
	if s.doubled {
		s.orphan = besideIt
	}
	s.leave()
}

// end takes the end of the text.
func (s *scanner) end() {
	for s.mode == modeProbe || s.mode == modeBlock {
		closed := s.shut.closed()
		if closed && s.quoted {
			s.suspect()
		}
		switch {
		case closed && !s.quoted:
			s.finish(false)
		case s.candidate > 0:
			// Whether the string goes on or the text does will never be known.
			s.feed(s.goBack(true))
		default:
			s.finish(true)
		}
	}
	s.release()
	s.flush()
}
