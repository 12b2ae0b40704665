package formats

import (
	"strings"
	"unicode/utf8"
)

// isURITemplate checks a URI-Template, RFC 6570, section 2.
func isURITemplate(s string) bool {
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '{':
			end := strings.IndexByte(s[i:], '}')
			if end < 0 || !isTemplateExpression(s[i+1:i+end]) {
				return false
			}
			i += end + 1
		case c == '%':
			if i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2]) {
				return false
			}
			i += 3
		case c <= ' ' || c == 0x7f || strings.IndexByte("\"<>\\^`|}", c) >= 0:
			return false
		case c < 0x80:
			i++
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if !isUCSChar(r) && !isPrivate(r) {
				return false
			}
			i += size
		}
	}
	return true
}

// isTemplateExpression checks what stands between braces: an operator, perhaps, and a list of
// variables.
func isTemplateExpression(s string) bool {
	if s != "" && strings.IndexByte("+#./;?&=,!@|", s[0]) >= 0 {
		s = s[1:]
	}
	for variable := range strings.SplitSeq(s, ",") {
		if !isTemplateVariable(variable) {
			return false
		}
	}
	return true
}

func isTemplateVariable(s string) bool {
	name, prefix, hasPrefix := strings.Cut(s, ":")
	if hasPrefix {
		if len(prefix) == 0 || len(prefix) > 4 || prefix[0] == '0' {
			return false
		}
		for i := range len(prefix) {
			if !decimalDigit(prefix[i]) {
				return false
			}
		}
	} else {
		name = strings.TrimSuffix(name, "*")
	}
	for part := range strings.SplitSeq(name, ".") {
		if part == "" {
			return false
		}
		for i := 0; i < len(part); i++ {
			switch c := part[i]; {
			case c == '%':
				if i+2 >= len(part) || !isHex(part[i+1]) || !isHex(part[i+2]) {
					return false
				}
				i += 2
			case !isAlphanumeric(c) && c != '_':
				return false
			}
		}
	}
	return true
}
