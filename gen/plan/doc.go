// Package plan decides how the checks of a tool are written before any of them is written.
//
// A plan is computed once from a model and does not change: every reader that asks about a schema
// gets the same answer, however often and in whatever order it asks. A decision is about the form of
// a check only. There is no form that leaves a check out.
//
// The package imports package model and nothing else of gen/.
package plan
