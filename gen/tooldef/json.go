package tooldef

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/toolgen/toolgen/gen/model"
)

// jsonParser parses JSON (RFC 8259) into nodes. It only moves forward, so positions are computed without
// rescanning.
type jsonParser struct {
	file string
	data []byte
	off  int
	end  int // end of the current document

	cursor
	depth   int
	budget  int // remaining bytes for JSON Pointers
	left    int // remaining values of the file
	oneLine bool

	faults model.Diagnostics
	fatal  *model.Diagnostic
}

// cursor is a place in the file, to count lines and columns from.
type cursor struct {
	line   int
	mark   int // offset in the current line with known column
	column int // that column, in runes from 1
}

// maxValues bounds the values of a file: short ones take two hundred times their text in memory, more in later
// stages. A thousand tools have a hundred thousand.
const maxValues = 2_000_000

// bytesPerValue is below the average of tool definitions, so that long logs of requests are accepted, but a
// file of commas is not.
const bytesPerValue = 12

// valuesOf returns the maximum number of values in a JSON file of this size.
func valuesOf(bytes int) int { return max(maxValues, bytes/bytesPerValue) }

// parseJSON parses a JSON file. Further values on later lines are separate documents, as in JSONL; lines means
// that the file is named as JSONL. A broken line only affects itself; if any other file is broken, nothing of
// it is used.
func parseJSON(file string, data []byte, lines bool) ([]document, model.Diagnostics) {
	p := &jsonParser{file: file, data: data, end: len(data), cursor: cursor{line: 1, column: 1}, budget: pointerBudget + 16*len(data), left: valuesOf(len(data))}
	return p.documents(lines)
}

func (p *jsonParser) documents(lines bool) ([]document, model.Diagnostics) {
	var docs []document
	var diags model.Diagnostics
	last := 0 // last line of the previous document
	for first := true; ; first = false {
		p.end, p.oneLine = len(p.data), false
		p.space()
		if p.off >= len(p.data) {
			return docs, diags
		}
		if !first && !lines {
			if c := p.data[p.off]; p.line == last || c != '{' && c != '[' {
				p.fail("expected the end of the file, found %s", p.found())
				return nil, append(diags, *p.fatal)
			}
			// The first value took one line and another follows: this is JSONL.
			lines = len(docs) == 1 && docs[0].root.Pos.Line == last
		}
		if lines {
			p.end, p.oneLine = p.lineEnd(), true
		}
		p.faults, p.fatal, p.depth = nil, nil, 0
		root, ok := p.value("")
		if ok && lines {
			p.space()
			if p.off < p.end {
				p.fail("expected the end of the line, found %s", p.found())
				ok = false
			}
		}
		if ok {
			docs = append(docs, document{root: root, faults: p.faults})
		} else {
			diags = append(diags, *p.fatal)
			if !lines || p.left < 0 {
				return nil, diags
			}
			p.off = p.end
		}
		last = p.line
	}
}

// lineEnd returns the offset of the end of the current line.
func (p *jsonParser) lineEnd() int {
	for i := p.off; i < len(p.data); i++ {
		if c := p.data[i]; c == '\n' || c == '\r' {
			return i
		}
	}
	return len(p.data)
}

// pos returns the current position.
func (p *jsonParser) pos() model.Pos {
	if p.off > p.mark {
		p.column += utf8.RuneCount(p.data[p.mark:p.off])
		p.mark = p.off
	}
	return model.Pos{File: p.file, Line: p.line, Column: p.column}
}

// space skips white space and counts lines, which end in LF, CRLF or CR.
func (p *jsonParser) space() {
	for p.off < p.end {
		switch p.data[p.off] {
		case ' ', '\t':
			p.off++
			continue
		case '\r':
			if p.off+1 < p.end && p.data[p.off+1] == '\n' {
				p.off++
			}
		case '\n':
		default:
			return
		}
		p.off++
		p.line++
		p.mark, p.column = p.off, 1
	}
}

// peek returns the next byte of the document, 0 at its end. NUL bytes are errors anyway.
func (p *jsonParser) peek() byte {
	if p.off < p.end {
		return p.data[p.off]
	}
	return 0
}

// fail records a syntax error, which ends the document. The first one is kept.
func (p *jsonParser) fail(format string, args ...any) {
	if p.fatal == nil {
		p.fatal = &model.Diagnostic{
			Severity: model.Error, Pos: p.pos(), Problem: "invalid JSON: " + fmt.Sprintf(format, args...),
		}
	}
}

// failAt is fail for an earlier offset in the current line.
func (p *jsonParser) failAt(off int, format string, args ...any) {
	pos := p.pos()
	if off < p.off {
		pos.Column -= utf8.RuneCount(p.data[off:p.off])
	}
	p.fail(format, args...)
	p.fatal.Pos = pos
}

// found describes the text at the current offset.
func (p *jsonParser) found() string {
	switch {
	case p.off >= p.end && p.oneLine:
		return "the end of the line"
	case p.off >= p.end:
		return "the end of the file"
	case p.data[p.off] == '/' && p.off+1 < p.end && (p.data[p.off+1] == '/' || p.data[p.off+1] == '*'):
		return "a comment, which JSON does not have"
	}
	r, _ := utf8.DecodeRune(p.data[p.off:p.end])
	return strconv.QuoteRune(r)
}

// child builds the pointer of a member or item.
func (p *jsonParser) child(pointer, segment string) (string, bool) {
	p.budget -= len(pointer) + len(segment) + 1
	if p.budget < 0 {
		p.fail("the keys are too long for their depth")
		return "", false
	}
	return pointer + "/" + segment, true
}

// value parses a value; white space was skipped.
func (p *jsonParser) value(pointer string) (*Node, bool) {
	if p.left--; p.left < 0 {
		p.fail("the file holds more than %d values", valuesOf(len(p.data)))
		p.fatal.Fix = "split it"
		return nil, false
	}
	n := &Node{Pos: p.pos(), Pointer: pointer}
	switch c := p.peek(); {
	case c == '{':
		return n, p.nested(n, p.object)
	case c == '[':
		return n, p.nested(n, p.array)
	case c == '"':
		n.Kind = String
		return n, p.string(&n.Text, pointer)
	case c == '-' || c >= '0' && c <= '9':
		n.Kind = Number
		return n, p.number(&n.Text)
	case c == 't':
		n.Kind, n.Bool = Bool, true
		return n, p.word("true")
	case c == 'f':
		n.Kind = Bool
		return n, p.word("false")
	case c == 'n':
		n.Kind = Null
		return n, p.word("null")
	case c == '\'':
		p.fail("expected a value, found %s; strings take double quotes", p.found())
	case c == '<':
		p.fail("expected a value, found %s; this looks like a page of the web, such as one that tells of an error", p.found())
	default:
		p.fail("expected a value, found %s", p.found())
	}
	return nil, false
}

// nested parses an object or array one level deeper.
func (p *jsonParser) nested(n *Node, read func(*Node) bool) bool {
	if p.depth++; p.depth > maxDepth {
		p.fail("values nest deeper than %d levels", maxDepth)
		return false
	}
	p.off++
	ok := read(n)
	p.depth--
	return ok
}

func (p *jsonParser) object(n *Node) bool {
	n.Kind = Object
	var keys uniqueKeys
	for more := false; ; more = true {
		p.space()
		if p.peek() == '}' && !more {
			p.off++
			return true
		}
		at := p.pos()
		if p.peek() != '"' {
			switch {
			case p.peek() == '}':
				p.fail("expected a key after the comma, found '}'; JSON has no trailing commas")
			case more:
				p.fail("expected a key in double quotes, found %s", p.found())
			default:
				p.fail("expected a key in double quotes or '}', found %s", p.found())
			}
			return false
		}
		var key string
		if !p.string(&key, n.Pointer) {
			return false
		}
		pointer, ok := p.child(n.Pointer, escapePointer(key))
		if !ok {
			return false
		}
		p.space()
		if p.peek() != ':' {
			p.fail("expected ':' after the key %q, found %s", shorten(key), p.found())
			return false
		}
		p.off++
		p.space()
		value, ok := p.value(pointer)
		if !ok {
			return false
		}
		if i := keys.earlier(n.Members, key); i >= 0 {
			p.faults = append(p.faults, duplicateKey(key, pointer, at, n.Members[i].KeyPos))
		} else {
			n.Members = append(n.Members, Member{Key: key, KeyPos: at, Value: value})
		}
		if done, ok := p.separator('}'); done || !ok {
			return ok
		}
	}
}

func (p *jsonParser) array(n *Node) bool {
	n.Kind = Array
	for more := false; ; more = true {
		p.space()
		if p.peek() == ']' {
			if more {
				p.fail("expected a value after the comma, found ']'; JSON has no trailing commas")
				return false
			}
			p.off++
			return true
		}
		pointer, ok := p.child(n.Pointer, strconv.Itoa(len(n.Items)))
		if !ok {
			return false
		}
		item, ok := p.value(pointer)
		if !ok {
			return false
		}
		n.Items = append(n.Items, item)
		if done, ok := p.separator(']'); done || !ok {
			return ok
		}
	}
}

// separator parses the comma between members or items, or the closing bracket.
func (p *jsonParser) separator(closing byte) (done, ok bool) {
	p.space()
	switch p.peek() {
	case ',':
		p.off++
		return false, true
	case closing:
		p.off++
		return true, true
	}
	p.fail("expected ',' or '%c', found %s", closing, p.found())
	return false, false
}
