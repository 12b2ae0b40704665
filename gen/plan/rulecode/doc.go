// Package rulecode decides what a rule compiles to: small functions of typed expressions and statements, in which
// every operator, conversion, optional read and failing step is explicit. The printer adds nothing.
//
// An error in CEL is neither a panic nor an early return. A step that can fail returns a value and whether there is
// one. Later steps continue with the value, and the test at the end also checks that all steps had one. A test that
// cannot be decided gets the outcome that its context provides: false where only true counts, true below a negation.
// That way && and || in Go behave as in CEL.
//
// The package imports package model and nothing else of gen/.
package rulecode
