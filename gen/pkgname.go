package gen

import (
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/gen/model"
)

// ignoredPackage is the package name that the go command ignores (go help packages).
const ignoredPackage = "documentation"

// packageName returns the requested package name, or that of the user's files in the directory, or one derived
// from the directory's name. Inconsistent files block the run, since the result would not build.
func packageName(asked string, dir *outDir) (string, model.Diagnostics) {
	problem := ""
	switch {
	case asked == "":
	case token.IsKeyword(asked):
		problem = " is a keyword of Go"
	case !token.IsIdentifier(asked), asked == "_":
		problem = " is not a Go identifier"
	case asked == ignoredPackage:
		problem = " is one that the go command ignores"
	}
	if problem != "" {
		return "", model.Diagnostics{{
			Severity: model.Error,
			Problem:  "the package name " + strconv.Quote(asked) + problem,
			Fix:      "choose a name of letters and digits, for example " + identifier(asked),
		}}
	}
	name := asked
	for _, file := range slices.Sorted(maps.Keys(dir.user)) {
		fset := token.NewFileSet()
		syntax, err := parser.ParseFile(fset, dir.file(file), dir.user[file], parser.PackageClauseOnly)
		if err != nil {
			continue
		}
		clause := syntax.Name.Name
		switch {
		case name == "":
			name = clause
		case clause != name:
			return "", model.Diagnostics{{
				Severity: model.Error,
				Pos:      position(fset, syntax.Name.Pos()),
				Problem:  "this file says package " + clause + ", the generated code would say package " + name,
				Fix:      "give --package " + clause + ", or choose another output directory",
			}}
		}
	}
	if name != "" {
		return name, nil
	}
	abs, err := filepath.Abs(dir.path)
	if err != nil {
		abs = dir.path
	}
	return identifier(filepath.Base(abs)), nil
}

// identifier converts text to a package name: "book-tools" becomes booktools.
func identifier(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		if unicode.IsLetter(r) || r == '_' || unicode.IsDigit(r) {
			b.WriteRune(r)
		}
	}
	name := strings.Trim(b.String(), "_")
	switch {
	case name == "":
		return "tools"
	case token.IsKeyword(name), name == ignoredPackage, name == "main":
		// Package main without a main function does not build, and cannot be imported.
		return name + "tools"
	case !token.IsIdentifier(name):
		return "tools" + name
	}
	return name
}

func position(fset *token.FileSet, pos token.Pos) model.Pos {
	p := fset.Position(pos)
	return model.Pos{File: p.Filename, Line: p.Line, Column: p.Column}
}
