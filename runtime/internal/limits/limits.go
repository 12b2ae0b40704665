// Package limits holds the limits of a decode call where no option sets them.
package limits

const (
	MaxBytes  = 4 << 20 // of the input
	MaxDepth  = 64      // of nested arrays and objects
	MaxIssues = 100     // that an error lists

	// HighestDepth keeps recursion far from the end of the stack, whatever an option says.
	HighestDepth = 10_000
)
