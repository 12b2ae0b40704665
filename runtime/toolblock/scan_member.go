package toolblock

import "strings"

// toolKey is the member that makes an object a tool call.
const toolKey = "tool"

// member is a string member of the block's object.
type member struct{ key, value string }

// Reported members are meant for names and paths, not contents.
const (
	maxMember = 4096 // maximum size of a value as written
	maxEarly  = 8    // maximum number of members before "tool"
)

// outlined feeds a byte to the outline and reports completed members to the sink.
func (s *scanner) outlined(c byte) {
	if s.mode == inSkip && !s.outline.inside() && !isEnd(c) {
		s.collect(string(c))
	}
	switch token := s.outline.feed(c, len(s.buf)-1); {
	case token == tokenNone || !s.mode.keeps():
	case token == tokenKey:
		s.key = s.outline.lastKey(s.buf)
		s.known = s.known || s.familiar(s.key)
		if s.mode == inProbe && strings.EqualFold(s.key, toolKey) {
			s.mode = inCall
			s.hand(true)
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

// told reports a member's value, once the block is known to be a tool block.
func (s *scanner) told() {
	root, _ := s.outline.root(nil)
	switch {
	case root.value.to-root.value.from > maxMember:
		return
	case s.outline.inner == nil && root.value.from < s.candidate:
		return // a fence inside may be the end of the block
	}
	value, quoted := s.outline.lastValue(s.buf)
	switch {
	case !quoted || s.refused:
	case s.mode == inCall:
		s.sink.member(s.key, value)
	case len(s.early) < maxEarly:
		s.early = append(s.early, member{s.key, value})
	}
}
