package gen

import (
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
)

// Options configure a run.
type Options struct {
	Targets []Target
}

// Target is a Go package and its sources.
type Target struct {
	// Sources are the files with tool definitions.
	Sources []string
	// Rules are overlay files.
	Rules []string
	// Out is the directory of the package; "" is the working directory.
	Out string
	// Package is the package name. By default it is that of the Go files in Out, or derived from the
	// directory's name.
	Package string
	// Type names the tool of a bare schema; by default the schema's title, or the file name.
	Type string
	// Envelope is the format of the sources; "" detects it.
	Envelope string
	// Refs map remote references to files; the network is never used.
	Refs []lower.Ref
	// PythonTypes accepts Python type names as JSON Schema types.
	PythonTypes bool
	// Closed rejects unknown keys in objects that do not mention them.
	Closed bool
	// NoFormatAssertion makes format an annotation.
	NoFormatAssertion bool
	// Providers are names of package export; whatever these providers reject is a warning.
	Providers []string
	// Strict fails the run on warnings. The output does not depend on it.
	Strict bool
	// Place is the position of the target in a config file, for messages; optional.
	Place model.Pos
}

// Result is the result of Generate.
type Result struct {
	Outcome
	// Written are created or replaced files; Kept are files without a source that a failed tool may own.
	Written, Kept []string
	// Removed are files without a source.
	Removed []Removal
	// Unchanged is the number of files that were up to date.
	Unchanged int
}

// Outcome is what Generate and Check say about the sources.
type Outcome struct {
	// Tools is the number of tools in the sources; LeftOut are the names of those without code.
	Tools   int
	LeftOut []string
	// Diagnostics are the faults of the sources, in the order of the targets. Tools with errors were not
	// generated.
	Diagnostics model.Diagnostics
	// Failed: a tool was not generated, or a strict target has warnings.
	Failed bool
}

// Removal is a removed file.
type Removal struct {
	Path string
	// Foreign is the file's source if it is not one of this run's: it may have been renamed, or belong to
	// another command with the same output directory.
	Foreign string
}

// BlockedError reports why nothing was written. Its diagnostics name the files in the way.
type BlockedError struct {
	Blocks model.Diagnostics
}

// Error returns the first reason.
func (e *BlockedError) Error() string {
	return e.Blocks[0].String()
}

// InternalError is a bug in toolgen: the printed package does not compile.
type InternalError struct {
	Problem string
}

// Error asks for a bug report.
func (e *InternalError) Error() string {
	return "internal error, nothing was written: " + e.Problem +
		"; this is a bug of toolgen, please report it with the source that shows it"
}
