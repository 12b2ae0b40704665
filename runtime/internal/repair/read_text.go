package repair

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// quotes are the signs that open a string and those that close it.
var quotes = []struct{ open, close string }{
	{`"`, `"`}, {`'`, `'`}, {"“", "”"}, {"”", "”"}, {"‘", "’"}, {"`", "`"},
}

// quote gives the sign at the place that opens a string, "" where there is none. A quote may be
// escaped outside of strings, where a whole text was escaped once too often.
func (p *parser) quote() string {
	rest := p.text[p.pos:]
	if strings.HasPrefix(rest, `\"`) {
		return `\"`
	}
	for _, q := range quotes {
		if strings.HasPrefix(rest, q.open) {
			return q.open
		}
	}
	return ""
}

// str reads a string. It is whole if its closing quote was there.
func (p *parser) str() (text string, whole bool) {
	open := p.quote()
	end := open
	for _, q := range quotes {
		if q.open == open {
			end = q.close
		}
	}
	switch open {
	case `"`:
	case `\"`:
		p.note("quotes escaped too often")
	case `'`:
		p.note(noteSingle)
	default:
		p.note(noteQuotes)
	}
	p.pos += len(open)
	var b strings.Builder
	for p.pos < len(p.text) {
		rest := p.text[p.pos:]
		switch {
		case strings.HasPrefix(rest, end) && p.closes(end):
			p.pos += len(end)
			return b.String(), true
		case rest[0] == '\\':
			p.escape(&b)
		default:
			r, size := utf8.DecodeRuneInString(rest)
			if r < 0x20 {
				p.note(noteRaw)
			}
			b.WriteRune(r)
			p.pos += size
		}
	}
	p.cut = true
	return b.String(), false
}

// closes reports whether a quote ends its string. Within a string of single quotes an apostrophe
// between letters does not.
func (p *parser) closes(end string) bool {
	if end == `"` || end == `\"` {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(p.text[:p.pos])
	after, _ := utf8.DecodeRuneInString(p.text[p.pos+len(end):])
	return !(unicode.IsLetter(before) && unicode.IsLetter(after))
}

// escape reads an escape within a string.
func (p *parser) escape(b *strings.Builder) {
	if p.pos+1 >= len(p.text) {
		p.pos = len(p.text)
		return
	}
	c := p.text[p.pos+1]
	p.pos += 2
	switch c {
	case 'n':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'r':
		b.WriteByte('\r')
	case 'b':
		b.WriteByte('\b')
	case 'f':
		b.WriteByte('\f')
	case '"', '\\', '/':
		b.WriteByte(c)
	case '\'', '`':
		p.note(noteEscapes)
		b.WriteByte(c)
	case 'u':
		b.WriteRune(p.unicode())
	default:
		if c == 'x' || c == 'U' || c >= '0' && c <= '9' {
			p.note("escapes of other languages")
		} else {
			p.note(noteEscapes)
		}
		b.WriteByte('\\')
		p.pos--
	}
}

// noteHalf says that an escape names no character.
const noteHalf = "escapes that name no character"

// unicode reads the four digits behind \u, and those of the second half of a pair.
func (p *parser) unicode() rune {
	r, ok := hex4(p.text[p.pos:])
	if !ok {
		p.note(noteHalf)
		return utf8.RuneError
	}
	p.pos += 4
	if utf16.IsSurrogate(r) && strings.HasPrefix(p.text[p.pos:], `\u`) {
		if low, ok := hex4(p.text[p.pos+2:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				p.pos += 6
				return pair
			}
		}
	}
	if utf16.IsSurrogate(r) {
		p.note(noteHalf)
		return utf8.RuneError
	}
	return r
}

func hex4(s string) (rune, bool) {
	if len(s) < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(s[:4], 16, 32)
	return rune(n), err == nil
}

// key reads the key of a member. It is whole unless the text ends in it.
func (p *parser) key() (key string, whole bool) {
	if p.quote() != "" {
		return p.str()
	}
	start := p.pos
	for p.pos < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.pos:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_$-.@", r) {
			break
		}
		p.pos += size
	}
	if p.pos > start {
		p.note(noteKeys)
	}
	return p.text[start:p.pos], p.pos < len(p.text)
}

// words are the literals of JSON, Python and JavaScript.
var words = map[string]Node{
	"true": {Kind: Bool, Text: "true"}, "false": {Kind: Bool, Text: "false"}, "null": {Kind: Null},
	"True": {Kind: Bool, Text: "true"}, "False": {Kind: Bool, Text: "false"}, "None": {Kind: Null},
	"TRUE": {Kind: Bool, Text: "true"}, "FALSE": {Kind: Bool, Text: "false"}, "undefined": {Kind: Null},
	"NULL": {Kind: Null}, "nil": {Kind: Null},
}

// word reads a literal, a number, or a text without quotes.
func (p *parser) word(place string) *Node {
	start := p.pos
	end := start
	for end < len(p.text) && strings.IndexByte(",}]\n\r:{[\"", p.text[end]) < 0 {
		if strings.IndexByte(" \t", p.text[end]) >= 0 && isWord(p.text[start:end]) {
			break
		}
		end++
	}
	text := strings.TrimSpace(p.text[start:end])
	p.pos = end
	if text == "" {
		return nil
	}
	atEnd := end >= len(p.text)
	if n, ok := words[text]; ok {
		if text != "true" && text != "false" && text != "null" {
			p.note(noteWords)
		}
		n.Place = place
		return &n
	}
	if num, ok := readNumber(text); ok {
		if num != text {
			p.note(noteNumbers)
		}
		p.cut = p.cut || atEnd && place != ""
		return &Node{Kind: Number, Text: num, Place: place, Cut: atEnd && place != ""}
	}
	if atEnd {
		p.cut = true
		return &Node{Kind: String, Text: text, Place: place, Cut: true}
	}
	p.note("text without quotes")
	return &Node{Kind: String, Text: text, Place: place}
}

// maxWord bounds the text that is looked at as one word, since a text without quotes may be very long.
const maxWord = 400

// isWord reports whether a word ends at a blank.
func isWord(text string) bool {
	if len(text) > maxWord {
		return false
	}
	_, known := words[text]
	_, number := readNumber(text)
	return known || number
}

// readNumber gives the JSON form of a number that JavaScript or Python would take.
func readNumber(text string) (string, bool) {
	if isJSONNumber(text) {
		return text, true
	}
	t := strings.TrimPrefix(text, "+")
	neg := strings.HasPrefix(t, "-")
	t = strings.TrimPrefix(t, "-")
	if strings.HasPrefix(t, ".") {
		t = "0" + t
	}
	t = strings.TrimSuffix(t, ".")
	if neg {
		t = "-" + t
	}
	return t, isJSONNumber(t)
}
