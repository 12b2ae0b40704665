package golang

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"math"
	"slices"
	"sync"

	"github.com/dave/jennifer/jen"
)

// parse parses a file, with positions in unformatted code. Code that does not parse is a bug and never written.
func parse(fset *token.FileSet, name string, out *jen.File) (*ast.File, error) {
	return parseUpTo(fset, name, out, math.MaxInt)
}

// parseUpTo is parse with a size limit, since syntax takes fifteen times the memory of the text.
func parseUpTo(fset *token.FileSet, name string, out *jen.File, most int) (*ast.File, error) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	if err := out.Render(b); err != nil {
		return nil, err
	}
	if b.Len() > most {
		return nil, errTooLarge
	}
	syntax, err := parser.ParseFile(fset, name, groupImports(b.Bytes()), parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("the generated code does not parse: %w", err)
	}
	ast.SortImports(fset, syntax)
	return syntax, nil
}

// gofmt is the configuration of gofmt, except for the spelling of numbers; see [numeral].
var gofmt = printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}

// render parses and formats a file. The syntax is also used by the type checker, which saves a second parse: a
// tenth of the work of generating.
func render(fset *token.FileSet, name string, out *jen.File, most int) (*ast.File, []byte, error) {
	syntax, err := parseUpTo(fset, name, out, most)
	if err != nil {
		return nil, nil, err
	}
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	if err := gofmt.Fprint(b, fset, syntax); err != nil {
		return nil, nil, err
	}
	return syntax, bytes.Clone(b.Bytes()), nil
}

// buffers are reused, because growing a new buffer per file was a twentieth of all allocated bytes.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// groupImports separates imports of modules from the standard library, whose paths have no dot in their first
// element.
func groupImports(source []byte) []byte {
	const begin, end = "\nimport (\n", "\n)\n"
	before, rest, ok := bytes.Cut(source, []byte(begin))
	if !ok {
		return source
	}
	block, rest, _ := bytes.Cut(rest, []byte(end))
	var groups [2][][]byte
	for line := range bytes.Lines(block) {
		_, path, _ := bytes.Cut(line, []byte(`"`))
		first, _, _ := bytes.Cut(path, []byte("/"))
		group := 0
		if bytes.Contains(first, []byte(".")) {
			group = 1
		}
		groups[group] = append(groups[group], bytes.TrimSpace(line))
	}
	var lines [][]byte
	lines = append(lines, groups[0]...)
	if len(groups[0]) > 0 && len(groups[1]) > 0 {
		lines = append(lines, nil)
	}
	lines = append(lines, groups[1]...)
	return slices.Concat(before, []byte(begin), bytes.Join(lines, []byte("\n")), []byte(end), rest)
}
