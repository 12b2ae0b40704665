// Package peers runs the same calls through toolgen and alternatives, each used as its own documentation
// shows.
package peers

import "github.com/toolgen/toolgen/example/bench/payload"

// Contestant is a way of reading a call.
type Contestant struct {
	// Name is its name in the tables.
	Name string
	// Module is the path of its Go module, "" for the standard library.
	Module string
	// Work is the part of the work that it does.
	Work Work
	// Read has a function for each kind of call. A nil error accepts the call.
	Read map[payload.Kind]func(text []byte) error
	// Faults counts the faults that an error of Read reports.
	Faults func(err error) int
}

// Work is the part of the work that a contestant does.
type Work string

// The kinds of Work.
const (
	Syntax   Work = "syntax only"
	Decode   Work = "decode only"
	Validate Work = "decode and validate"
)

// All returns all contestants: the yardstick, toolgen, then its peers.
func All() []Contestant {
	return []Contestant{
		valid(), toolgen(), ogen(), goJSONSchema(), validatorTags(), santhosh(), unmarshal(), sonicUnmarshal(), goccyUnmarshal(),
	}
}

// first counts the faults of a contestant that stops at the first one.
func first(err error) int {
	if err == nil {
		return 0
	}
	return 1
}
