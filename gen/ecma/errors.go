package ecma

import "fmt"

// Error says why a pattern is not a regular expression, or names an oddity of it.
type Error struct {
	Offset  int // in runes, from the pattern's start
	Message string
}

// Error gives the place, counted from 1 as people do, and what is wrong there.
func (e *Error) Error() string {
	return fmt.Sprintf("character %d: %s", e.Offset+1, e.Message)
}
