// Package model holds toolgen's own words for what a tool accepts: tools, Go types, fields
// and constraints, all references resolved, all names decided, every constraint in one place.
//
// Package lower makes a model from tool definitions; the printer, the run-time interpreter and
// every later reader (hints, lint, documentation) read it and nothing else. The package imports
// nothing else of gen/.
package model
