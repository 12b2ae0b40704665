// Package rulecode compiles rules to the syntax of small Go functions (package go/ast), in which every conversion,
// optional read and failing step is explicit. The printer only fills in the names of other packages.
//
// An error in CEL is neither a panic nor an early return. A step that can fail returns a value and whether there is
// one. Later steps continue with the value, and the test at the end also checks that all steps had one. A test that
// cannot be decided gets the outcome that its context provides: false where only true counts, true below a negation.
// That way && and || in Go behave as in CEL.
//
// The package imports package model and nothing else of gen/.
package rulecode
