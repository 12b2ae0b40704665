package preflight

import (
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// Attempt is one invalid call.
type Attempt struct {
	Number    int    // 1 is the first; invalid calls of one turn of the model share a number
	CallID    string //
	Tool      string // as the model named it, cut
	Arguments string // as the model wrote them, cut; sensitive values are masked
	Issues    []runtime.ValidationIssue
	Hint      *runtime.RetryHint // what the model was told
}

// CorrectionError is the cause of the error of a call that the model could not mend. The gate
// finds it again in runtime.ToolOutput.Error with [errors.As].
type CorrectionError struct {
	// Question is what to ask the user, built from what is still missing.
	Question string

	attempts []Attempt
	issues   []runtime.ValidationIssue
	cause    error
}

// Attempts are the invalid calls at the decision point, oldest first, the last 32 of them.
func (e *CorrectionError) Attempts() []Attempt { return e.attempts }

// Issues are those of the last attempt.
func (e *CorrectionError) Issues() []runtime.ValidationIssue { return e.issues }

// Error says how many attempts there were.
func (e *CorrectionError) Error() string {
	return fmt.Sprintf("the call is still invalid after %d attempts", len(e.attempts))
}

// Is reports whether target is [runtime.ErrInvalidArguments].
func (e *CorrectionError) Is(target error) bool { return target == runtime.ErrInvalidArguments }

// Unwrap is the error of the last attempt.
func (e *CorrectionError) Unwrap() error { return e.cause }
