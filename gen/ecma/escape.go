package ecma

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

// atomEscape parses an escape outside a class.
func (p *parser) atomEscape() (n node, repeatable bool, err error) {
	at := p.pos
	switch r := p.ahead(1); {
	case r == 'b' || r == 'B':
		p.pos += 2
		kind := wordEdge
		if r == 'B' {
			kind = notWordEdge
		}
		return assertion{kind: kind, fold: p.fold}, false, nil
	case r >= '1' && r <= '9':
		p.pos++
		n, _ := p.number()
		ref := &reference{numbers: []int{n}, fold: p.fold}
		p.waiting = append(p.waiting, waitingReference{ref, "", at})
		return ref, true, nil
	case r == 'k':
		p.pos += 2
		if !p.take("<") {
			return nil, false, p.fail(at, "\\k must be followed by the name of a group, as in \\k<name>")
		}
		name, err := p.name()
		if err != nil {
			return nil, false, err
		}
		ref := &reference{fold: p.fold}
		p.waiting = append(p.waiting, waitingReference{ref, name, at})
		return ref, true, nil
	}
	if c, ok, err := p.classEscape(); ok || err != nil {
		return c, true, err
	}
	r, err := p.characterEscape()
	return p.literal(r), true, err
}

// literal returns the node of a code point.
func (p *parser) literal(r rune) node {
	if p.fold && unicode.SimpleFold(r) != r {
		return class{set: Set{{r, r}}.folded()}
	}
	return literal{r}
}

// classEscape parses \d, \w, \s, \p{…} or their complements, if one is next.
func (p *parser) classEscape() (c class, ok bool, err error) {
	word := wordRunes
	if p.fold {
		word = foldedWord
	}
	r := p.ahead(1)
	switch unicode.ToLower(r) {
	case 'd':
		c.set = digits
	case 'w':
		c.set = word
	case 's':
		c.set = spaces
	case 'p':
		c, err = p.propertyEscape()
		return c, true, err
	default:
		return c, false, nil
	}
	if unicode.IsUpper(r) {
		c.set = c.set.Complement()
	}
	p.pos += 2
	return c, true, nil
}

// propertyEscape parses \p{…} or \P{…}.
func (p *parser) propertyEscape() (c class, err error) {
	at := p.pos
	negated := p.ahead(1) == 'P'
	p.pos += 2
	rest := string(p.src[p.pos:min(p.pos+64, len(p.src))])
	name, _, closed := strings.Cut(strings.TrimPrefix(rest, "{"), "}")
	if category(rest[:min(1, len(rest))]) != "" {
		sign := p.src[at+1]
		return c, p.fail(at, "\\%c%s is the short form of RE2 and Perl, which ECMA-262 does not have: write \\%c{%s}", sign, rest[:1],
			sign, rest[:1])
	}
	if !strings.HasPrefix(rest, "{") || !closed {
		return c, p.fail(at, "\\%c must be followed by a property of Unicode in braces, as in \\p{Letter}", p.src[at+1])
	}
	prop, ok := resolveProperty(name)
	if !ok {
		return c, p.fail(at, "Unicode has no property %q under this spelling", name)
	}
	p.pos += len([]rune(name)) + 2
	c.fold = p.fold
	prop.negated = negated
	c.props = []property{prop}
	return c, nil
}

// characterEscape parses an escape for one code point.
func (p *parser) characterEscape() (rune, error) {
	at := p.pos
	p.pos++
	if !p.more() {
		return 0, p.fail(at, "the pattern ends with a lone \\")
	}
	r := p.peek()
	p.pos++
	switch r {
	case 't':
		return '\t', nil
	case 'n':
		return '\n', nil
	case 'v':
		return '\v', nil
	case 'f':
		return '\f', nil
	case 'r':
		return '\r', nil
	case '0':
		if isDigit(p.peek()) {
			return 0, p.fail(at, "octal escapes are not allowed; write \\xHH")
		}
		return 0, nil
	case 'c':
		if l := p.peek(); isLetter(l) {
			p.pos++
			return l % 32, nil
		}
		return 0, p.fail(at, "\\c must be followed by a letter")
	case 'x':
		if v, ok := p.hex(2); ok {
			return v, nil
		}
		return 0, p.fail(at, "\\x must be followed by two hexadecimal digits")
	case 'u':
		return p.unicodeEscape(at)
	}
	if isLetter(r) || isDigit(r) {
		return 0, p.fail(at, "ECMA-262 has no escape \\%c%s", r, insteadOf(r))
	}
	return r, nil
}

// insteadOf suggests a replacement for an escape of other engines.
func insteadOf(r rune) string {
	switch r {
	case 'A':
		return "; the start of the text is ^"
	case 'z', 'Z':
		return "; the end of the text is $"
	case 'a':
		return "; write \\x07"
	case 'e':
		return "; write \\x1B"
	case 'h':
		return "; write [\\t ] or \\s"
	}
	return ""
}

// unicodeEscape parses what follows \u: four digits, two such escapes that form a surrogate pair, or digits in
// braces.
func (p *parser) unicodeEscape(at int) (rune, error) {
	if p.take("{") {
		v, n := rune(0), 0
		for hexValue(p.peek()) >= 0 && v <= unicode.MaxRune {
			v = v<<4 | hexValue(p.peek())
			p.pos++
			n++
		}
		if n == 0 || v > unicode.MaxRune || !p.take("}") {
			return 0, p.fail(at, "\\u{…} must hold a code point in hexadecimal, up to 10FFFF")
		}
		return v, nil
	}
	v, ok := p.hex(4)
	if !ok {
		return 0, p.fail(at, "\\u must be followed by four hexadecimal digits or a code point in braces")
	}
	if v >= 0xD800 && v <= 0xDBFF {
		back := p.pos
		if p.take("\\u") {
			if low, ok := p.hex(4); ok && low >= 0xDC00 && low <= 0xDFFF {
				return utf16.DecodeRune(v, low), nil
			}
		}
		p.pos = back
	}
	return v, nil
}

// hex parses exactly n hexadecimal digits.
func (p *parser) hex(n int) (rune, bool) {
	v := rune(0)
	for i := range n {
		d := hexValue(p.ahead(i))
		if d < 0 {
			return 0, false
		}
		v = v<<4 | d
	}
	p.pos += n
	return v, true
}

// hexValue returns the value of a hexadecimal digit, or -1.
func hexValue(r rune) rune {
	switch {
	case isDigit(r):
		return r - '0'
	case r >= 'a' && r <= 'f':
		return r - 'a' + 10
	case r >= 'A' && r <= 'F':
		return r - 'A' + 10
	}
	return -1
}
