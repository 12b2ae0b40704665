package golang

import (
	"bytes"
	"fmt"
	"go/format"
	"slices"

	"github.com/dave/jennifer/jen"
)

// render prints and formats a file. Code that does not parse is a bug and never written.
func render(out *jen.File, most int) ([]byte, error) {
	var b bytes.Buffer
	if err := out.Render(&b); err != nil {
		return nil, err
	}
	if b.Len() > most { // syntax takes fifteen times the memory of the text
		return nil, errTooLarge
	}
	source, err := format.Source(groupImports(b.Bytes()))
	if err != nil {
		return nil, fmt.Errorf("the generated code does not parse: %w", err)
	}
	return source, nil
}

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
