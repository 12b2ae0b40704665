// Package foreign reads the error of a tool: which kind of failure it is, which arguments are at fault, which values
// would do, and how long to wait.
//
// A text is read by its form, in these stages: the envelope (envelope.go: JSON around the message, with its codes,
// statuses and fields), the codes (kind.go: HTTP, gRPC, JSON-RPC, SQLSTATE, error numbers), the phrases (form.go: one
// table of those that documented APIs use), the wait (wait.go), and the arguments at fault (blame.go: compared with the
// schema and the call). Lists of faults of other validators (ajv, zod, pydantic, the jsonschema packages of Go and
// Python, goa, encoding/json) become faults in the words of JSON Schema, which Check compares with the schema of the
// tool: text.go has a table of the layouts of their texts, sentence.go one of their sentences, and object.go reads their
// JSON.
//
// The texts are hostile: they are cut, searched a bounded number of times with patterns that take linear time, and
// what is kept of them is quoted where it is shown.
package foreign

import (
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Step is one step of a place in a call.
type Step = fieldpath.Step

// Fault is one thing that is wrong with a call.
type Fault struct {
	Path    []Step // the place; for a key that is missing or unknown, the key itself
	Keyword string // the keyword of JSON Schema that failed; "rule" for a demand in words of the tool's own
	Want    any    // what the keyword asks for, where the text says it: values, types, a limit, a form
	Got     any    // the scalar that came; for "type", the name of its type
	Message string // of a rule
	from    origin
}

// origin says what the source of a fault implies for finding its place.
type origin uint8

const (
	exact    origin = iota
	labelled        // the path may hold names of the validator's own, such as those of variants
	branch          // the fault lies in one branch of a union, which may not be the one that was meant
	rooted          // the path may begin with a word for the whole of the arguments
	nameless        // likewise, and it is about a key of the object there that the text does not name
)

// Bounds of what is read.
const (
	maxText   = 16 << 10 // characters
	maxFaults = 100
	maxDepth  = 6  // texts within texts
	maxStarts = 16 // places of a text at which JSON may start
)

// Read lists the faults that a text reports. They are not yet compared with a schema.
func Read(text string) []Fault { return readText(show.Clip(text, maxText), 0) }

func readText(text string, depth int) []Fault {
	if depth > maxDepth {
		return nil
	}
	if faults := readJSON(text, depth); len(faults) > 0 {
		return faults
	}
	for _, row := range layouts {
		var faults []Fault
		for i := range row {
			faults = append(faults, row[i].read(text)...)
		}
		if len(faults) > 0 {
			return faults[:min(len(faults), maxFaults)]
		}
	}
	return nil
}

// below is the place of a key of an object.
func below(steps []Step, key string) []Step {
	return append(steps[:len(steps):len(steps)], Step{Key: key})
}
