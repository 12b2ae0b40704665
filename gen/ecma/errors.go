package ecma

import "fmt"

// Error is a syntax error in a pattern, or a note about nonstandard syntax.
type Error struct {
	Offset  int // in runes from the start of the pattern
	Message string
}

// Error returns the message with the position, counted from 1.
func (e *Error) Error() string {
	return fmt.Sprintf("character %d: %s", e.Offset+1, e.Message)
}
