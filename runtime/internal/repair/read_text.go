package repair

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// quote is what opens a string, what closes it, and what to note about it.
type quote struct {
	open, close, note string
	usual             bool
}

// quotes are those that are read. Where a whole text was escaped once too often, they are escaped.
var quotes = []quote{
	{`"`, `"`, "", true}, {`\"`, `\"`, "quotes escaped too often", false}, {`'`, `'`, "single quotes", true},
	{"“", "”", noteQuotes, true}, {"”", "”", noteQuotes, true}, {"‘", "’", noteQuotes, true}, {"`", "`", noteQuotes, true},
}

const noteQuotes = "quotes other than \""

// str reads a string. It is whole if its closing quote was there, and no string if none opens here.
func (p *parser) str() (text string, is, whole bool) {
	i := slices.IndexFunc(quotes, func(q quote) bool { return strings.HasPrefix(p.text[p.pos:], q.open) })
	if i < 0 {
		return "", false, false
	}
	q := quotes[i]
	if q.note != "" {
		p.note(q.note, q.usual)
	}
	p.pos += len(q.open)
	var b strings.Builder
	start := p.pos
	for p.pos < len(p.text) {
		rest := p.text[p.pos:]
		switch {
		case strings.HasPrefix(rest, q.close) && p.closes(p.pos, q.close):
			// Two backslashes are one that is escaped.
			if raw := strings.ReplaceAll(p.text[start:p.pos], `\\`, ""); strings.Contains(raw, `\`) && lacking().MatchString(raw) && control().MatchString(raw) {
				p.doubt("backslashes that may be meant as they are")
			}
			p.pos += len(q.close)
			return b.String(), true, true
		case strings.HasPrefix(rest, `\\"`) && !p.closes(p.pos+2, `"`):
			p.pos += 2 // the quote within the text was escaped too often
		case rest[0] == '\\':
			p.escape(&b)
		default:
			r, size := utf8.DecodeRuneInString(rest)
			if p.garbled = p.garbled || r == utf8.RuneError && size == 1; r < 0x20 {
				p.usual("raw control characters")
			}
			b.WriteRune(r)
			p.pos += size
		}
	}
	p.cut = true
	return b.String(), true, false
}

// closes reports whether a quote ends its string. Within a string of single quotes, an apostrophe between letters
// does not; within one of double quotes, a quote before words that are no key and no value does not.
func (p *parser) closes(at int, end string) bool {
	before, _ := utf8.DecodeLastRuneInString(p.text[:at])
	rest := p.text[at+len(end):]
	after, _ := utf8.DecodeRuneInString(rest)
	if !strings.HasSuffix(end, `"`) {
		return !unicode.IsLetter(before) || !unicode.IsLetter(after)
	}
	if rest != "" && strings.IndexByte(":}]", rest[0]) >= 0 || strings.HasPrefix(rest, `,"`) {
		return true // as in JSON without white space
	}
	rest = rest[:min(len(rest), maxWord)]
	if again := strings.TrimPrefix(rest, `"`); again != rest { // a quote at the end of the text, before the one that closes
		next := head(again)
		return next != "" && !strings.Contains(",}]", next)
	}
	behind := ":="
	if list := strings.TrimLeft(rest, " \t"); strings.HasPrefix(list, ",") {
		rest, behind = strings.TrimLeft(list[1:], white), behind+",]}"
	}
	word := strings.TrimLeft(rest, " \t")
	i := strings.IndexFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_$-.@", r)
	})
	if i < 0 {
		i = len(word)
	}
	if next := head(word[i:]); i == 0 || next != "" && strings.Contains(behind, next) {
		return true
	}
	p.doubt("quotes within a text")
	return false
}

// white is the white space of JSON.
const white = " \t\r\n"

// head returns the first character after white space, "" at the end.
func head(text string) string {
	text = strings.TrimLeft(text, white)
	_, size := utf8.DecodeRuneInString(text)
	return text[:size]
}

// In a path of Windows, some backslashes look like escapes and some do not: "C:\docs\new".
var (
	lacking = lazy.Pattern(`\\[^"\\/bfnrtu'` + "`" + `]`)
	control = lazy.Pattern(`\\[bfnrt]\w`)
)

const noteEscapes = "escapes that JSON lacks"

// escape reads an escape within a string. What is not one stays as it is.
func (p *parser) escape(b *strings.Builder) {
	rest := p.text[p.pos:]
	for _, length := range []int{len(`\n`), len(`\ud83d\ude00`), len(`\u00e9`)} {
		var text string
		if len(rest) < length || json.Unmarshal([]byte(`"`+rest[:length]+`"`), &text) != nil || utf8.RuneCountInString(text) != 1 {
			continue
		}
		if text == "\ufffd" {
			p.garbled = p.garbled || !strings.EqualFold(rest[:length], `\ufffd`)
		}
		b.WriteString(text)
		p.pos += length
		return
	}
	p.pos++
	switch c := p.peek(); {
	case p.pos >= len(p.text):
	case c == '\'' || c == '`':
		p.usual(noteEscapes)
		b.WriteByte(c)
		p.pos++
	case strings.IndexByte("xuU0123456789", c) >= 0:
		p.doubt("escapes of other languages")
		b.WriteByte('\\')
	default:
		p.usual(noteEscapes)
		b.WriteByte('\\')
	}
}

// key reads the key of a member. It is whole unless the text ends in it.
func (p *parser) key() (key string, whole bool) {
	if text, is, whole := p.str(); is {
		return text, whole
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
		p.usual("keys without quotes")
	}
	return p.text[start:p.pos], p.pos < len(p.text)
}

// maxWord bounds the text that is examined as one word, since a text without quotes may be very long.
const maxWord = 400

// bareWord returns the value of a literal of JSON, Python or JavaScript, or of a number, and whether it is written as in JSON.
func bareWord(text string) (n Node, plain, ok bool) {
	if len(text) > maxWord {
		return n, false, false
	}
	switch text {
	case "true", "True", "TRUE", "false", "False", "FALSE":
		n = Node{Kind: Bool, Text: strings.ToLower(text)}
		return n, n.Text == text, true
	case "null", "NULL", "None", "nil", "undefined":
		return Node{Kind: Null}, text == "null", true
	}
	number, ok := readNumber(text)
	return Node{Kind: Number, Text: number}, number == text, ok
}

// word reads a literal, a number, or a text without quotes.
func (p *parser) word(place string) *Node {
	start, end := p.pos, p.pos
	for end < len(p.text) && strings.IndexByte(",}]\n\r:{[\"", p.text[end]) < 0 {
		if c := p.text[end]; c == ' ' || c == '\t' || c == '\\' {
			if _, _, ok := bareWord(p.text[start:end]); ok {
				break
			}
		}
		end++
	}
	p.pos = end
	text := strings.TrimSpace(p.text[start:end])
	n, plain, ok := bareWord(text)
	switch {
	case text == "":
		return nil
	case !ok && end < len(p.text):
		p.doubt("text without quotes")
	case !plain && n.Kind == Number:
		p.usual("numbers in another form")
	case !plain && ok:
		p.usual("Python literals")
	}
	if !ok {
		n = Node{Kind: String, Text: strings.ToValidUTF8(text, "\ufffd"), Garbled: !utf8.ValidString(text), bare: true}
	}
	n.Place = place
	n.Cut = head(p.text[end:]) == "" && (!ok || n.Kind == Number && place != "")
	p.cut = p.cut || n.Cut
	return &n
}

// readNumber returns the JSON form of a number that JavaScript or Python would accept.
func readNumber(text string) (string, bool) {
	sign, t := "", strings.TrimPrefix(text, "+")
	if rest, negative := strings.CutPrefix(t, "-"); negative {
		sign, t = "-", rest
	}
	if strings.HasPrefix(t, ".") {
		t = "0" + t
	}
	t = sign + strings.TrimSuffix(t, ".")
	return t, decimal.IsNumber(t)
}
