package toolblock

import "bytes"

// block is an object in a JSON fence that is or may be a tool block. Offsets are relative to the scanner's
// buffer.
type block struct {
	body    int // start of the JSON
	cuts    []span
	outline outline
	backticks

	key     string
	known   bool     // a tool has one of the keys
	early   []member // members before "tool"
	refused bool     // rejected by the sink

	doubled bool // the opening fence is written twice
	nested  bool // a line looks like an opening fence

	// candidate is where a fence inside a string would end the block if the string were unterminated, or 0. The
	// JSON would end at candidateEnd.
	candidate, candidateEnd int
}

// backticks are those at the start of the current line of a block, or after its JSON.
type backticks struct {
	start   int  // start of the line, or of the backticks after the JSON
	run     int  // end of the line's backticks
	quoted  bool // the line starts inside a string
	settled bool // they close nothing
}

// waiting reports whether the line starts with backticks that may close the block.
func (s *scanner) waiting() bool {
	return s.line.fence.length > 0 && s.line.fence.char == '`' && !s.quoted && !s.settled
}

// lenient reports whether a line need not be indented as the fence is.
func (s *scanner) lenient(c byte) bool {
	return s.mode.json() && (!s.outline.done() && !s.outline.broken || c == '`' || c == '{')
}

// mayClose starts a new line at backticks directly after complete JSON.
func (s *scanner) mayClose(c byte) {
	l := &s.line
	// Indented code closes such JSON as well.
	first := l.kind == lineStart && l.column-l.base <= maxIndent
	if c != '`' || !s.outline.done() || s.quoted || first || s.waiting() {
		return
	}
	if !s.mode.keeps() {
		s.release()
	}
	s.start, s.settled = len(s.buf), false
	l.reset(true, s.open)
}

// structure takes a byte of JSON, which is in the buffer already. It reports whether the block ended.
func (s *scanner) structure(c byte, before lineKind) bool {
	l := &s.line
	if before == lineStart && len(s.open) > 0 {
		if l.kind == lineStart {
			return false // not of the JSON
		}
		if n := l.content; n > 0 && s.mode.keeps() && !l.tail { // markers and indentation are not part of the JSON
			s.cuts = append(s.cuts, span{s.start, s.start + n})
		}
	}
	switch {
	case !s.waiting():
	case l.kind == lineFence && len(l.info) == 0:
		s.run = len(s.buf)
		return false
	case l.holds():
		return false
	case l.fence.length >= s.fence.length && s.outline.complete():
		s.endBlock(s.start, s.run)
		return true
	default:
		s.noFence()
	}
	if c == '{' && s.outline.done() && !s.quoted {
		s.another()
	}
	s.outlined(c)
	return false
}

// noFence says that the line's backticks close nothing, so that they are no JSON.
func (s *scanner) noFence() {
	s.settled = true
	s.nested = s.nested || s.line.fence.length >= s.fence.length
	s.outline.fail(false)
}

// another begins the next object of the fence.
func (s *scanner) another() {
	s.give(found{text: s.buf[:len(s.buf)-1], body: s.body, end: s.outline.end, cuts: s.cuts})
	s.block, s.buf = block{doubled: s.doubled}, []byte{'{'}
	if s.mode = inProbe; s.thought != "" {
		s.mode = inSkip
	}
}

// endJSONLine takes the end of a line of JSON.
func (s *scanner) endJSONLine(c byte) {
	l := &s.line
	opens := l.opensJSON()
	begun := s.outline.broken || s.outline.state != wantValue || len(s.outline.open) > 0
	over := s.mode == inSkip && !s.quoted && s.endThought()
	end, to := s.start, -1 // where the JSON and the block end, if they do
	switch {
	case s.quoted && s.mode.keeps():
		s.suspect()
	case l.closes(s.fence) && (s.waiting() || s.quoted && s.mode == inSkip):
		to = len(s.buf)
	case !s.waiting():
	case opens && begun:
		s.reopen()
		s.next(c)
		return
	case opens:
		s.fence.length, s.body, s.doubled = l.fence.length, len(s.buf)+1, true
	case l.fence.length >= s.fence.length && s.outline.complete():
		to = s.run
	default:
		s.noFence()
	}
	if to < 0 && over && (s.outline.done() || s.outline.broken) {
		end, to = len(s.buf), len(s.buf)
	}
	if to >= 0 {
		s.endBlock(end, to)
		s.next(c)
		return
	}
	s.buf = append(s.buf, c)
	s.outlined(c)
	s.newLine()
}

// newLine begins a line.
func (s *scanner) newLine() {
	s.line.reset(false, s.open)
	s.settled = false
	s.quoted = s.outline.inside()
	s.start = len(s.buf)
	if s.mode.keeps() {
		s.review()
	} else {
		s.release()
	}
}

// suspect remembers a line inside a string that would end the block if it were not there.
func (s *scanner) suspect() {
	switch {
	case s.candidate > 0:
	case s.line.closes(s.fence):
		s.candidate, s.candidateEnd = len(s.buf), s.start
	case s.line.opensJSON():
		s.candidate, s.candidateEnd = s.start, s.start
	}
}

// reopen ends the block before a line that opens a JSON fence: no JSON has such a line.
func (s *scanner) reopen() {
	l, to := &s.line, s.start
	glued := s.outline.complete() && l.fence.length >= s.fence.length+minFence && s.run < len(s.buf) && !isBlank(s.buf[s.run])
	if glued {
		to = s.run - l.fence.length + s.fence.length // the closing fence and the next one in one
	}
	f := s.found(min(s.start, to), to, to == s.start)
	if !glued && s.outline.state == wantValue && !s.outline.broken {
		f.doubt = doubtValue
	}
	s.finish(f, to == s.start && !l.tail)
}

// leaveContainer ends the block before a line that is not in the containers of its fence.
func (s *scanner) leaveContainer() {
	if s.mode.keeps() {
		s.finish(s.found(s.start, s.start, true), true)
		return
	}
	was := s.line
	held := string(s.buf)
	s.leave()
	s.line = was
	s.line.restart(s.open)
	s.buf = append(s.buf, held...)
}

// endBlock ends the block at an offset, with JSON up to another; what was read after it is text.
func (s *scanner) endBlock(end, to int) { s.finish(s.found(end, to, false), false) }

// finish delivers a block and reads again what follows it. fresh means that this is a new line.
func (s *scanner) finish(f found, fresh bool) {
	rest := string(s.buf[len(f.text):])
	s.deliver(f)
	if fresh {
		s.line.reset(false, s.open)
	}
	s.cr = false
	s.read(rest)
}

// found is the block up to an offset. open says that it has no closing fence.
func (s *scanner) found(end, to int, open bool) found {
	f := found{text: s.buf[:to], body: min(s.body, end), end: end, cuts: s.cuts}
	if !s.mode.keeps() {
		return f
	}
	f.cut = s.isCut(f.json()) || open && !s.outline.done()
	if f.cut && s.outline.torn() {
		f.doubt = doubtString
	}
	return f
}

// isCut reports whether the end of the JSON is missing, or whether nobody can tell. A fence in a
// string may have closed the block too early where what is a string cannot be told.
func (b *block) isCut(text []byte) bool {
	if !b.outline.broken {
		return !b.outline.complete()
	}
	ends := bytes.HasSuffix(text, []byte("}")) || b.outline.wrapped && bytes.HasSuffix(text, []byte(`"`))
	return b.nested || !ends
}

// goBack ends the block at the fence inside a string, and reads again what came after it.
func (s *scanner) goBack(truncated bool) {
	s.finish(found{
		text: s.buf[:s.candidate], body: s.body, end: s.candidateEnd, cuts: s.cuts,
		cut: true, doubt: doubtString, truncated: truncated,
	}, s.candidate == s.candidateEnd)
}

// give hands over a block, or the text of a fence that is none.
func (s *scanner) give(f found) {
	if s.mode == inCall {
		s.sink.close(f)
	} else {
		s.ready = append(s.ready, f.text...)
	}
}

// deliver hands over a block at the end of its fence.
func (s *scanner) deliver(f found) {
	s.give(f)
	if s.doubled {
		s.orphan = 2
	}
	s.leave()
}

// review checks a block after each byte.
func (s *scanner) review() {
	over := len(s.buf) > s.limit
	unlikely := s.mode == inProbe && !s.possible()
	switch {
	case s.candidate > 0 && (s.outline.odd || over || unlikely):
		// What follows the fence is no JSON, so that the fence was no part of a string.
		s.goBack(false)
	case unlikely, over && s.mode == inProbe:
		s.spill(inSkip)
	case over, s.refused:
		if over {
			s.sink.overflow()
		}
		s.spill(inPass)
	}
}

// spill passes on what was read of a block that is text from here on.
func (s *scanner) spill(m mode) {
	s.mode = m
	n := len(s.buf)
	if s.undecided() {
		n = s.start
	}
	s.ready = append(s.ready, s.buf[:n]...)
	s.buf = append([]byte(nil), s.buf[n:]...)
	s.start, s.run = 0, max(s.run-n, 0)
	s.cuts, s.early = nil, nil
}

// possible reports whether what was read of a JSON fence may be the beginning of a tool block.
func (s *scanner) possible() bool {
	o, read := &s.outline, len(s.buf)-s.body
	switch {
	case o.broken, o.state == wantNothing:
		return false
	case o.wrapped && read > s.lookahead && !s.known:
		s.unwrap(append(s.buf[o.start:len(s.buf):len(s.buf)], '"'))
		return s.known || s.mode == inCall
	case o.wrapped:
		return true
	case len(o.open) == 0:
		return o.state != inWord && o.state != inString
	}
	return o.open[0] == '{' && (s.known || read <= s.lookahead)
}

// end takes the end of the text.
func (s *scanner) end() {
	for s.mode.keeps() {
		l := &s.line
		if s.quoted {
			s.suspect()
		}
		switch {
		case s.waiting() && l.closes(s.fence):
			s.endBlock(s.start, len(s.buf))
		case s.waiting() && l.opens() && l.fence.length >= s.fence.length && s.outline.complete():
			s.endBlock(s.start, s.run)
		case s.candidate > 0:
			// Whether the string goes on or the text does will never be known.
			s.goBack(true)
		default:
			f := s.found(len(s.buf), len(s.buf), true)
			f.cut, f.truncated = true, true
			s.deliver(f)
		}
	}
	s.release()
	s.hand(true)
}
