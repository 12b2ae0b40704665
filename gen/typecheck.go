package gen

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/golang"
	"github.com/toolgen/toolgen/gen/lower/shape"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/stubs"
)

// typeCheck checks the printed package together with the user's own files and the generated files that remain from
// earlier runs. The diagnostics are faults that the user can correct; an *InternalError is a fault of the printed code.
//
// Imports are resolved from stubs, so the check needs no module, no network and no go command.
// Imports without a stub, such as the user's own, are assumed to be correct.
func (p *plan) typeCheck(pkg *model.Package) (model.Diagnostics, error) {
	if len(p.files) == 0 {
		return nil, nil
	}
	c := &checker{dir: p.dir, fset: token.NewFileSet(), goTypes: map[string][]goTypeUse{}, foreign: map[string]bool{},
		tools: map[string]*model.Tool{}}
	for _, tool := range pkg.Tools {
		c.tools[p.dir.file(tool.File)] = tool
		for _, root := range []*model.Type{tool.Args, tool.Result} {
			shape.Reach(root, func(t *model.Type) { c.use(tool.Name, t) })
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		file, err := parser.ParseFile(c.fset, p.dir.file(name), p.files[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, &InternalError{Problem: err.Error()}
		}
		c.generated = append(c.generated, file)
	}
	if p.keep {
		c.kept = c.parseLoosely(p.leftOver, p.dir.generated)
	}
	c.user = c.parseLoosely(slices.Sorted(maps.Keys(p.dir.user)), p.dir.user)
	return c.check()
}

// checker holds the parsed files of a package.
type checker struct {
	dir                   *outDir
	fset                  *token.FileSet
	generated, kept, user []*ast.File
	goTypes               map[string][]goTypeUse // uses of own types by x-go-type, by name
	tools                 map[string]*model.Tool // by file path
	foreign               map[string]bool        // qualified types of other packages used by x-go-type
}

// parseLoosely parses user files: invalid ones are skipped, and bodies are dropped, because only declarations
// matter.
func (c *checker) parseLoosely(names []string, data map[string][]byte) []*ast.File {
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(c.fset, c.dir.file(name), data[name], parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				f.Body = nil
			}
		}
		files = append(files, file)
	}
	return files
}

// check attributes an error to the generated code only if it occurs without the user's files as well.
func (c *checker) check() (model.Diagnostics, error) {
	// The generated files come first, so that the second declaration of a name, which is reported, is the user's.
	faults, clashes := c.faults(slices.Concat(c.generated, c.kept, c.user))
	if len(faults) == 0 || len(clashes) > 0 {
		return clashes, nil
	}
	if diags := c.missingGoTypes(faults); len(diags) > 0 {
		return diags, nil
	}
	if alone, _ := c.faults(c.generated); len(alone) > 0 && len(c.missingGoTypes(alone)) == 0 {
		if diags := c.toolFaults(alone); len(diags) > 0 {
			return diags, nil
		}
		return nil, &InternalError{Problem: c.fset.Position(alone[0].Pos).String() + ": " + alone[0].Msg}
	}
	return model.Diagnostics{{
		Severity: model.Error,
		Pos:      position(c.fset, faults[0].Pos),
		Problem:  "the generated code does not compile beside the other files of the package: " + faults[0].Msg,
		Fix:      "rename what those files declare under that name",
	}}, nil
}

// toolFaults attributes each fault to the tool of its file.
func (c *checker) toolFaults(faults []types.Error) model.Diagnostics {
	var list golang.ToolFaults
	for _, fault := range faults {
		place := c.fset.Position(fault.Pos)
		tool := c.tools[place.Filename]
		known := slices.ContainsFunc(list, func(f golang.ToolFault) bool { return f.Tool == tool })
		if tool == nil || known || strings.HasPrefix(fault.Msg, "\t") { // a continuation of the previous message
			continue
		}
		list = append(list, golang.ToolFault{Tool: tool, Err: fmt.Errorf("%v: %s", place, fault.Msg)})
	}
	return list.Diagnostics()
}

// faults type-checks files as one package and returns the errors in generated ones, and the names that another file declares
// as well.
func (c *checker) faults(files []*ast.File) (faults []types.Error, clashes model.Diagnostics) {
	ours := map[string]bool{}
	for _, f := range c.generated {
		ours[c.fset.Position(f.Pos()).Filename] = true
	}
	var first types.Error // the error that others continue
	clash := func(name, file string) {
		d := model.Diagnostic{
			Severity: model.Error, Pos: position(c.fset, first.Pos),
			Problem: "this file declares " + name + ", which the generated " + file + " declares too",
			Fix:     "rename yours, or rename the generated one with x-go-name in the schema",
		}
		if !slices.ContainsFunc(clashes, func(other model.Diagnostic) bool { return other.Pos == d.Pos }) {
			clashes = append(clashes, d)
		}
	}
	config := types.Config{
		Importer:    stubs.NewImporter(c.fset),
		FakeImportC: true,
		Error: func(err error) {
			var fault types.Error
			if !errors.As(err, &fault) {
				return
			}
			if !strings.HasPrefix(fault.Msg, "\t") {
				first = fault
			}
			file, foreign := c.fset.Position(fault.Pos).Filename, !ours[c.fset.Position(first.Pos).Filename]
			name, again := strings.CutPrefix(fault.Msg, "\tother declaration of ")
			method := methodTwice.FindStringSubmatch(fault.Msg)
			switch {
			case foreign && again && ours[file]:
				clash(name, file)
			case foreign && method != nil && ours[method[2]]:
				clash(method[1], method[2])
			case !foreign && ours[file] && !unresolvedImport(fault) && !c.onTrust(fault):
				faults = append(faults, fault)
			}
		},
	}
	// The callback has already seen the error.
	_, _ = config.Check(c.generated[0].Name.Name, c.fset, files, nil)
	return faults, clashes
}

// methodTwice matches the type checker's error for a method that two files declare.
var methodTwice = regexp.MustCompile(`^method (\S+) already declared at (.+):\d+:\d+$`)

// unresolvedImport reports whether a fault is an import without a stub. The checker reports nothing else about
// such a package.
func unresolvedImport(fault types.Error) bool {
	return strings.HasPrefix(fault.Msg, "could not import ")
}

// onTrust reports whether a fault is a type of x-go-type that is missing from the stub of its package: stubs
// contain only what generated code itself uses.
func (c *checker) onTrust(fault types.Error) bool {
	name, undefined := strings.CutPrefix(fault.Msg, "undefined: ")
	return undefined && c.foreign[name]
}

// missingGoTypes reports types of x-go-type that the package does not declare.
func (c *checker) missingGoTypes(faults []types.Error) model.Diagnostics {
	var diags model.Diagnostics
	seen := map[string]bool{}
	for _, fault := range faults {
		name, ok := strings.CutPrefix(fault.Msg, "undefined: ")
		if !ok || seen[name] {
			continue
		}
		seen[name] = true
		for _, use := range c.goTypes[name] {
			diags = append(diags, model.Diagnostic{
				Severity: model.Error,
				Pos:      use.t.Pos,
				Pointer:  use.t.Pointer,
				Tool:     use.tool,
				Keyword:  "x-go-type",
				Problem:  "x-go-type names " + name + ", which no file of the package declares",
				Fix:      "declare it in a file of the output directory, or give its package with x-go-type-import",
			})
		}
	}
	return diags
}

// goTypeUse is a schema that names a Go type with x-go-type.
type goTypeUse struct {
	tool string
	t    *model.Type
}

// use notes the type of x-go-type: for each tool, the first use of one of the package itself.
func (c *checker) use(tool string, t *model.Type) {
	name := t.GoType
	switch {
	case name == "":
	case t.GoImport != "":
		c.foreign[name] = true
	case !slices.ContainsFunc(c.goTypes[name], func(other goTypeUse) bool { return other.tool == tool }):
		c.goTypes[name] = append(c.goTypes[name], goTypeUse{tool, t})
	}
}
