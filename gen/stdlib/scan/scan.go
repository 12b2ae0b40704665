// Package scan extracts the types of Go's standard library from its source.
package scan

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/stdlib"
)

// List returns the exported types of every importable package, one line per package, with the signs of package
// stdlib after the names.
func List(goroot string) (string, error) {
	src := filepath.Join(goroot, "src")
	var lines []string
	err := filepath.WalkDir(src, func(dir string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir() || dir == src:
			return nil
		}
		switch name := d.Name(); name {
		case "internal", "vendor", "testdata", "cmd", "builtin":
			return filepath.SkipDir
		default:
			if strings.HasPrefix(name, "_") {
				return filepath.SkipDir
			}
		}
		types, err := packageTypes(dir)
		if err != nil || len(types) == 0 {
			return err
		}
		path, err := filepath.Rel(src, dir)
		if err == nil {
			lines = append(lines, filepath.ToSlash(path)+": "+strings.Join(types, " "))
		}
		return err
	})
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n", err
}

// Has reports whether the library at goroot has the type, or the package if name is empty. It returns false if
// no library is installed there.
func Has(goroot, path, name string) bool {
	if goroot == "" {
		return false
	}
	types, err := packageTypes(filepath.Join(goroot, "src", filepath.FromSlash(path)))
	return err == nil && len(types) > 0 && (name == "" || slices.Contains(types, name))
}

// packageTypes returns the sorted exported types of a package over all platforms. A package without types
// yields "".
func packageTypes(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	found := false
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if file.Name.Name == "main" || file.Name.Name == "documentation" || isExperiment(file) {
			continue
		}
		found = true
		for _, decl := range file.Decls {
			group, ok := decl.(*ast.GenDecl)
			if !ok || group.Tok != token.TYPE {
				continue
			}
			for _, spec := range group.Specs {
				if spec := spec.(*ast.TypeSpec); spec.Name.IsExported() {
					names[spec.Name.Name+sign(spec)] = true
				}
			}
		}
	}
	if found && len(names) == 0 {
		return []string{""}, nil
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// isExperiment reports whether a file is built only with a GOEXPERIMENT.
func isExperiment(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if comment.Pos() > file.Package || !constraint.IsGoBuild(comment.Text) {
				continue
			}
			expr, err := constraint.Parse(comment.Text)
			if err != nil {
				continue
			}
			const experiment = "goexperiment."
			asked := false
			built := expr.Eval(func(tag string) bool {
				asked = asked || strings.HasPrefix(tag, experiment)
				return !strings.HasPrefix(tag, experiment)
			})
			return asked && !built
		}
	}
	return false
}

func sign(spec *ast.TypeSpec) string {
	if spec.TypeParams != nil {
		return stdlib.GenericSign
	}
	switch t := spec.Type.(type) {
	case *ast.InterfaceType:
		if len(t.Methods.List) > 0 {
			return stdlib.NoValueSign
		}
	case *ast.FuncType, *ast.ChanType:
		return stdlib.NoValueSign
	}
	return ""
}
