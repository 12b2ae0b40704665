// Package golang prints the plan of a tool as Go source.
//
// What is checked, in which form and order, is decided in gen/plan; of package model the printer reads
// names and shapes, and no constraint. It also uses gen/ecma, which makes loops of patterns, and is the
// only importer of jennifer. A file is printed in layers, and each knows only those below it: see
// file.go. Every construct has a file of its own: printstruct.go prints structs, printdecode.go their
// decoders, printchecks.go the checks of values, printany.go those of values of any type.
//
// Text that comes from a schema is hostile. It reaches the output through four functions only:
// [comment] for comments, [identifier] for names, [literal], which [text] prints, for literals and [tag] for the keys
// in struct tags. Nothing else may pass such text to jennifer, which trusts its input.
package golang
