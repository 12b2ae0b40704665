package tooldef

import "github.com/toolgen/toolgen/gen/model"

// Findings are diagnostics, each reported once although shared definitions are visited repeatedly.
type Findings struct {
	Tool  string
	Diags model.Diagnostics
	told  map[model.Diagnostic]bool // reported diagnostics
	// Broken means that faults were reported and removed from the schema. Warnings are then suppressed, since
	// they may be consequences.
	Broken bool
}

// Fail reports an error.
func (f *Findings) Fail(n *Node, keyword, problem, fix string) {
	f.Report(ErrorAt(n, keyword, problem, fix))
}

// Warn reports a warning.
func (f *Findings) Warn(n *Node, keyword, problem, fix string) {
	if f.Broken {
		return
	}
	d := ErrorAt(n, keyword, problem, fix)
	d.Severity = model.Warning
	f.Report(d)
}

// ErrorAt returns an error diagnostic at a node.
func ErrorAt(n *Node, keyword, problem, fix string) model.Diagnostic {
	return model.Diagnostic{
		Severity: model.Error, Pos: n.Pos, Pointer: n.Pointer, Keyword: keyword, Problem: problem, Fix: fix,
	}
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
