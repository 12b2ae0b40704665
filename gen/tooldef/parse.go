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
	// maxDepth bounds how deeply values nest: each level costs stack here and in every later
	// stage. Real schemas reach 20 levels.
	maxDepth = 512
	// pointerBudget bounds the bytes of all JSON Pointers of a source, which grow with depth
	// times size for hostile input.
	pointerBudget = 64 << 20
)

// document is one value of a source: the whole of a JSON file, one line of a JSONL file, one
// document of a YAML stream.
type document struct {
	root *Node
	// faults are errors and warnings that left the tree readable (a key that comes twice).
	// They belong to whatever tool their pointer lies in.
	faults model.Diagnostics
}

// ParseNode reads a file that holds one JSON or YAML document. The format follows the file's
// extension, else the content. The node is nil where the text does not parse; with diagnostics
// that are errors it may still be there, for more to be said about it.
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

// parseDocuments reads all documents of a source. The diagnostics are those that cost a document.
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
		// JSON is YAML, but this reader of it is faster and its errors are clearer.
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

// checkText strips a byte order mark and refuses what is not UTF-8 text.
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

// wideText tells text of two or four bytes for a character, with or without a byte order mark: what
// sources begin with is ASCII.
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

// uniqueKeys finds keys that come twice in an object, in linear time and without a map for the
// small objects that most are.
type uniqueKeys struct {
	seen map[string]int
}

// earlier returns the index of the member that already has the key, -1 for a new key.
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

// duplicateKey is the fault of a key that an object holds already; its first value is kept.
func duplicateKey(key, pointer string, at, first model.Pos) model.Diagnostic {
	return model.Diagnostic{
		Severity: model.Error, Pos: at, Pointer: pointer,
		Problem: fmt.Sprintf("the key %q comes twice in one object (first in line %d)", key, first.Line),
		Fix:     "remove one of them",
	}
}
