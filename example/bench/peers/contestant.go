// Package peers runs the same calls through toolgen and through what else there is, each in the
// way that its own documentation shows.
package peers

import "github.com/toolgen/toolgen/example/bench/payload"

// Contestant is one way of reading a call.
type Contestant struct {
	// Name is what the tables call it.
	Name string
	// Module is the path of the Go module that it comes from, "" for the standard library.
	Module string
	// Work says what it does to a text.
	Work Work
	// Read has, for each kind of call, the function that reads one. A nil error accepts the call.
	Read map[payload.Kind]func(text []byte) error
	// Faults counts the faults that an error of Read tells of.
	Faults func(err error) int
}

// Work is how much of the work a contestant does.
type Work string

// How much of the work is done.
const (
	Syntax   Work = "syntax only"
	Decode   Work = "decode only"
	Validate Work = "decode and validate"
)

// All is every contestant: first the yardstick, then toolgen, then its peers.
func All() []Contestant {
	return []Contestant{
		valid(), toolgen(), ogen(), goJSONSchema(), validatorTags(), santhosh(), unmarshal(), sonicUnmarshal(), goccyUnmarshal(),
	}
}

// first counts the faults of a contestant that stops at the first.
func first(err error) int {
	if err == nil {
		return 0
	}
	return 1
}
