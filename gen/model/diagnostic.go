package model

import (
	"fmt"
	"slices"
	"strings"
)

// Pos is a place in a source file. Line and Column count from 1, Column in runes; the zero Pos
// means that the place is unknown.
type Pos struct {
	File   string
	Line   int
	Column int
}

// String renders the position as file:line:column, leaving out what is unknown.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.File == "":
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	default:
		return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
	}
}

// Severity says what a diagnostic means for the run.
type Severity uint8

const (
	// Warning does not stop generation; --strict turns it into a failure, unless an option asked for it.
	Warning Severity = iota
	// Error means that the tool (or the whole source, if Tool is empty) is not generated.
	Error
)

// Diagnostic is a fault of a schema, of rules or of configuration, never of a tool call.
type Diagnostic struct {
	Severity Severity
	Pos      Pos
	Pointer  string // JSON Pointer in the source document, "" for the document itself
	Tool     string // the tool that the fault belongs to, "" for the whole source
	Keyword  string // the keyword at fault, where one is
	Problem  string // what is wrong
	Fix      string // what to do about it
	// Asked says that an option asked for what the warning tells of, so that --strict does not fail on it.
	Asked bool
}

// Fails reports whether a run fails on the diagnostic; strict is whether warnings are faults.
func (d Diagnostic) Fails(strict bool) bool { return d.Severity == Error || strict && !d.Asked }

// String renders the diagnostic as "file:line:column: pointer: what is wrong; what to do".
func (d Diagnostic) String() string {
	var b strings.Builder
	if p := d.Pos.String(); p != "" {
		b.WriteString(p + ": ")
	}
	if d.Severity == Warning {
		b.WriteString("warning: ")
	}
	if d.Pointer != "" {
		b.WriteString(middle(d.Pointer, mostPointer) + ": ")
	}
	if d.Tool != "" {
		tool := d.Tool
		if r := []rune(tool); len(r) > mostName {
			tool = string(r[:mostName]) + "…"
		}
		fmt.Fprintf(&b, "tool %q: ", tool)
	}
	b.WriteString(middle(d.Problem, mostText))
	if d.Fix != "" {
		b.WriteString("; " + middle(d.Fix, mostText))
	}
	return b.String()
}

// How many characters of a message's parts are shown. A name may have 128, by any provider.
const (
	mostName    = 128
	mostPointer = 400
	mostText    = 1000
)

// middle takes out the middle of a text that is too long: both of its ends say something.
func middle(text string, most int) string {
	if len(text) <= most {
		return text
	}
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	return string(r[:most/2]) + "…" + string(r[len(r)-most/2:])
}

// Diagnostics is a list of diagnostics in the order in which they were found.
type Diagnostics []Diagnostic

// Fail reports whether a run fails on any diagnostic; strict is whether warnings are faults.
func (ds Diagnostics) Fail(strict bool) bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return d.Fails(strict) })
}

// HasErrors reports whether any diagnostic is an Error.
func (ds Diagnostics) HasErrors() bool {
	for _, d := range ds {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// OfResult are diagnostics of the schema of a result: it is never a reason to lose the tool, so that an
// error is a warning, and costs the typed result alone.
func (ds Diagnostics) OfResult() Diagnostics {
	out := slices.Clone(ds)
	for i := range out {
		if d := &out[i]; d.Severity == Error {
			d.Severity, d.Problem = Warning, "the result stays a runtime.RawJSON, since its schema cannot be used: "+d.Problem
		}
	}
	return out
}
