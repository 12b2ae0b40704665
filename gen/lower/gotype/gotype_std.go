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

// checkForeign rejects a type of another package that a field cannot have, and reports whether it is usable.
// Types outside of the standard library are left to the compiler. v is the position of the type, imp that of
// its package, or nil.
func checkForeign(out *docs.Findings, v, imp *tooldef.Node, importPath, pkg, ident string) bool {
	name := pkg + "." + tooldef.Cut(ident, 60)
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
		// A newer Go than that of the list may have it.
		if scan.Has(build.Default.GOROOT, importPath, ident) {
			return true
		}
		fix := "name one of its types, or a type of your own"
		if guess := near.Name(ident, stdlib.Types(importPath)); guess != "" {
			fix = "did you mean " + pkg + "." + guess + "?"
		}
		out.Fail(v, "x-go-type", fmt.Sprintf("the package %s of %s has no type %s", importPath, GoVersion(), tooldef.Cut(ident, 60)), fix)
		return false
	case stdlib.Generic:
		out.Fail(v, "x-go-type", name+" takes type arguments, which x-go-type cannot give", "name a type of your own that instantiates it")
		return false
	case stdlib.NoValue:
		out.Fail(v, "x-go-type", name+" is an interface with methods, a function or a channel, and no JSON becomes a value of it",
			"name a type of values")
		return false
	}
	return true
}

// checkPackage warns about an unknown import path that looks like the standard library.
func checkPackage(out *docs.Findings, imp *tooldef.Node, importPath string) {
	first, _, _ := strings.Cut(importPath, "/")
	standard := slices.ContainsFunc(stdlib.Packages(), func(p string) bool { return p == first || strings.HasPrefix(p, first+"/") })
	if !standard || imp == nil || scan.Has(build.Default.GOROOT, importPath, "") {
		return
	}
	fix := "correct the path; packages of your own begin with a module path"
	if guess := near.Name(importPath, stdlib.Packages()); guess != "" && path.Dir(guess) == path.Dir(importPath) {
		fix = "did you mean " + guess + "?"
	}
	out.Warn(imp, "x-go-type-import", fmt.Sprintf("%s has no package %s", GoVersion(), tooldef.Cut(importPath, 60)), fix)
}

// GoVersion returns the Go version of the list of types.
func GoVersion() string { return "Go " + strings.TrimPrefix(stdlib.Version(), "go") }
