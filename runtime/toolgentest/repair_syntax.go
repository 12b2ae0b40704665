package toolgentest

import (
	"bytes"
	"encoding/json"
	"strings"
)

// repairSyntax converts almost-JSON to JSON: it handles code fences, comments, other or missing quotes, missing
// or surplus commas, and Python literals. Text that it cannot parse is returned unchanged.
func repairSyntax(text []byte) []byte {
	p := &syntaxRepairer{in: strings.TrimSpace(string(text))}
	if strings.HasPrefix(p.in, "```") {
		_, p.in, _ = strings.Cut(p.in, "\n")
		p.in = strings.TrimSuffix(strings.TrimSpace(p.in), "```")
	}
	p.in = strings.TrimPrefix(p.in, "\ufeff")
	if !p.value(0) {
		return text
	}
	return p.out.Bytes()
}

// syntaxRepairer reads almost-JSON and writes JSON.
type syntaxRepairer struct {
	in  string
	pos int
	out bytes.Buffer
}

// space skips white space and comments.
func (p *syntaxRepairer) space() {
	for p.pos < len(p.in) {
		rest := p.in[p.pos:]
		switch {
		case strings.ContainsRune(" \t\r\n", rune(rest[0])):
			p.pos++
		case strings.HasPrefix(rest, "//"), rest[0] == '#':
			if i := strings.IndexByte(rest, '\n'); i >= 0 {
				p.pos += i
			} else {
				p.pos = len(p.in)
			}
		case strings.HasPrefix(rest, "/*"):
			i := strings.Index(rest, "*/")
			if i < 0 {
				return
			}
			p.pos += i + 2
		default:
			return
		}
	}
}

func (p *syntaxRepairer) peek() byte {
	p.space()
	if p.pos < len(p.in) {
		return p.in[p.pos]
	}
	return 0
}

func (p *syntaxRepairer) value(depth int) bool {
	switch c := p.peek(); {
	case depth > 100 || c == 0:
		return false
	case c == '{' || c == '[':
		return p.container(c, depth)
	case c == '"' || c == '\'':
		s, ok := p.quoted(c)
		p.string(s)
		return ok
	}
	word := p.word()
	switch word {
	case "":
		return false
	case "True", "False", "None":
		p.out.WriteString(map[string]string{"True": "true", "False": "false", "None": "null"}[word])
	default:
		if json.Valid([]byte(word)) {
			p.out.WriteString(word)
		} else {
			p.string(word)
		}
	}
	return true
}

// container parses an object or an array; commas and colons may be missing or repeated.
func (p *syntaxRepairer) container(open byte, depth int) bool {
	shut := map[byte]byte{'{': '}', '[': ']'}[open]
	p.pos++
	p.out.WriteByte(open)
	for n := 0; ; n++ {
		for p.peek() == ',' {
			p.pos++
		}
		c := p.peek()
		if c == 0 {
			return false // truncated: do not invent the rest
		}
		if c == shut {
			p.pos++
			p.out.WriteByte(shut)
			return true
		}
		if n > 0 {
			p.out.WriteByte(',')
		}
		if open == '{' {
			if !p.key() {
				return false
			}
			if p.peek() == ':' {
				p.pos++
			}
			p.out.WriteByte(':')
		}
		if !p.value(depth + 1) {
			return false
		}
	}
}

func (p *syntaxRepairer) key() bool {
	if c := p.peek(); c == '"' || c == '\'' {
		s, ok := p.quoted(c)
		p.string(s)
		return ok
	}
	word := p.word()
	p.string(word)
	return word != ""
}

func (p *syntaxRepairer) word() string {
	start := p.pos
	for p.pos < len(p.in) && !strings.ContainsRune(" \t\r\n,:{}[]\"'", rune(p.in[p.pos])) {
		p.pos++
	}
	return p.in[start:p.pos]
}

// quoted parses a string with either kind of quotes, possibly across lines.
func (p *syntaxRepairer) quoted(quote byte) (string, bool) {
	var b strings.Builder
	for p.pos++; p.pos < len(p.in); p.pos++ {
		switch c := p.in[p.pos]; {
		case c == quote:
			p.pos++
			return b.String(), true
		case c == '\\' && p.pos+1 < len(p.in):
			n := 2
			if p.in[p.pos+1] == 'u' {
				if n = 6; strings.HasPrefix(p.in[min(p.pos+6, len(p.in)):], `\u`) {
					n = 12 // a surrogate pair, or two characters
				}
				n = min(n, len(p.in)-p.pos)
			}
			var s string
			if json.Unmarshal([]byte(`"`+p.in[p.pos:p.pos+n]+`"`), &s) != nil {
				s = p.in[p.pos+1 : p.pos+n]
			}
			b.WriteString(s)
			p.pos += n - 1
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), false
}

func (p *syntaxRepairer) string(s string) { p.out.Write(write(s)) }
