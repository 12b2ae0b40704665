package rawjson

import "bytes"

// Scanner finds the end of a string, object or array that arrives in pieces.
type Scanner struct {
	depth         int
	text, escaped bool // within a string; its next byte is escaped
}

// End returns the offset after the end of the value that p continues, -1 if it does not end in p.
func (s *Scanner) End(p []byte) int {
	for i := 0; i < len(p); {
		closed := s.text
		if s.text {
			i += s.skipText(p[i:])
			closed = !s.text
		} else {
			switch p[i] {
			case '"':
				s.text = true
			case '{', '[':
				s.depth++
			case '}', ']':
				s.depth--
				closed = true
			}
			i++
		}
		if closed && s.depth <= 0 {
			return i
		}
	}
	return -1
}

// skipText returns the number of bytes up to the end of the string, or of p.
func (s *Scanner) skipText(p []byte) int {
	from := 0
	if s.escaped {
		from, s.escaped = 1, false
	}
	for {
		end := len(p)
		if n := bytes.IndexByte(p[from:], '"'); n >= 0 {
			end = from + n
		}
		slashes := end - from - len(bytes.TrimRight(p[from:end], `\`))
		escaped := slashes%2 == 1
		switch {
		case end == len(p):
			s.escaped = escaped
			return end
		case !escaped:
			s.text = false
			return end + 1
		}
		from = end + 1
	}
}
