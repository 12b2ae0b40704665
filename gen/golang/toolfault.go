package golang

import (
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/gen/model"
)

// ToolFault is why a tool has no code.
type ToolFault struct {
	Tool *model.Tool
	Err  error
}

// ToolFaults is the error of a package in which some tools have no usable code. Without them, it can be
// printed.
type ToolFaults []ToolFault

// Error returns the first fault.
func (e ToolFaults) Error() string { return e.Diagnostics()[0].String() }

// Diagnostics returns the faults as errors at the tools' schemas.
func (e ToolFaults) Diagnostics() model.Diagnostics {
	var diags model.Diagnostics
	for _, fault := range e {
		diags = append(diags, fault.Diagnostic())
	}
	return diags
}

// Diagnostic returns the fault as an error at the tool's schema.
func (e ToolFault) Diagnostic() model.Diagnostic {
	d := model.Diagnostic{Severity: model.Error, Pos: e.Tool.Pos, Tool: e.Tool.Name}
	if e.Tool.Args != nil {
		d.Pos, d.Pointer = e.Tool.Args.Pos, e.Tool.Args.Pointer
	}
	if errors.Is(e.Err, errTooLarge) {
		d.Problem, d.Fix = tooLarge(e.Tool)
		return d
	}
	d.Problem = fmt.Sprintf("internal error, there is no code for the tool: %v; this is a bug of toolgen", e.Err)
	d.Fix = "report it with the schema of the tool, and leave the tool out until it is fixed"
	return d
}
