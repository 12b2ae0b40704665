package toolblock

import "strings"

// toolKey is the member that makes an object a tool call.
const toolKey = "tool"

// member is a member of the block's object that is a string.
type member struct{ key, value string }

// What a scanner tells of members is meant for names and paths, and no contents.
const (
	maxMember = 4096 // bytes of a value as it is written
	maxEarly  = 8    // members in front of the one that makes the object a tool call
)

// outlined shows a byte to the outline, and what it completes to the sink.
func (s *scanner) outlined(c byte) {
	if s.mode == inSkip && s.thought.on() && !s.outline.inside() && !isEnd(c) {
		s.thought.feed(c)
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
	case s.mode == inCall:
		s.sink.member(s.key, value)
	case len(s.early) < maxEarly:
		s.early = append(s.early, member{s.key, value})
	}
}
