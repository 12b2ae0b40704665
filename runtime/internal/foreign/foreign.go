// Package foreign reads what other validators say is wrong with a call: ajv, zod and pydantic, the
// jsonschema packages of Go and Python, goa and encoding/json, in the forms in which an MCP server puts
// them into the text of a tool's error.
//
// Read text gives faults in the words of JSON Schema; Check compares them with the schema of the tool. The
// texts are hostile: they are cut, searched a bounded number of times with patterns that take linear time,
// and nothing of them is kept but names, limits and scalars.
package foreign

// Step is one step of a place in a call.
type Step struct {
	Key     string
	Index   int // of an item; -1 for every item, where the text does not say which
	IsIndex bool
}

// Fault is one thing that is wrong with a call.
type Fault struct {
	Path    []Step // the place; for a key that is missing or unknown, the key itself
	Keyword string // the keyword of JSON Schema that failed; "rule" for a demand in words of the tool's own
	Want    any    // what the keyword asks for, where the text says it: values, types, a limit, a form
	Got     any    // the scalar that came; for "type", the name of its type
	Message string // of a rule
	from    origin
}

// Guessed reports whether the fault was read out of plain words.
func (f *Fault) Guessed() bool { return f.from == said }

// origin is what has to be known of where a fault comes from, to find its place.
type origin uint8

const (
	exact    origin = iota
	labelled        // the path may hold names of the validator's own, such as those of variants
	branch          // the fault lies in one branch of a union, which may not be the one that was meant
	goNames         // the path has no indexes, and its keys may be the names of Go fields
	rooted          // the path may begin with a word for the whole of the arguments
	nameless        // likewise, and it is about a key of the object there that the text does not name
	said            // in words of the server's own: that a value is missing which the call has is no fault
)

// Bounds of what is read.
const (
	maxText   = 16 << 10 // characters
	maxFaults = 100
	maxDepth  = 6  // texts within texts
	maxStarts = 16 // places of a text at which JSON may start
)

// Read lists the faults that a text tells of. What it reads is not yet compared with a schema.
func Read(text string) []Fault { return readText(cut(text), 0) }

func readText(text string, depth int) []Fault {
	if depth > maxDepth {
		return nil
	}
	if faults := readJSON(text, depth); len(faults) > 0 {
		return faults
	}
	for _, read := range []func(string) []Fault{
		zodText, pydanticText, santhoshText, googleText, goaText, pythonText, goText, ajvText, proseText,
	} {
		if faults := read(text); len(faults) > 0 {
			return faults[:min(len(faults), maxFaults)]
		}
	}
	return nil
}

// cut bounds a text at a character.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	n := maxText
	for n > 0 && text[n]&0xc0 == 0x80 {
		n--
	}
	return text[:n]
}

// below is the place of a key of an object.
func below(steps []Step, key string) []Step {
	return append(steps[:len(steps):len(steps)], Step{Key: key})
}
