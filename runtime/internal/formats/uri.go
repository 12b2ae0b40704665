package formats

import (
	"strings"
	"unicode/utf8"
)

// isURI checks a URI, RFC 3986, section 3.
func isURI(s string) bool { return uriSyntax{}.absolute(s) }

// isURIReference checks a URI-reference, RFC 3986, section 4.1.
func isURIReference(s string) bool { return uriSyntax{}.reference(s) }

// isIRI checks an IRI, RFC 3987, section 2.2.
func isIRI(s string) bool { return uriSyntax{international: true}.absolute(s) }

// isIRIReference checks an IRI-reference, RFC 3987, section 2.2.
func isIRIReference(s string) bool { return uriSyntax{international: true}.reference(s) }

// uriSyntax is the grammar of URIs or of IRIs, which differ only in the characters.
type uriSyntax struct{ international bool }

const subDelims = "!$&'()*+,;="

func (u uriSyntax) absolute(s string) bool {
	scheme, rest, ok := cutScheme(s)
	return ok && scheme && u.hierarchy(rest)
}

func (u uriSyntax) reference(s string) bool {
	scheme, rest, ok := cutScheme(s)
	if !ok {
		return false
	}
	if scheme {
		return u.hierarchy(rest)
	}
	return u.hierarchy(s)
}

// cutScheme cuts the scheme from the front. ok is false if the first segment has a colon after an invalid
// scheme, which no reference may contain.
func cutScheme(s string) (found bool, rest string, ok bool) {
	end := strings.IndexAny(s, ":/?#")
	if end < 0 || s[end] != ':' {
		return false, s, true
	}
	for i := range end {
		c := s[i]
		if !isLetter(c) && (i == 0 || !decimalDigit(c) && c != '+' && c != '-' && c != '.') {
			return false, s, false
		}
	}
	return end > 0, s[end+1:], end > 0
}

// hierarchy checks the part after the scheme: authority, path, query and fragment.
func (u uriSyntax) hierarchy(s string) bool {
	s, fragment, _ := strings.Cut(s, "#")
	s, query, _ := strings.Cut(s, "?")
	if !u.all(fragment, subDelims+":@/?", false) || !u.all(query, subDelims+":@/?", true) {
		return false
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		authority, path := rest, ""
		if slash := strings.IndexByte(rest, '/'); slash >= 0 {
			authority, path = rest[:slash], rest[slash:]
		}
		return u.authority(authority) && u.all(path, subDelims+":@/", false)
	}
	return u.all(s, subDelims+":@/", false)
}

func (u uriSyntax) authority(s string) bool {
	if at := strings.LastIndexByte(s, '@'); at >= 0 {
		if !u.all(s[:at], subDelims+":", false) {
			return false
		}
		s = s[at+1:]
	}
	if strings.HasPrefix(s, "[") {
		end := strings.IndexByte(s, ']')
		return end > 0 && isIPLiteral(s[1:end]) && isPort(s[end+1:])
	}
	port := ""
	if colon := strings.IndexByte(s, ':'); colon >= 0 {
		s, port = s[:colon], s[colon:]
	}
	return u.all(s, subDelims, false) && isPort(port)
}

func isPort(s string) bool {
	return s == "" || s[0] == ':' && strings.Trim(s[1:], "0123456789") == ""
}

// isIPLiteral checks an IPv6address or IPvFuture.
func isIPLiteral(s string) bool {
	if s == "" || s[0]|0x20 != 'v' {
		return isIPv6(s)
	}
	version, rest, ok := strings.Cut(s[1:], ".")
	return ok && version != "" && strings.Trim(version, "0123456789abcdefABCDEF") == "" &&
		rest != "" && !strings.Contains(rest, "%") && uriSyntax{}.all(rest, subDelims+":", false)
}

// all reports whether s consists of unreserved characters, percent-encoded bytes and the characters in more.
// The query of an IRI may contain private-use characters.
func (u uriSyntax) all(s, more string, query bool) bool {
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '%':
			if i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2]) {
				return false
			}
			i += 3
		case isAlphanumeric(c), c == '-', c == '.', c == '_', c == '~', c < 0x80 && strings.IndexByte(more, c) >= 0:
			i++
		case c >= 0x80 && u.international:
			r, size := utf8.DecodeRuneInString(s[i:])
			if !isUCSChar(r) && !(query && isPrivate(r)) {
				return false
			}
			i += size
		default:
			return false
		}
	}
	return true
}

// isUCSChar is ucschar of RFC 3987: Unicode beyond ASCII except controls, surrogates, private use,
// noncharacters and tags.
func isUCSChar(r rune) bool {
	switch {
	case r < 0xA0, r == utf8.RuneError:
		return false
	case r <= 0xD7FF, 0xF900 <= r && r <= 0xFDCF, 0xFDF0 <= r && r <= 0xFFEF:
		return true
	case r < 0x10000, r > 0xEFFFD, r&0xFFFF > 0xFFFD:
		return false
	}
	return r < 0xE0000 || r >= 0xE1000
}

// isPrivate is iprivate of RFC 3987.
func isPrivate(r rune) bool {
	return 0xE000 <= r && r <= 0xF8FF || r >= 0xF0000 && r&0xFFFF <= 0xFFFD
}
