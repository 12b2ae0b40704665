package rawjson

// Scanner finds the end of a string, object or array that arrives in pieces.
type Scanner struct {
	depth         int
	text, escaped bool // within a string; its next byte is escaped
}

// End returns the offset after the end of the value that p continues, -1 if it does not end in p.
func (s *Scanner) End(p []byte) int {
	for i, c := range p {
		closed := false
		switch {
		case s.escaped:
			s.escaped = false
		case s.text && c == '\\':
			s.escaped = true
		case c == '"':
			closed, s.text = s.text, !s.text
		case s.text:
		case c == '{' || c == '[':
			s.depth++
		case c == '}' || c == ']':
			s.depth--
			closed = true
		}
		if closed && s.depth <= 0 {
			return i + 1
		}
	}
	return -1
}
