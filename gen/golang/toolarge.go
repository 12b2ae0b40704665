package golang

import (
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// Limits for the size of a tool's code: a constant, and a factor per byte of its schemas. Code is usually ten
// times the size of its schemas, sixty for terse ones. Larger code would exhaust the memory of the type check
// and the compiler.
const (
	codeForAny  = 4 << 20
	codeForByte = 64
)

// mostCode returns the maximum size of a tool's code, in bytes.
func mostCode(t *model.Tool) int {
	return codeForAny + codeForByte*(len(t.InputSchema)+len(t.OutputSchema))
}

// repeatedText returns the size of the comments and defaults of a tool's fields, which repeat the text of
// referenced schemas.
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

// repeats counts repeated foreign text. When it exceeds the limit for the code, printing can stop.
func (f *source) repeats(size int) {
	if f.repeated += size; f.repeated > mostCode(f.tool) && f.err == nil {
		f.err = errTooLarge
	}
}

var errTooLarge = errors.New("the code is too large")

// tooLarge describes a tool whose code is too large.
func tooLarge(t *model.Tool) (problem, fix string) {
	schemas := (len(t.InputSchema) + len(t.OutputSchema) + 999) / 1000
	problem = fmt.Sprintf("the Go code of the tool would be more than %d MiB, of schemas of %d kB", mostCode(t)>>20, schemas)
	return problem, "give what is nested deep a definition of its own under $defs, with a short name, and refer to it; " +
		"shorten texts that references repeat"
}
