package runtime

import (
	"errors"
	"strconv"
	"strings"
)

// ErrInvalidArguments matches every *ValidationError under [errors.Is].
var ErrInvalidArguments = errors.New("invalid arguments")

// ValidationError says that a value does not match its schema or its rules. It never reports a fault of
// the schema or of this package.
type ValidationError struct {
	issues  []ValidationIssue
	omitted int
	room    [3]ValidationIssue // holds the issues of most errors, so that they are one allocation
}

// NewValidationError makes an error of issues that are in order and within the cap. Omitted is the number of those
// beyond the cap. The error has a copy of the issues.
func NewValidationError(issues []ValidationIssue, omitted int) *ValidationError {
	e, room := MakeValidationError(len(issues), omitted)
	copy(room, issues)
	return e
}

// MakeValidationError is [NewValidationError] for n issues that the caller writes into the slice.
func MakeValidationError(n, omitted int) (*ValidationError, []ValidationIssue) {
	e := &ValidationError{omitted: omitted}
	if e.issues = e.room[:0]; n > len(e.room) {
		e.issues = make([]ValidationIssue, 0, n)
	}
	e.issues = e.issues[:n]
	return e, e.issues
}

// Issues lists the faults in order: schema position, array index, unknown keys as they came,
// then rules. The caller must not change the slice.
func (e *ValidationError) Issues() []ValidationIssue { return e.issues }

// Omitted is the number of further issues that were found but are beyond the cap.
func (e *ValidationError) Omitted() int { return e.omitted }

// Is reports whether target is [ErrInvalidArguments].
func (e *ValidationError) Is(target error) bool { return target == ErrInvalidArguments }

// errorLines is the number of issues that Error spells out.
const errorLines = 10

// Error lists the first issues, one a line, and counts the rest. The text is bounded.
func (e *ValidationError) Error() string {
	var b strings.Builder
	b.WriteString("invalid arguments")
	for i, issue := range e.issues {
		if i == errorLines {
			break
		}
		b.WriteString("\n" + issue.String())
	}
	if rest := len(e.issues) - errorLines; rest > 0 || e.omitted > 0 {
		b.WriteString("\nand " + strconv.Itoa(max(rest, 0)+e.omitted) + " more")
	}
	return b.String()
}
