// Package limits holds the default limits of a decode call.
package limits

// The limits.
const (
	MaxBytes  = 4 << 20 // size of the input
	MaxDepth  = 64      // nesting of arrays and objects
	MaxIssues = 100     // issues listed in an error

	// HighestDepth caps the option MaxDepth, to protect the stack.
	HighestDepth = 10_000
)
