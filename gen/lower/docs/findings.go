package docs

import (
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Findings are the diagnostics of a schema, each reported once although shared definitions are visited
// repeatedly.
type Findings struct {
	Tool  string
	Diags model.Diagnostics
	told  map[model.Diagnostic]bool // reported diagnostics
	// Broken means that faults were reported and removed from the schema. Warnings are then suppressed, since
	// they may be consequences.
	Broken bool
}

// Fail reports an error.
func (f *Findings) Fail(n *tooldef.Node, keyword, problem, fix string) {
	f.Report(ErrorAt(n, keyword, problem, fix))
}

// Warn reports a warning.
func (f *Findings) Warn(n *tooldef.Node, keyword, problem, fix string) {
	if f.Broken {
		return
	}
	d := ErrorAt(n, keyword, problem, fix)
	d.Severity = model.Warning
	f.Report(d)
}

// Report adds a diagnostic.
func (f *Findings) Report(d model.Diagnostic) {
	d.Tool = f.Tool
	if f.told == nil {
		f.told = map[model.Diagnostic]bool{}
	}
	if !f.told[d] {
		f.told[d] = true
		f.Diags = append(f.Diags, d)
	}
}
