package runtime

import (
	engine "github.com/toolgen/toolgen/runtime/internal/repair"
)

// placeholderError is the error for arguments that have placeholders of an example in them, see
// [RetryHint.ExampleInput]: to a schema they are texts like any other, and no values to a handler.
func placeholderError(args []byte) error {
	var issues []ValidationIssue
	for _, place := range engine.Placeholders(string(args)) {
		issues = append(issues, ValidationIssue{Field: place, Constraint: "required"})
	}
	if len(issues) == 0 {
		return nil
	}
	return NewValidationError(issues, 0)
}
