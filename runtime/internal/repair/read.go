package repair

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// reading is what a tolerant reader made of a text.
type reading struct {
	roots  []*Node    // the values, one after the other
	edits  []string   // what was read tolerantly, in words, without repetition
	cut    bool       // the text ended within a value
	closed bool       // brackets were closed at its end
	lost   bool       // it ended within a key, or where something was to follow
	prose  bool       // there was text around the value
	twice  []Unplaced // members of keys that come again, with another value
}

// Limits of the reader. What is beyond them is not read.
const (
	maxReadDepth = 64
	maxReadNodes = 100_000
)

// read reads a text that should have been one JSON value. It reads all that can be read one way:
// code fences and words around the value, single quotes, typographic quotes, bare keys, Python's
// words, comments, commas too many or missing, raw control characters, escaped quotes around a
// string, and a text that ends early.
func read(text string) reading {
	if !utf8.ValidString(text) {
		r := read(strings.ToValidUTF8(text, "\ufffd"))
		r.edits = append([]string{"bytes that are no UTF-8"}, r.edits...)
		return r
	}
	if rest, ok := strings.CutPrefix(text, "\ufeff"); ok {
		r := read(rest)
		r.edits = append([]string{noteMark}, r.edits...)
		return r
	}
	best := readAt(text, 0, "")
	if strings.TrimSpace(text) == "" || len(best.roots) > 0 && !best.prose {
		return best
	}
	for _, start := range starts(text) {
		r := readAt(text, start, "words around the JSON")
		if len(r.roots) > 0 && r.roots[0].Kind&(Object|Array) != 0 && !(r.cut && strings.TrimSpace(text[:start]) == "") && better(r, best) {
			best = r
			if !r.cut {
				break
			}
		}
	}
	return best
}

// better reports whether a reading found an object that the other lacks.
func better(r, than reading) bool {
	if len(than.roots) == 0 || than.roots[0].scalar() {
		return true
	}
	return than.cut && !r.cut && r.roots[0].Kind == Object
}

// maxStarts bounds the places at which a value is looked for among words.
const maxStarts = 8

// starts gives the places at which an object or array may begin, a fence's first.
func starts(text string) []int {
	var at []int
	if fence := strings.Index(text, "```"); fence >= 0 {
		line := strings.IndexByte(text[fence:], '\n')
		if i := strings.IndexAny(text[fence:], "{["); i >= 0 && (line < 0 || i > line || i > 2) {
			at = append(at, fence+i)
		}
	}
	for i := 0; i < len(text) && len(at) < maxStarts; i++ {
		if text[i] == '{' || text[i] == '[' && i+1 < len(text) && strings.IndexByte("{[\"'0123456789-]tfn \n", text[i+1]) >= 0 {
			at = append(at, i)
		}
	}
	return at
}

// readAt reads from a place on. The words before it are the edit.
func readAt(text string, start int, words string) reading {
	p := parser{text: text, pos: start}
	if words != "" && strings.TrimSpace(text[:start]) != "" {
		if marked(text[:start]) && strings.Count(text, "```") <= 2 {
			words = noteFence
		}
		p.note(words)
	}
	var r reading
	for {
		p.space()
		if len(r.roots) > 0 && p.pos < len(p.text) && (p.text[p.pos] == ',' || p.text[p.pos] == ';') {
			p.pos++
			p.space()
		}
		if p.pos >= len(p.text) {
			break
		}
		c := p.text[p.pos]
		if len(r.roots) > 0 && c != '{' {
			p.trailing()
			break
		}
		if len(r.roots) == 0 && c != '{' && c != '[' && !p.scalarAlone() {
			return reading{prose: true}
		}
		v := p.value("", 0)
		if v == nil {
			break
		}
		r.roots = append(r.roots, v)
		if len(r.roots) > 8 {
			break
		}
	}
	r.edits, r.cut, r.closed, r.lost, r.twice = p.noted, p.cut, p.closed, p.lost, p.twice
	if end := strings.TrimSpace(text); end != "" && strings.IndexByte("{[,:", end[len(end)-1]) >= 0 {
		r.lost = true // something was to follow
	}
	return r
}

// parser reads one text. It always moves on or ends.
type parser struct {
	text   string
	pos    int
	nodes  int
	noted  []string
	cut    bool
	closed bool
	lost   bool
	twice  []Unplaced
}

// The notes that say how a text was read where every reader would read it so.
const (
	noteMark    = "a byte order mark"
	noteFence   = "code fence"
	noteSingle  = "single quotes"
	noteQuotes  = "quotes other than \""
	noteKeys    = "keys without quotes"
	noteCommas  = "commas too many"
	noteComment = "comments"
	noteWords   = "words of Python"
	noteRaw     = "raw control characters"
	noteEscapes = "escapes that JSON lacks"
	noteNumbers = "numbers in another form"
)

// marked reports whether words end in the mark that a call follows.
func marked(words string) bool {
	fence := strings.LastIndex(words, "```")
	return fence >= 0 && len(strings.TrimSpace(words[fence:])) <= len("```javascript") || strings.HasSuffix(strings.TrimSpace(words), "<tool_call>")
}

func (p *parser) has(note string) bool { return slices.Contains(p.noted, note) }

func (p *parser) note(what string) {
	for _, n := range p.noted {
		if n == what {
			return
		}
	}
	p.noted = append(p.noted, what)
}

// scalarAlone reports whether the whole rest is one JSON scalar.
func (p *parser) scalarAlone() bool {
	rest := strings.TrimSpace(p.text[p.pos:])
	switch {
	case rest == "null" || rest == "true" || rest == "false" || isJSONNumber(rest):
		return true
	}
	return len(rest) >= 2 && rest[0] == '"' && rest[len(rest)-1] == '"'
}

// trailing notes what stands behind the value.
func (p *parser) trailing() {
	rest := strings.TrimSpace(p.text[p.pos:])
	switch {
	case rest == "":
	case (strings.HasPrefix(rest, "```") || strings.HasPrefix(rest, "</tool_call>")) && p.has(noteFence) && strings.Count(p.text, "```") <= 2:
	case strings.Trim(rest, "}] \n\t") == "":
		p.note("brackets too many")
	default:
		p.note("words around the JSON")
	}
}

// space skips white space and comments.
func (p *parser) space() {
	for p.pos < len(p.text) {
		rest := p.text[p.pos:]
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\u00a0' || r == '\ufeff' || r == '\u200b':
			p.pos += size
		case strings.HasPrefix(rest, "//") || r == '#':
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			p.pos += end
			p.note(noteComment)
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest, "*/")
			if end < 0 {
				end = len(rest) - 2
			}
			p.pos += end + 2
			p.note(noteComment)
		default:
			return
		}
	}
}

func (p *parser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// value reads one value; nil where there is none to read.
func (p *parser) value(place string, depth int) *Node {
	p.space()
	p.nodes++
	if p.pos >= len(p.text) || depth > maxReadDepth || p.nodes > maxReadNodes {
		p.cut = true
		return nil
	}
	switch c := p.peek(); {
	case c == '{':
		return p.object(place, depth)
	case c == '[':
		return p.array(place, depth)
	case p.quote() != "":
		text, whole := p.str()
		return &Node{Kind: String, Text: text, Place: place, Cut: !whole}
	}
	return p.word(place)
}

// object reads an object, to the end of the text if need be.
func (p *parser) object(place string, depth int) *Node {
	p.pos++
	n := &Node{Kind: Object, Place: place}
	at := map[string]int{} // of the members, by key
	for {
		p.space()
		switch c := p.peek(); {
		case p.pos >= len(p.text):
			p.cut, p.closed, n.Cut = true, true, true
			return n
		case c == '}':
			p.pos++
			return n
		case c == ']':
			p.note("a wrong bracket")
			p.pos++
			return n
		case c == ',' || c == ';':
			p.comma(n.Members == nil)
			continue
		}
		before := p.pos
		key, whole := p.key()
		p.space()
		if !whole || p.pos >= len(p.text) && before < p.pos {
			p.cut, p.lost, n.Cut = true, true, true // a key without a value says nothing
			p.pos = len(p.text)
			return n
		}
		if c := p.peek(); c == ':' || c == '=' {
			p.pos++
			if c == '=' || p.peek() == '>' {
				p.note("a colon for " + string(c))
			}
		} else if p.pos == before {
			p.pos++ // no key: what stands there is skipped
			p.note("signs that belong nowhere")
			continue
		} else {
			p.note("a missing colon")
		}
		p.space()
		v := p.value(fieldpath.JoinKey(place, key), depth+1)
		if v == nil {
			if p.pos >= len(p.text) {
				n.Cut = true
				n.Members = append(n.Members, Member{key, &Node{Kind: Null, Place: fieldpath.JoinKey(place, key), Cut: true}})
				return n
			}
			continue
		}
		p.add(n, at, key, v)
		p.between()
	}
}

// add adds a member. A key that comes twice with one value is one; else the places tell them apart.
func (p *parser) add(n *Node, at map[string]int, key string, v *Node) {
	if i, twice := at[key]; twice {
		if equal(n.Members[i].Value, v) {
			p.note("a key that came twice")
			return
		}
		p.note("a key that came twice")
		p.twice = append(p.twice, Unplaced{Place: n.Members[i].Value.Place, Value: n.Members[i].Value, Twice: true})
		n.Members[i].Value = v // the last one counts, as in every JSON reader
		return
	}
	at[key] = len(n.Members)
	n.Members = append(n.Members, Member{key, v})
}

// array reads an array, to the end of the text if need be.
func (p *parser) array(place string, depth int) *Node {
	p.pos++
	n := &Node{Kind: Array, Place: place}
	for {
		p.space()
		switch c := p.peek(); {
		case p.pos >= len(p.text):
			p.cut, p.closed, n.Cut = true, true, true
			return n
		case c == ']':
			p.pos++
			return n
		case c == '}':
			p.note("a wrong bracket")
			return n
		case c == ',' || c == ';':
			p.comma(n.Items == nil)
			continue
		}
		before := p.pos
		v := p.value(joinIndex(place, len(n.Items)), depth+1)
		if v == nil {
			if p.pos == before {
				p.pos++
				p.note("signs that belong nowhere")
			}
			continue
		}
		n.Items = append(n.Items, v)
		p.between()
	}
}

// comma skips a comma that separates nothing.
func (p *parser) comma(bool) {
	p.pos++
	p.note(noteCommas)
}

// between skips the one comma behind a value.
func (p *parser) between() {
	p.space()
	switch c := p.peek(); {
	case c == ',':
		p.pos++
		p.space()
		if c := p.peek(); c == '}' || c == ']' {
			p.note(noteCommas)
		}
	case c == '}' || c == ']' || p.pos >= len(p.text):
	default:
		p.note("missing commas")
	}
}
