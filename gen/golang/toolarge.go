package golang

import (
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// How large the code of a tool may be: so much for any, and so much for each byte of its schemas.
// Code is ten times its schemas, sixty where they are terse. What goes beyond all measure is not worth
// the memory that checking it takes, nor the patience of a compiler.
const (
	codeForAny  = 4 << 20
	codeForByte = 64
)

// mostCode is how many bytes the code of a tool may have.
func mostCode(t *model.Tool) int {
	return codeForAny + codeForByte*(len(t.InputSchema)+len(t.OutputSchema))
}

// repeatedText is how many bytes the comments and defaults of a tool's fields have. Each field repeats what the
// schema says that it refers to.
func repeatedText(t *model.Tool) int {
	size := 0
	for _, of := range slices.Concat(t.Types, t.ResultTypes) {
		for _, f := range of.Fields {
			for _, line := range f.Doc {
				size += len(line)
			}
			if f.Default != nil {
				size += len(f.Default.JSON)
			}
		}
	}
	return size
}

// repeats counts the bytes of foreign text that is printed more than once. Where they come to more than
// the code may have, the rest need not be printed.
func (f *source) repeats(size int) {
	if f.repeated += size; f.repeated > mostCode(f.tool) && f.err == nil {
		f.err = errTooLarge
	}
}

var errTooLarge = errors.New("the code is too large")

// tooLarge is what is wrong with a tool whose code is too large, and what to do.
func tooLarge(t *model.Tool) (problem, fix string) {
	problem = fmt.Sprintf("the Go code of the tool would be more than %d MiB, of schemas of %d kB", mostCode(t)>>20, (len(t.InputSchema)+len(t.OutputSchema)+999)/1000)
	return problem, "give what is nested deep a definition of its own under $defs, with a short name, and refer to it; shorten texts that references repeat"
}
