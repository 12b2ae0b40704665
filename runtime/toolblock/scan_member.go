package toolblock

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/rawjson"
)

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
		s.collect(c)
	}
	switch token := s.outline.feed(c, len(s.buf)-1); {
	case token != tokenText:
		s.token(token, &s.outline, s.buf)
	case s.mode == inProbe:
		s.unwrap(s.buf[s.outline.start:s.outline.end])
	}
}

// unwrap reads a call that is serialized as a JSON string, as by models that were told to escape too often.
func (s *scanner) unwrap(raw []byte) {
	text := []byte(unquote(raw))
	s.early = nil
	var inner outline
	for i, c := range text {
		s.token(inner.feed(c, i), &inner, text)
	}
}

// token takes what a byte completes in an outline of text.
func (s *scanner) token(token outlineToken, o *outline, text []byte) {
	switch {
	case !s.mode.keeps():
	case token == tokenKey:
		s.key = unquote(text[o.key.from:o.key.to])
		s.known = s.known || s.familiar(s.key)
		if s.mode == inProbe && strings.EqualFold(s.key, toolKey) {
			s.begin()
		}
	case token == tokenValue:
		s.told(o, text)
	}
}

// begin announces a tool block.
func (s *scanner) begin() {
	s.mode = inCall
	s.hand(true)
	if s.refused = !s.sink.open(); !s.refused {
		for _, m := range s.early {
			s.sink.member(m.key, m.value)
		}
	}
	s.early = nil
}

// told reports a string as member's value, once the block is known to be a tool block.
func (s *scanner) told(o *outline, text []byte) {
	raw := text[o.value.from:o.value.to]
	switch {
	case raw[0] != '"' && raw[0] != '\'' || len(raw) > maxMember || s.refused:
	case o == &s.outline && o.value.from < s.candidate: // a fence inside may be the end of the block
	case s.mode == inCall:
		s.sink.member(s.key, unquote(raw))
	case len(s.early) < maxEarly:
		s.early = append(s.early, member{s.key, unquote(raw)})
	}
}

// unquote decodes a string in either kind of quotes, or a word, as far as possible.
func unquote(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' && raw[0] != '\'' {
		return string(raw)
	}
	return rawjson.Value(`"` + string(raw[1:len(raw)-1]) + `"`).Text()
}
