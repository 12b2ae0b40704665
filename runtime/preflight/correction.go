package preflight

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// CorrectionError is the cause of the error of a call that the model could not correct. Find it in
// runtime.ToolOutput.Error with [errors.As].
type CorrectionError struct {
	// Question is what to ask the user about what is still missing.
	Question string

	attempts []runtime.LedgerAttempt
	tried    int // how often the model tried
	cause    *runtime.ToolError
}

// Attempts returns the last 32 invalid calls at the decision point, see [runtime.Ledger.Attempts].
func (e *CorrectionError) Attempts() []runtime.LedgerAttempt { return e.attempts }

// Issues returns the issues of the last attempt.
func (e *CorrectionError) Issues() []runtime.ValidationIssue { return issuesOf(e.cause) }

// maxErrorIssues is how many issues Error names.
const maxErrorIssues = 5

// Error returns the number of attempts, and the issues of the last one by field and constraint. Values and messages
// are omitted, since they may be sensitive.
func (e *CorrectionError) Error() string {
	var list []string
	issues := e.Issues()
	for i, issue := range issues {
		if i == maxErrorIssues {
			list = append(list, fmt.Sprintf("and %d more", len(issues)-i))
			break
		}
		parts := []string{issue.Field, issue.Constraint, issue.Rule}
		list = append(list, strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " "))
	}
	text := fmt.Sprintf("the call is still invalid after %d attempts", e.tried)
	if len(list) > 0 {
		text += ": " + strings.Join(list, ", ")
	}
	return text
}

// Is reports whether target is [runtime.ErrInvalidArguments].
func (e *CorrectionError) Is(target error) bool { return target == runtime.ErrInvalidArguments }

// Unwrap returns the error of the last attempt.
func (e *CorrectionError) Unwrap() error { return causeOf(runtime.ToolOutput{Error: e.cause}) }
