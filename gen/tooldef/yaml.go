package tooldef

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	yaml "github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"

	"github.com/toolgen/toolgen/gen/model"
)

// parseYAML parses a YAML stream. Documents are split here, because the library drops those after a document of
// comments, and takes quadratic time in their number.
func parseYAML(file string, data []byte) ([]document, model.Diagnostics) {
	if len(data) > maxYAML {
		return nil, model.Diagnostics{yamlFault(model.Pos{File: file}, "the file is larger than %d MiB", maxYAML>>20)}
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		pos := model.Pos{File: file, Line: 1 + bytes.Count(data[:i], []byte("\n")), Column: 1}
		pos.Column += len([]rune(string(data[bytes.LastIndexByte(data[:i], '\n')+1 : i])))
		return nil, model.Diagnostics{yamlFault(pos, "the text holds a NUL character")}
	}
	var docs []document
	var diags model.Diagnostics
	left := maxExpansion // shared by all documents, to bound alias expansion
	for _, part := range splitYAML(string(data)) {
		y := &yamlReader{file: file, line: part.line, anchors: map[string]ast.Node{}, open: map[string]bool{}, left: &left, budget: pointerBudget + 16*len(part.text), tokens: maxTokens}
		root, fault := y.parse(part.text)
		switch {
		case fault != nil:
			diags = append(diags, *fault)
		case root != nil:
			docs = append(docs, document{root: root, faults: y.faults})
		}
	}
	if len(diags) > 0 {
		return nil, diags // as for any unreadable file
	}
	return docs, diags
}

// yamlPart is the text of a document and the number of lines before it.
type yamlPart struct {
	text string
	line int
}

// splitYAML splits a stream at document markers, which have no other meaning at the start of a line (YAML
// 1.2.2, section 9.1). Empty parts are dropped.
func splitYAML(text string) []yamlPart {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	var parts []yamlPart
	start, first, content := 0, 0, false
	flush := func(end, line int) {
		if content {
			parts = append(parts, yamlPart{text: text[start:end], line: first})
		}
		start, first, content = end, line, false
	}
	for off, line := 0, 0; off < len(text); line++ {
		next := len(text)
		if i := strings.IndexByte(text[off:], '\n'); i >= 0 {
			next = off + i + 1
		}
		switch this := strings.TrimRight(text[off:next], "\n"); {
		case isMarker(this, "---"):
			flush(off, line)
			rest := strings.TrimSpace(this[3:])
			content = rest != "" && rest[0] != '#'
		case isMarker(this, "..."):
			flush(off, line)
			start, first = next, line+1
		case !content && strings.HasPrefix(this, "%"):
			start, first = next, line+1 // a directive: only %YAML occurs in practice
		default:
			trimmed := strings.TrimSpace(this)
			content = content || trimmed != "" && trimmed[0] != '#'
		}
		off = next
	}
	flush(len(text), 0)
	return parts
}

// isMarker reports whether the line starts with a document marker.
func isMarker(line, marker string) bool {
	rest, ok := strings.CutPrefix(line, marker)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// yamlReader converts the library's tree to nodes.
type yamlReader struct {
	file    string
	line    int // lines before this document
	anchors map[string]ast.Node
	open    map[string]bool // anchors being expanded
	left    *int            // remaining nodes for aliases
	aliases int             // nesting of aliases
	depth   int
	budget  int // remaining bytes for JSON Pointers
	tokens  int // maximum number of tokens
	pairs   int // mapping entries in the text
	items   int // block sequence entries in the text
	faults  model.Diagnostics
}

// yamlError carries the diagnostic that ends a document.
type yamlError struct{ fault model.Diagnostic }

func (e *yamlError) Error() string { return e.fault.String() }

func yamlFault(pos model.Pos, format string, args ...any) model.Diagnostic {
	return model.Diagnostic{Severity: model.Error, Pos: pos, Problem: "invalid YAML: " + fmt.Sprintf(format, args...)}
}

// parse parses a document.
func (y *yamlReader) parse(text string) (root *Node, fault *model.Diagnostic) {
	defer func() {
		// The library has panicked on malformed text before.
		if p := recover(); p != nil {
			f := yamlFault(y.pos(1, 1), "the text cannot be read (%v)", p)
			root, fault = nil, &f
		}
	}()
	tokens := lexer.Tokenize(text)
	if err := y.checkTokens(tokens); err != nil {
		return nil, y.fault(err)
	}
	count := countTokens(tokens)
	parsed, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, y.fault(err)
	}
	for _, doc := range parsed.Docs {
		if doc.Body == nil {
			continue
		}
		if root != nil {
			return nil, y.fault(y.failed(doc.Body, "expected the end of the document"))
		}
		if root, err = y.node(doc.Body, ""); err != nil {
			return nil, y.fault(err)
		}
	}
	if root != nil && (y.pairs < count.pairs || y.items < count.items) {
		f := yamlFault(root.Pos, "a part of this document is not read")
		f.Fix = "write it in a plainer style, or as JSON"
		return nil, &f
	}
	return root, nil
}

// fault converts an error to a diagnostic.
func (y *yamlReader) fault(err error) *model.Diagnostic {
	var own *yamlError
	if errors.As(err, &own) {
		return &own.fault
	}
	pos := y.pos(1, 1)
	message := err.Error()
	var syntax *yaml.SyntaxError
	if errors.As(err, &syntax) {
		message = syntax.Message
		if tk := syntax.Token; tk != nil && tk.Position != nil {
			pos = y.pos(tk.Position.Line, tk.Position.Column)
		}
	}
	f := libraryFault(pos, message)
	return &f
}

// libraryFault converts an error of the library; helpful messages are kept.
func libraryFault(pos model.Pos, message string) model.Diagnostic {
	f := yamlFault(pos, "%s", message)
	if strings.Contains(message, "'\t'") || strings.Contains(message, "tab character") {
		f.Problem, f.Fix = "invalid YAML: the line is indented with a tab", "indent with spaces"
	}
	return f
}

// pos converts a position in the document to one in the stream.
func (y *yamlReader) pos(line, column int) model.Pos {
	return model.Pos{File: y.file, Line: y.line + max(line, 1), Column: max(column, 1)}
}

// at returns the position of a node.
func (y *yamlReader) at(n ast.Node) model.Pos {
	switch v := n.(type) {
	case *ast.MappingNode:
		if !v.IsFlowStyle && len(v.Values) > 0 {
			return y.at(v.Values[0].Key) // its own token is the first colon
		}
	case *ast.MappingValueNode:
		return y.at(v.Key)
	}
	if tk := n.GetToken(); tk != nil && tk.Position != nil {
		return y.pos(tk.Position.Line, tk.Position.Column)
	}
	return y.pos(1, 1)
}

func (y *yamlReader) failed(n ast.Node, format string, args ...any) error {
	return &yamlError{yamlFault(y.at(n), format, args...)}
}
