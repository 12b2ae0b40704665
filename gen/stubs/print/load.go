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

// module is the path under which generated code imports the runtime.
const module = "github.com/toolgen/toolgen"

// loader type-checks the declarations of this module's packages from source, everything else from
// stubs. What has no stub is left open; Stub fails if the exported API mentions it.
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
	// The stub describes the package as it is on every platform: it is read without build tags.
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
	// Errors are those of imports without a stub; the API that matters is looked at later.
	pkg, _ := config.Check(path, l.fset, files, nil)
	l.done[path] = pkg
	return pkg, nil
}
