package tooldef

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/gen/model"
)

// jsonParser parses JSON (RFC 8259) into nodes. encoding/json checks the syntax and reads the tokens; what it does
// not report is added here: positions, duplicate keys, and incomplete surrogate pairs.
type jsonParser struct {
	tree
	cursor *cursor
	data   []byte
	tokens *json.Decoder
	base   int // offset of the text of tokens
}

// parseJSON parses the values of a JSON file. If lines is set, or the first line is a whole value and another follows, it
// is read as JSONL: a broken line only affects itself. If any other file is broken, nothing of it is used.
func parseJSON(file string, data []byte, lines bool) ([]document, model.Diagnostics) {
	p := &jsonParser{tree: newTree(file, "JSON", len(data)), cursor: newCursor(file, data), data: data}
	return p.documents(lines)
}

func (p *jsonParser) documents(lines bool) ([]document, model.Diagnostics) {
	first, rest, _ := bytes.Cut(bytes.TrimSpace(p.data), []byte("\n"))
	rest = bytes.TrimSpace(rest)
	if !lines && !(json.Valid(first) && len(rest) > 0 && (rest[0] == '{' || rest[0] == '[')) {
		docs, fault := p.part(0, len(p.data))
		if fault != nil {
			return nil, model.Diagnostics{*fault}
		}
		return docs, nil
	}
	var docs []document
	var diags model.Diagnostics
	start := 0
	for line := range bytes.Lines(p.data) {
		next := start + len(line)
		more, fault := p.part(start, start+len(bytes.TrimRight(line, "\r\n")))
		if fault != nil {
			diags = append(diags, *fault)
			p.values--
		}
		if p.values < 0 {
			return nil, diags
		}
		docs = append(docs, more...)
		start = next
	}
	return docs, diags
}

// part parses the values of a part of the file: all of it, or a line.
func (p *jsonParser) part(start, end int) ([]document, *model.Diagnostic) {
	var docs []document
	for values := json.NewDecoder(bytes.NewReader(p.data[start:end])); ; {
		var text json.RawMessage
		err := values.Decode(&text)
		if err == io.EOF {
			return docs, nil
		}
		if err != nil {
			return nil, p.syntax(err, start, end)
		}
		p.tokens = json.NewDecoder(bytes.NewReader(text))
		p.tokens.UseNumber()
		p.base = start + int(values.InputOffset()) - len(text)
		root, fault := p.value("")
		if fault != nil {
			return nil, fault
		}
		docs = append(docs, document{root: root, faults: p.takeFaults()})
	}
}

// syntax converts an error of encoding/json.
func (p *jsonParser) syntax(err error, start, end int) *model.Diagnostic {
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok || start+int(syntax.Offset) > end {
		return p.fail(p.cursor.pos(end), "complete the file", "the text ends within a value")
	}
	off := start + int(syntax.Offset) - 1
	fix := ""
	switch before := bytes.TrimRight(p.data[start:off], " \t\r\n"); p.data[off] {
	case '\'':
		fix = "strings take double quotes"
	case '/', '#':
		fix = "JSON has no comments"
	case '<':
		fix = "this looks like a web page, perhaps one with an error message"
	case '}', ']':
		if bytes.HasSuffix(before, []byte(",")) {
			fix = "JSON has no trailing commas"
		}
	case '\n', '\r':
		fix = `a line break in a string is written \n`
	}
	return p.fail(p.cursor.pos(off), fix, "%s", err)
}

// next returns the offset of the next token.
func (p *jsonParser) next() int {
	off := p.base + int(p.tokens.InputOffset())
	for off < len(p.data) && strings.IndexByte(" \t\r\n,:", p.data[off]) >= 0 {
		off++
	}
	return off
}

// value parses a value of valid JSON.
func (p *jsonParser) value(pointer string) (*Node, *model.Diagnostic) {
	start := p.next()
	n := &Node{Pos: p.cursor.pos(start), Pointer: pointer}
	if fault := p.check(n.Pos, pointer); fault != nil {
		return nil, fault
	}
	token, err := p.tokens.Token()
	if err != nil {
		return nil, p.fail(n.Pos, "", "%s", err)
	}
	switch v := token.(type) {
	case string:
		n.Kind, n.Text = String, v
		p.surrogates(n, start)
	case json.Number:
		n.Kind, n.Text = Number, v.String()
	case bool:
		n.Kind, n.Bool = Bool, v
	case json.Delim:
		p.depth++
		fault := p.children(n, v)
		p.depth--
		return n, fault
	}
	return n, nil
}

// children parses the members or items of a value, and its end.
func (p *jsonParser) children(n *Node, open json.Delim) *model.Diagnostic {
	n.Kind = Array
	if open == '{' {
		n.Kind = Object
	}
	index := make(map[string]int)
	for p.tokens.More() {
		segment, m := strconv.Itoa(len(n.Items)), Member{}
		if n.Kind == Object {
			m.KeyPos = p.cursor.pos(p.next())
			token, _ := p.tokens.Token()
			m.Key, _ = token.(string)
			segment = EscapePointer(m.Key)
		}
		value, fault := p.value(n.Pointer + "/" + segment)
		if fault != nil {
			return fault
		}
		if m.Value = value; n.Kind == Object {
			p.add(n, index, m)
		} else {
			n.Items = append(n.Items, value)
		}
	}
	_, _ = p.tokens.Token()
	return nil
}

// surrogate matches an escape that may be half of a surrogate pair.
var surrogate = regexp.MustCompile(`\\u[dD][89a-fA-F][0-9a-fA-F]{2}`)

// surrogates warns about half a surrogate pair in the string: text truncated by its UTF-16 length ends in one, and the
// rest is usable.
func (p *jsonParser) surrogates(n *Node, start int) {
	if !strings.ContainsRune(n.Text, utf8.RuneError) {
		return
	}
	if half := surrogate.Find(p.data[start : p.base+int(p.tokens.InputOffset())]); half != nil {
		p.faults = append(p.faults, model.Diagnostic{
			Severity: model.Warning, Pos: n.Pos, Pointer: n.Pointer,
			Problem: "half of a character, such as " + string(half) + ", is read as U+FFFD",
			Fix:     "complete the surrogate pair or remove it",
		})
	}
}
