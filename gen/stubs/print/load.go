package print

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/gen/stubs"
)

// module is the import path prefix of the runtime.
const module = "github.com/toolgen/toolgen"

// loader type-checks the declarations of this module's packages from source, and everything else from stubs.
// Packages without a stub stay unresolved; Stub fails if the exported API mentions them.
type loader struct {
	root string
	fset *token.FileSet
	std  types.Importer
	done map[string]*types.Package
}

func newLoader(root string) *loader {
	fset := token.NewFileSet()
	return &loader{root: root, fset: fset, std: stubs.NewImporter(fset), done: map[string]*types.Package{}}
}

// Import implements types.Importer.
func (l *loader) Import(path string) (*types.Package, error) {
	if pkg, ok := l.done[path]; ok {
		return pkg, nil
	}
	rel, own := strings.CutPrefix(path, module+"/")
	if !own {
		return l.std.Import(path)
	}
	dir := filepath.Join(l.root, filepath.FromSlash(rel))
	// Stubs are the same on every platform: files are read without build tags.
	context := build.Default
	context.CgoEnabled = false
	info, err := context.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range info.GoFiles {
		file, err := parser.ParseFile(l.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	config := types.Config{Importer: l, IgnoreFuncBodies: true, Error: func(error) {}}
	// Ignore errors of imports without a stub; the exported API is checked later.
	pkg, _ := config.Check(path, l.fset, files, nil)
	l.done[path] = pkg
	return pkg, nil
}
