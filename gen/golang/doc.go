// Package golang prints a model as Go source.
//
// It reads package model. Of gen/ it uses gen/plan, which decides what is written in place and what is a
// function, and gen/ecma, which makes loops of patterns. It is the only importer of jennifer. Every construct has a file of its own: printstruct.go prints
// structs, printdecode.go their decoders, compile.go the constraints, and so on.
//
// Text that comes from a schema is hostile. It reaches the output through three functions only:
// [comment] for comments, [identifier] for names and [text] for literals. Nothing else may hand
// foreign text to jennifer, which trusts its input.
//
// The constraint compiler takes a schema, the static Go type of a value and an expression for the
// value. On a precise static type it prints plain comparisons; where the schema asks what the
// static type cannot answer, the value is read as any and held against a generated function, so
// that any is only the least precise static type.
package golang
