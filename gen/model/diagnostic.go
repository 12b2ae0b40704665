package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Pos is a position in a source file. Line and Column start at 1, Column counts runes; the zero Pos is an
// unknown position.
type Pos struct {
	File   string
	Line   int
	Column int
}

// String formats the position as file:line:column, omitting unknown parts.
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

// Compare orders positions of one file.
func (p Pos) Compare(other Pos) int { return cmp.Or(p.Line-other.Line, p.Column-other.Column) }

// Severity is the effect of a diagnostic on the run.
type Severity uint8

const (
	// Warning does not stop generation. With --strict it fails the run, unless an option asked for it.
	Warning Severity = iota
	// Error means that the tool (or the whole source, if Tool is empty) is not generated.
	Error
)

// Diagnostic is a fault in a schema, in rules or in the configuration.
type Diagnostic struct {
	Severity Severity
	Pos      Pos
	Pointer  string // JSON Pointer in the source document, "" for the document itself
	Tool     string // the tool with the fault, "" for the whole source
	Keyword  string // the keyword at fault, if any
	Problem  string // what is wrong
	Fix      string // what to do about it
	// Asked: an option asked for what the warning reports, so --strict ignores it.
	Asked bool
}

// Fails reports whether a run fails because of the diagnostic.
func (d Diagnostic) Fails(strict bool) bool { return d.Severity == Error || strict && !d.Asked }

// String formats the diagnostic as "file:line:column: pointer: problem; fix".
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
		fmt.Fprintf(&b, "tool %q: ", middle(d.Tool, mostName))
	}
	b.WriteString(middle(d.Problem, mostText))
	if d.Fix != "" {
		b.WriteString("; " + middle(d.Fix, mostText))
	}
	return b.String()
}

// Maximum lengths of parts of a message. Providers allow names of up to 128 characters.
const (
	mostName    = 128
	mostPointer = 400
	mostText    = 1000
)

// middle shortens a text in the middle, since both ends are informative.
func middle(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most/2]) + "…" + string(r[len(r)-most/2:])
	}
	return text
}

// Cut truncates text of a source for a message to a number of runes.
func Cut(text string, runes int) string {
	for at := range text {
		if runes == 0 {
			return text[:at] + "…"
		}
		runes--
	}
	return text
}

// Diagnostics is a list of diagnostics in the order in which they were found.
type Diagnostics []Diagnostic

// Fail reports whether a run fails because of any diagnostic.
func (ds Diagnostics) Fail(strict bool) bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return d.Fails(strict) })
}

// HasErrors reports whether there is an Error.
func (ds Diagnostics) HasErrors() bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return d.Severity == Error })
}

// OfResult turns errors about an output schema into warnings: they cost the typed result, not the tool.
func (ds Diagnostics) OfResult() Diagnostics {
	out := slices.Clone(ds)
	for i := range out {
		if d := &out[i]; d.Severity == Error {
			d.Severity, d.Problem = Warning, "the result stays a runtime.RawJSON, since its schema cannot be used: "+d.Problem
		}
	}
	return out
}
