package gotype

import (
	"fmt"
	"go/build"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/stdlib"
	"github.com/toolgen/toolgen/gen/stdlib/scan"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// checkForeign refuses a type of another package that a field cannot have, and reports whether it may
// be one. Of packages that are not of the standard library nothing is known here: they are taken on
// trust, and are for the compiler to judge. The place of the type is v, that of its package imp, which
// is nil where the name of the package says enough.
func checkForeign(out *docs.Findings, v, imp *tooldef.Node, importPath, pkg, ident string) bool {
	name := pkg + "." + docs.Cut(ident, 60)
	if !token.IsExported(ident) {
		out.Fail(v, "x-go-type", name+" is not exported, and no other package can name it", "name a type that begins with an upper-case letter")
		return false
	}
	if !stdlib.IsPackage(importPath) {
		checkPackage(out, imp, importPath)
		return true
	}
	switch stdlib.Lookup(importPath, ident) {
	case stdlib.NotThere:
		// A Go that is newer than the list may have it.
		if scan.Has(build.Default.GOROOT, importPath, ident) {
			return true
		}
		fix := "name one of its types, or one of yours"
		if guess := near.Name(ident, stdlib.Types(importPath)); guess != "" {
			fix = "did you mean " + pkg + "." + guess + "?"
		}
		out.Fail(v, "x-go-type", fmt.Sprintf("the package %s of %s has no type %s", importPath, GoVersion(), docs.Cut(ident, 60)), fix)
		return false
	case stdlib.Generic:
		out.Fail(v, "x-go-type", name+" takes type arguments, which x-go-type cannot give", "name a type of yours that is made of it")
		return false
	case stdlib.NoValue:
		out.Fail(v, "x-go-type", name+" is an interface with methods, a function or a channel, and no JSON becomes a value of it", "name a type of values")
		return false
	}
	return true
}

// checkPackage warns of an import path that looks like one of the standard library and is none.
func checkPackage(out *docs.Findings, imp *tooldef.Node, importPath string) {
	first, _, _ := strings.Cut(importPath, "/")
	standard := slices.ContainsFunc(stdlib.Packages(), func(p string) bool { return p == first || strings.HasPrefix(p, first+"/") })
	if !standard || imp == nil || scan.Has(build.Default.GOROOT, importPath, "") {
		return
	}
	fix := "correct the path, which begins with that of a module for packages of your own"
	if guess := near.Name(importPath, stdlib.Packages()); guess != "" && path.Dir(guess) == path.Dir(importPath) {
		fix = "did you mean " + guess + "?"
	}
	out.Warn(imp, "x-go-type-import", fmt.Sprintf("%s has no package %s", GoVersion(), docs.Cut(importPath, 60)), fix)
}

// GoVersion is the version of Go that the list of types is of, in words.
func GoVersion() string { return "Go " + strings.TrimPrefix(stdlib.Version(), "go") }
