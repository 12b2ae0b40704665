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

// parse turns a file into syntax, whose positions are those of source: code that is not formatted
// yet. Code that does not parse is a bug of ours, and never written.
func parse(fset *token.FileSet, name string, out *jen.File) (*ast.File, error) {
	return parseUpTo(fset, name, out, math.MaxInt)
}

// parseUpTo is parse of a file that may not be larger than so many bytes: its syntax takes fifteen
// times as many.
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

// gofmt is how gofmt prints. The one thing that it leaves out is the spelling of numbers, which
// [numeral] sees to.
var gofmt = printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}

// render parses and formats a file. The syntax serves the type checker too, which spares a second
// parse of each file: a tenth of all the work of generating.
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

// buffers hold the text of one file at a time. Buffers that grow anew for each file were a twentieth
// of all bytes allocated.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// groupImports sets the imports of modules apart from those of the standard library, whose paths
// have no dot in their first element.
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
