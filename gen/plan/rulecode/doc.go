// Package rulecode decides what a rule compiles to: small functions made of typed expressions and
// statements, in which each operator is chosen and each conversion, optional read and failing step is
// explicit. The printer writes them as they stand.
//
// An error of CEL is neither a panic nor an early return. A step that can fail gives its value and
// whether there is one; later steps go on with what they got, and the test at the end of the chain asks
// whether all steps had a value. A test that must come out as something even where it is undecided
// comes out as what its context gives it: false where only true counts, true under a negation. So && and
// || of Go do what those of CEL do.
//
// The package imports package model and nothing else of gen/.
package rulecode
