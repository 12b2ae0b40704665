// Package toolgentest helps to test code that calls tools.
//
//	call, err := toolgentest.Sample(tools.CreatePayment, 1)   // valid arguments
//	bad, ok := toolgentest.Spoil(call, 1)                     // with known faults
//	toolgentest.AssertRepairable(t, tools.CreatePayment, bad) // a hint can be followed
//
// The same seed gives the same result with the same version of this package.
//
// There are two measures of hints. [AssertRepairable] is the weaker one: a [Repairer] that sees the call
// and the hint, but not the schema, must be able to make the call valid; a [StandIn] provides the values
// that the hint asks for, and counts them. [AssertFaithful] tests the hint itself, on [Labelled] calls:
// what the hint calls certain must be exactly right, nothing may be lost or invented, and every fault must
// be reported.
package toolgentest

import (
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// Call is a call of a tool in a test.
type Call struct {
	// Args are the arguments as a model might write them.
	Args []byte
	// Truth are the valid arguments that Args were meant to be, nil if unknown.
	Truth []byte
	// Planted are the faults that Spoil added to Args.
	Planted []Fault

	tool runtime.Tool
}

// Fault is a planted fault: its path, the violated constraint, and the kind of mistake that caused it.
type Fault struct {
	Field      string
	Constraint string
	Kind       Kind
}

// NewCall returns a call with the given arguments, for [Spoil]. It returns an error if they are not valid.
func NewCall(tool runtime.Tool, args []byte) (Call, error) {
	tool = forModel(tool)
	if _, err := tool.Decode(args); err != nil {
		return Call{}, fmt.Errorf("the arguments are not valid: %w", err)
	}
	return Call{Args: args, Truth: args, tool: tool}, nil
}
