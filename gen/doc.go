// Package gen is toolgen as a library: it reads tool definitions and writes a Go package that
// decodes and validates the calls of those tools.
//
//	result, err := gen.Generate(gen.Options{Targets: []gen.Target{{
//		Sources: []string{"books.tools.json"},
//		Out:     "booktools",
//	}}})
//
// Generate and Check run the same pipeline: package tooldef reads the sources, package rules applies
// overlays and compiles rules, package lower builds a model, package plan decides what is checked,
// and package golang prints the plan. The result is type-checked in memory together with the user's
// files in the same directory. Generate then writes the files that changed; Check returns a diff.
//
// A tool that cannot be generated is reported, its file of an earlier run stays, and the other tools
// are generated. A file without toolgen's header is never touched, and no file is replaced unless
// all of them can be.
package gen
