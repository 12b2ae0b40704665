package tooldef

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/gen/model"
)

// document is a value of a source: a JSON file, a line of a JSONL file, or a document of a YAML stream.
type document struct {
	root *Node
	// faults are diagnostics that left the tree usable, such as duplicate keys. They belong to the tool that
	// contains their pointer.
	faults model.Diagnostics
}

// ParseNode parses a file with one JSON or YAML document. The format follows from the file name, or else from
// the content. The node is nil if the text does not parse; it may be usable despite errors.
func ParseNode(file string, data []byte) (*Node, model.Diagnostics) {
	docs, diags := parseDocuments(file, data)
	if len(docs) == 0 {
		return nil, diags
	}
	diags = append(diags, docs[0].faults...)
	if len(docs) > 1 {
		diags = append(diags, model.Diagnostic{
			Severity: model.Error,
			Pos:      docs[1].root.Pos,
			Problem:  fmt.Sprintf("the file holds %d documents", len(docs)),
			Fix:      "keep one of them",
		})
	}
	return docs[0].root, diags
}

// parseDocuments parses all documents of a source. The diagnostics are those that cost a document.
func parseDocuments(file string, data []byte) ([]document, model.Diagnostics) {
	data, fault := checkText(file, data)
	if fault != nil {
		return nil, model.Diagnostics{*fault}
	}
	extension := strings.ToLower(path.Ext(strings.ReplaceAll(file, `\`, "/")))
	bracket := false
	if rest := bytes.TrimLeft(data, " \t\r\n"); len(rest) > 0 {
		bracket = rest[0] == '{' || rest[0] == '[' || rest[0] == '"'
	}
	var docs []document
	var diags model.Diagnostics
	switch extension {
	case ".json":
		docs, diags = parseJSON(file, data, false)
	case ".jsonl", ".ndjson":
		docs, diags = parseJSON(file, data, true)
	case ".yaml", ".yml":
		// JSON is also YAML, but this parser is faster and has better messages.
		if bracket {
			if docs, diags = parseJSON(file, data, false); len(diags) == 0 {
				break
			}
		}
		docs, diags = parseYAML(file, data)
	default:
		if bracket {
			docs, diags = parseJSON(file, data, false)
		} else {
			docs, diags = parseYAML(file, data)
		}
	}
	if len(docs) == 0 && len(diags) == 0 {
		diags = model.Diagnostics{emptyFault(file)}
	}
	return docs, diags
}

func emptyFault(file string) model.Diagnostic {
	return model.Diagnostic{
		Severity: model.Error,
		Pos:      model.Pos{File: file, Line: 1, Column: 1},
		Problem:  "the file is empty",
		Fix:      "fill it, or leave it out",
	}
}

// checkText strips a byte order mark and rejects what is not text in UTF-8.
func checkText(file string, data []byte) ([]byte, *model.Diagnostic) {
	fault := &model.Diagnostic{Severity: model.Error, Pos: model.Pos{File: file, Line: 1, Column: 1}}
	switch {
	case bytes.HasPrefix(data, []byte("\x1f\x8b")), bytes.HasPrefix(data, []byte("PK\x03\x04")):
		fault.Problem, fault.Fix = "the file is compressed", "unpack it"
		return nil, fault
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")),
		bytes.IndexByte(data[:min(len(data), 2)], 0) >= 0:
		fault.Problem, fault.Fix = "the file is UTF-16 or UTF-32", "save it as UTF-8" // sources start with ASCII
		return nil, fault
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if len(bytes.TrimSpace(data)) == 0 {
		*fault = emptyFault(file)
		return nil, fault
	}
	if utf8.Valid(data) {
		return data, nil
	}
	at := 0
	for r, size := utf8.DecodeRune(data); r != utf8.RuneError || size > 1; r, size = utf8.DecodeRune(data[at:]) {
		at += size
	}
	fault.Pos = newCursor(file, data).pos(at)
	fault.Problem, fault.Fix = fmt.Sprintf("byte 0x%02x is not UTF-8", data[at]), "save the file as UTF-8"
	return nil, fault
}

// cursor converts offsets in a file to positions. Offsets must not decrease.
type cursor struct {
	data []byte
	off  int
	at   model.Pos
}

func newCursor(file string, data []byte) *cursor {
	return &cursor{data: data, at: model.Pos{File: file, Line: 1, Column: 1}}
}

func (c *cursor) pos(off int) model.Pos {
	for i := bytes.IndexByte(c.data[c.off:off], '\n'); i >= 0; i = bytes.IndexByte(c.data[c.off:off], '\n') {
		c.off += i + 1
		c.at.Line, c.at.Column = c.at.Line+1, 1
	}
	c.at.Column += utf8.RuneCount(c.data[c.off:off])
	c.off = off
	return c.at
}
