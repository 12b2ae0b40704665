package tooldef

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/gen/model"
)

const (
	// maxDepth bounds the nesting of values, which costs stack in all stages. Real schemas have at most 20
	// levels.
	maxDepth = 512
	// pointerBudget bounds the total size of JSON Pointers, which is quadratic for hostile input.
	pointerBudget = 64 << 20
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
		Fix:      "write tool definitions into it, or take it off the list of sources",
	}
}

// checkText strips a byte order mark and rejects invalid UTF-8.
func checkText(file string, data []byte) ([]byte, *model.Diagnostic) {
	start := model.Pos{File: file, Line: 1, Column: 1}
	switch encoding := wideText(data); {
	case encoding != "":
		return nil, &model.Diagnostic{
			Severity: model.Error, Pos: start,
			Problem: "the file is " + encoding, Fix: "save it as UTF-8",
		}
	case bytes.HasPrefix(data, []byte("\x1f\x8b")), bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return nil, &model.Diagnostic{Severity: model.Error, Pos: start, Problem: "the file is compressed", Fix: "unpack it"}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if len(bytes.TrimSpace(data)) == 0 {
		fault := emptyFault(file)
		return nil, &fault
	}
	if utf8.Valid(data) {
		return data, nil
	}
	at := 0
	for at < len(data) {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		at += size
	}
	pos := start
	before := string(data[:at])
	pos.Line += strings.Count(before, "\n")
	pos.Column += utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return nil, &model.Diagnostic{
		Severity: model.Error, Pos: pos,
		Problem: fmt.Sprintf("byte 0x%02x is not UTF-8", data[at]), Fix: "save the file as UTF-8",
	}
}

// wideText detects UTF-16 and UTF-32, with or without a byte order mark: sources start with ASCII.
func wideText(data []byte) string {
	if len(data) < 4 {
		return ""
	}
	var zeros [4]bool
	for i, b := range data[:4] {
		zeros[i] = b == 0
	}
	mark := string(data[:4])
	switch {
	case mark == "\xff\xfe\x00\x00", mark == "\x00\x00\xfe\xff", zeros == [4]bool{false, true, true, true}, zeros == [4]bool{true, true, true, false}:
		return "UTF-32"
	case mark[:2] == "\xff\xfe", mark[:2] == "\xfe\xff", zeros == [4]bool{false, true, false, true}, zeros == [4]bool{true, false, true, false}:
		return "UTF-16"
	}
	return ""
}

// uniqueKeys finds duplicate keys in linear time, without a map for small objects.
type uniqueKeys struct {
	seen map[string]int
}

// earlier returns the index of the member with the same key, or -1.
func (u *uniqueKeys) earlier(members []Member, key string) int {
	const few = 12
	if u.seen == nil && len(members) < few {
		for i := range members {
			if members[i].Key == key {
				return i
			}
		}
		return -1
	}
	if u.seen == nil {
		u.seen = make(map[string]int, 2*few)
	}
	for i := len(u.seen); i < len(members); i++ {
		u.seen[members[i].Key] = i
	}
	if i, ok := u.seen[key]; ok {
		return i
	}
	return -1
}

// duplicateKey reports a duplicate key; the first value is kept.
func duplicateKey(key, pointer string, at, first model.Pos) model.Diagnostic {
	return model.Diagnostic{
		Severity: model.Error, Pos: at, Pointer: pointer,
		Problem: fmt.Sprintf("the key %q comes twice in one object (first in line %d)", key, first.Line),
		Fix:     "remove one of them",
	}
}
