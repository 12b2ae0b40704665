package gen

import (
	"context"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
)

// Options say what one run generates.
type Options struct {
	Targets []Target
	// Progress, if not nil, is told what the run turns to next.
	Progress func(step string)
	// Context, if not nil, calls a run off: nothing is written then, and the error is the cause of
	// it. Once the first file is replaced, all of them are.
	Context context.Context
}

// Target is one Go package and what it is made from.
type Target struct {
	// Sources are the files that hold the tool definitions.
	Sources []string
	// Rules are overlay files with rules for the tools.
	Rules []string
	// Out is the directory of the package; empty is the working directory.
	Out string
	// Package is the package's name. Empty takes the package clause of the Go files that the user
	// has in Out, else a name made from the directory's.
	Package string
	// Type names the tool of a bare schema; empty takes the schema's title, else the file's name.
	Type string
	// Envelope is the form of the sources; empty detects it.
	Envelope string
	// Refs say where remote references are read from; the network is never asked.
	Refs []lower.Ref
	// PythonTypes reads Python's type names as those of JSON Schema.
	PythonTypes bool
	// Closed makes objects that say nothing of unknown keys refuse them.
	Closed bool
	// NoFormatAssertion makes format an annotation.
	NoFormatAssertion bool
	// Providers are those that the tools are for, by the names of package export: what they do not take is a warning.
	Providers []string
	// Strict makes the run fail on warnings; what is written does not depend on it.
	Strict bool
	// Place is where the target is described, for messages; it may be left empty.
	Place model.Pos
}

// Result is what a run of Generate did.
type Result struct {
	// Written are the files that were created or replaced; Kept those that no source produces but
	// that a faulty tool may still own.
	Written, Kept []string
	// Removed are the files that no source produces any more.
	Removed []Removal
	// Unchanged counts the files that were right already.
	Unchanged int
	// Diagnostics are the faults of the sources, in the order of the targets. Tools with an error
	// among them were not generated.
	Diagnostics model.Diagnostics
	// Failed says that a tool was not generated, or that a strict target has warnings.
	Failed bool
}

// Removal is a file that was removed.
type Removal struct {
	Path string
	// Foreign is the source that the file was made from where that is none of the run's: it may
	// have been renamed, or belong to another command that writes to the same directory.
	Foreign string
}

// BlockedError says why nothing at all was written. Its diagnostics name the files in the way.
type BlockedError struct {
	Blocks model.Diagnostics
	// Diagnostics are those of the sources, found before the run was blocked.
	Diagnostics model.Diagnostics
}

// Error gives the first reason.
func (e *BlockedError) Error() string {
	return e.Blocks[0].String()
}

// InternalError is a fault of toolgen: it printed a package that does not compile.
type InternalError struct {
	Problem string
}

// Error asks for a report.
func (e *InternalError) Error() string {
	return "internal error, nothing was written: " + e.Problem +
		"; this is a bug of toolgen, please report it with the source that shows it"
}
