package runtime

import (
	"errors"
	"strconv"
	"strings"
)

// ErrInvalidArguments is what every *ValidationError is, in the sense of [errors.Is].
var ErrInvalidArguments = errors.New("invalid arguments")

// ValidationError says that a value does not fit its schema or its rules. It never stands for a
// fault of the schema or of this package.
type ValidationError struct {
	issues  []ValidationIssue
	omitted int
}

// newValidationError makes an error of issues that are in order and within the cap.
func newValidationError(issues []ValidationIssue, omitted int) *ValidationError {
	return &ValidationError{issues: issues, omitted: omitted}
}

// NewValidationError makes an error with room for n issues, and gives the room: the decoder that has found
// them fills it in order. Omitted is the number of those beyond its cap.
func NewValidationError(n, omitted int) (*ValidationError, []ValidationIssue) {
	err := roomFor(n)
	err.omitted = omitted
	return err, err.issues
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

// roomFor makes an error with room for n issues. Most calls that are wrong have few faults: the error
// and just as many issues share one allocation then. Issues are large, so that room for more than there
// are would cost more than all the rest of a short call.
func roomFor(n int) *ValidationError {
	switch n {
	case 1:
		both := new(errorWith[[1]ValidationIssue])
		both.issues = both.room[:]
		return &both.ValidationError
	case 2:
		both := new(errorWith[[2]ValidationIssue])
		both.issues = both.room[:]
		return &both.ValidationError
	case 3:
		both := new(errorWith[[3]ValidationIssue])
		both.issues = both.room[:]
		return &both.ValidationError
	}
	return &ValidationError{issues: make([]ValidationIssue, n)}
}

// errorWith is an error beside its issues.
type errorWith[Room any] struct {
	ValidationError
	room Room
}
