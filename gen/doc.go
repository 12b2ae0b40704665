// Package gen is toolgen as a library: it reads tool definitions and writes a Go package that
// decodes and validates the calls of those tools.
//
//	result, err := gen.Generate(gen.Options{Targets: []gen.Target{{
//		Sources: []string{"books.tools.json"},
//		Out:     "booktools",
//	}}})
//
// Generate and Check run the same pipeline: package tooldef reads the sources, package lower
// makes a model of them, package golang prints the model, and the printed package is
// type-checked in memory together with the files that the user keeps in the same directory.
// Generate then writes what changed; Check compares instead and gives a diff.
//
// Nothing is lost on the way. A tool that cannot be generated is a diagnostic, its file of an
// earlier run stays, and the other tools are generated; a file without toolgen's header is never
// touched; and no file is replaced unless all of them can be.
package gen
