package repair

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// reading is the result of reading a text tolerantly.
type reading struct {
	roots  []*Node // the values, one after the other
	apart  []*Node // those that come after other text
	edits  []Edit  // what was read tolerantly, each once; exact if every tolerant reader would read it alike
	cut    bool    // the text ended within a value
	closed bool    // brackets were closed at its end
	lost   bool    // it ended within a key, or where a value was expected
	twice  bool    // a key comes more than once, with different values
	nodes  int     // the values that were read
}

// plain reports whether the text is JSON.
func (r *reading) plain() bool { return len(r.edits) == 0 && !r.cut && !r.twice }

// usual notes what every tolerant reader would read alike.
func (r *reading) usual(what string) { r.note(what, true) }

// doubt notes what another reader might read otherwise.
func (r *reading) doubt(what string) { r.note(what, false) }

func (r *reading) note(what string, exact bool) {
	if !slices.ContainsFunc(r.edits, func(e Edit) bool { return e.To == what }) {
		r.edits = append(r.edits, Edit{Kind: Syntax, To: what, Exact: exact})
	}
}

// Limits of the reader. What is beyond them is not read.
const (
	maxReadDepth = 64
	maxReadNodes = 100_000
	maxStarts    = 8 // places at which a value is looked for among words
	maxRoots     = 8
)

// read reads a text that should have been one JSON value. It reads all that has one reading: code fences and words
// around the value, other quotes, bare keys, Python's words, comments, extra or missing commas, raw control
// characters, escaped quotes around a string, and a text that ends early.
func read(text string) reading {
	best := readAt(text, 0)
	if len(best.roots) > 0 {
		return best
	}
	at := -1
	for range maxStarts { // the first object that has a member, else the first array or object
		next := strings.IndexAny(text[at+1:], "{[")
		if next < 0 {
			break
		}
		at += next + 1
		switch r := readAt(text, at); {
		case len(r.roots) == 0:
		case len(r.roots[0].Members) > 0:
			return r
		case len(best.roots) == 0:
			best = r
		}
	}
	return best
}

// readAt reads the values from a place on, up to other words.
func readAt(text string, start int) reading {
	p := parser{text: text, pos: start}
	mark, beside := "", "" // what introduces the values, and the words before and after them
	if before := strings.TrimSpace(text[:start]); before != "" {
		if strings.Count(text, "```") <= 2 {
			mark, beside = markAt(before)
		}
		if mark == "" {
			p.doubt(noteProse)
		} else {
			p.usual(mark)
		}
	}
	for len(p.roots)+len(p.apart) <= maxRoots {
		p.space()
		if c := p.peek(); len(p.roots) > 0 && (c == ',' || c == ';') {
			p.pos++
			p.space()
			if n := p.roots[len(p.roots)-1]; n.Kind == Object && len(p.apart) == 0 && p.isMember() {
				p.doubt("a bracket that closes too early")
				p.fill(n, 0)
				continue
			}
		}
		end, c := p.pos, p.peek()
		gap := len(p.roots) > 0 && c != '{' // other text comes first
		if gap && !p.another() || len(p.roots) == 0 && c != '{' && c != '[' && !isScalar(text[p.pos:]) {
			p.pos = end
			break
		}
		v := p.value("", 0)
		if v == nil {
			break
		}
		if gap || len(p.apart) > 0 {
			p.apart = append(p.apart, v)
		} else {
			p.roots = append(p.roots, v)
		}
	}
	if len(p.roots)+len(p.apart) > 1 {
		p.doubt(noteSeveral)
	}
	if rest := strings.TrimSpace(text[p.pos:]); len(p.roots) > 0 && len(p.roots)+len(p.apart) <= maxRoots && rest != "" {
		switch {
		case mark != "" && (strings.HasPrefix(rest, "```") || strings.HasPrefix(rest, "</tool_call>")):
			beside += strings.TrimPrefix(strings.TrimPrefix(rest, "```"), "</tool_call>")
		case strings.Trim(rest, "}] \n\t") == "":
			p.doubt("extra brackets")
		default:
			p.doubt(noteProse)
		}
	}
	if strings.TrimSpace(beside) != "" {
		p.usual(noteBeside)
	}
	if end := strings.TrimSpace(text); end != "" && strings.IndexByte("{[,:", end[len(end)-1]) >= 0 {
		p.lost = true // a value was expected
	}
	return p.reading
}

const (
	noteProse   = "words around the JSON"
	noteBeside  = "text beside it" // the mark
	noteSeveral = "several objects"
)

// another moves on to a further object after other text, if there is one that is plain JSON.
func (p *parser) another() bool {
	for range maxStarts {
		i := strings.IndexByte(p.text[p.pos:], '{')
		if i < 0 {
			return false
		}
		q := parser{text: p.text, pos: p.pos + i}
		v := q.value("", 0)
		if v != nil && len(v.Members) > 0 && q.plain() {
			p.pos += i
			return true
		}
		p.pos += i + 1
	}
	return false
}

// markAt names the mark at the end of words that introduces a call, "" if there is none, and returns the words before it.
func markAt(words string) (mark, before string) {
	fence := strings.LastIndex(words, "```")
	switch {
	case fence >= 0 && len(words)-fence <= len("```javascript"):
		return "code fence", words[:fence]
	case strings.HasSuffix(words, "<tool_call>"):
		return "a tag around the JSON", strings.TrimSuffix(words, "<tool_call>")
	}
	return "", ""
}

// isScalar reports whether a text is one JSON scalar.
func isScalar(text string) bool {
	t := strings.TrimSpace(text)
	return t == "null" || t == "true" || t == "false" || decimal.IsNumber(t) || len(t) >= 2 && t[0] == '"' && t[len(t)-1] == '"'
}

// parser reads one text. Every step moves on or ends.
type parser struct {
	text string
	pos  int
	reading
	garbled bool // the last string has bytes or escapes that are no characters
}

// space skips white space and comments.
func (p *parser) space() {
	for p.pos < len(p.text) {
		rest := p.text[p.pos:]
		if trimmed := strings.TrimLeft(rest, " \t\n\r\u00a0\ufeff\u200b"); len(trimmed) < len(rest) {
			p.pos += len(rest) - len(trimmed)
			if strings.Trim(rest[:len(rest)-len(trimmed)], white) != "" {
				p.usual("invisible characters")
			}
			continue
		}
		end := "\n"
		switch {
		case len(rest) > 1 && rest[0] == '\\' && strings.IndexByte("nrt", rest[1]) >= 0:
			p.pos += 2
			p.doubt("escapes between values")
			continue
		case strings.HasPrefix(rest, "//") || rest[0] == '#':
		case strings.HasPrefix(rest, "/*"):
			end = "*/"
		default:
			return
		}
		_, after, _ := strings.Cut(rest, end)
		p.pos = len(p.text) - len(after)
		p.usual("comments")
	}
}

// peek returns the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// value reads one value; nil if there is none to read.
func (p *parser) value(place string, depth int) *Node {
	p.space()
	p.nodes++
	if p.pos >= len(p.text) || depth > maxReadDepth || p.nodes > maxReadNodes {
		p.cut = true
		return nil
	}
	if c := p.peek(); c == '{' || c == '[' {
		return p.container(c, place, depth)
	}
	// A string of Python may have a letter in front, with which its escapes have another meaning.
	if rest := p.text[p.pos:]; len(rest) > 1 && strings.IndexByte("rbfuRBFU", rest[0]) >= 0 && strings.IndexByte(`"'`, rest[1]) >= 0 {
		p.pos++
		p.doubt("Python literals")
		p.garbled = true
	} else {
		p.garbled = false
	}
	if text, is, whole := p.str(); is {
		return &Node{Kind: String, Text: text, Place: place, Cut: !whole, Garbled: p.garbled}
	}
	return p.word(place)
}

// container reads an object or an array, to the end of the text if need be.
func (p *parser) container(open byte, place string, depth int) *Node {
	n := &Node{Kind: Object, Place: place}
	if open == '[' {
		n.Kind = Array
	}
	p.pos++
	p.fill(n, depth)
	return n
}

// fill reads the members or items of a container, and its end. Text between two values makes what the value before it says
// uncertain.
func (p *parser) fill(n *Node, depth int) {
	index := map[string]int{} // of the members, by key
	for i, m := range n.Members {
		index[m.Key] = i
	}
	for due := 0; ; { // commas that are due
		commas := p.commas()
		c := p.peek()
		isEnd := c == '}' || c == ']'
		switch {
		case commas > due || commas > 0 && isEnd:
			p.usual("extra commas")
		case commas < due && !isEnd && p.pos < len(p.text):
			p.doubt("missing commas")
		}
		if p.pos >= len(p.text) {
			p.cut, p.closed, n.Cut = true, true, true
			return
		}
		if isEnd {
			own := (c == '}') == (n.Kind == Object)
			if !own {
				p.doubt("a wrong bracket")
			}
			if own || n.Kind == Object { // else it closes an object around the array
				p.pos++
			}
			return
		}
		before, joins := p.pos, commas < due
		due = 0
		switch {
		case n.Kind == Object && p.member(n, index, depth, joins):
			due = 1
		case n.Kind == Array:
			if v := p.value(joinIndex(n.Place, len(n.Items)), depth+1); v != nil {
				n.Items, due = append(n.Items, v), 1
			}
		}
		if due == 0 && p.pos == before {
			p.pos++
			p.doubt("stray characters")
		}
		if last := n.last(); due == 0 && p.pos < len(p.text) && last != nil && last.scalar() && (joins && c != ';' || last.bare) {
			last.Garbled = true
			if joins {
				p.skip()
			}
		}
	}
}

// skip moves on to the next comma before a member, if one is near.
func (p *parser) skip() {
	rest := p.text[p.pos:min(len(p.text), p.pos+2*maxWord)]
	for i := range rest {
		if next := (parser{text: rest, pos: i + 1}); rest[i] == ',' && next.isMember() {
			p.pos += i
			return
		}
	}
}

// isMember reports whether a key and a colon are next.
func (p *parser) isMember() bool {
	q := parser{text: p.text, pos: p.pos}
	q.space()
	_, whole := q.key()
	q.space()
	return q.pos > p.pos && whole && q.peek() == ':'
}

// commas skips commas and counts them.
func (p *parser) commas() (count int) {
	for p.space(); p.peek() == ','; p.space() {
		p.pos++
		count++
	}
	return count
}

// member reads one member of an object, which joins the one before if no comma is between them. It reports whether there
// was one.
func (p *parser) member(n *Node, index map[string]int, depth int, joins bool) bool {
	before := p.pos
	key, whole := p.key()
	p.space()
	if !whole || p.pos >= len(p.text) && before < p.pos {
		p.cut, p.lost = true, true // a key without a value says nothing
		p.pos = len(p.text)
		return false
	}
	switch c := p.peek(); {
	case p.pos == before:
		return false // no key
	case c == ':' || c == '=':
		p.pos++
		if c == '=' || p.peek() == '>' {
			p.doubt("= for a colon")
		}
	case joins:
		p.doubt("stray characters")
		return false
	default:
		p.doubt("a missing colon")
	}
	place := fieldpath.JoinKey(n.Place, key)
	v := p.value(place, depth+1)
	if v == nil && p.pos < len(p.text) {
		return false
	}
	if v == nil {
		v = &Node{Kind: Null, Place: place, Cut: true}
	}
	i, again := index[key]
	if !again {
		index[key] = len(n.Members)
		n.Members = append(n.Members, Member{key, v})
		return true
	}
	if have := n.Members[i].Value; equal(have, v) {
		p.doubt("a repeated key")
	} else {
		v.Again, n.Members[i].Value, p.twice = have, v, true
	}
	return true
}
