package stubs

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
)

//go:embed api
var api embed.FS

// NewImporter returns an importer of stubs. It returns an error for packages without one.
func NewImporter(fset *token.FileSet) types.Importer {
	return &importer{fset: fset, done: map[string]*types.Package{"unsafe": types.Unsafe}}
}

type importer struct {
	fset *token.FileSet
	done map[string]*types.Package
}

// Import implements types.Importer.
func (i *importer) Import(path string) (*types.Package, error) {
	if pkg, ok := i.done[path]; ok {
		return pkg, nil
	}
	source, err := Source(path)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(i.fset, fileName(path), source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	config := types.Config{Importer: i, IgnoreFuncBodies: true}
	pkg, err := config.Check(path, i.fset, []*ast.File{file}, nil)
	if err != nil {
		return nil, err
	}
	i.done[path] = pkg
	return pkg, nil
}

// Source returns the stub of a package.
func Source(path string) ([]byte, error) {
	data, err := api.ReadFile(fileName(path))
	if err != nil {
		return nil, fmt.Errorf("no stub of %q", path)
	}
	return data, nil
}

// fileName returns the path of a package's stub. It does not end in .go, so the go command treats the folder as
// data.
func fileName(path string) string {
	return "api/" + path + ".stub"
}
