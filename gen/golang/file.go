package golang

import (
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// A file is printed in layers, and each knows only those below it: what any value is checked by, then
// rules, then checks of Go values; on these, methods that read and methods that check, and the declarations
// that they belong to.

// source is one generated file while it is being printed.
type source struct {
	names names
	tool  *model.Tool
	owner string     // exported name that derived names belong to
	shape bool       // a result is being printed: shape only, no constraints
	decls []jen.Code // top-level declarations in order
	data  []jen.Code // what the runtime knows of the tool, as static data
	late  []jen.Code // declarations that others made necessary: check functions and the like

	counter  map[string]int // numbers of derived names by owner and suffix
	repeated int            // bytes of foreign text that was printed more than once
	err      error          // the first fault of the model
}

// schemaPrinter prints checks of any value against a schema.
type schemaPrinter struct {
	*source
	plan     *plan.Plan
	named    map[*model.Type]string // check functions by schema
	specs    map[*model.Type]string // union specs by type
	seen     map[plan.Look]string   // functions that tell what a schema looks at
	patterns map[string]usedPattern // patterns that this file uses, by name
}

// rulePrinter prints what runs the rules on a value.
type rulePrinter struct {
	*schemaPrinter
	ruled     map[*model.Type]string // functions that run the rules on values that are no structs
	ruleNames map[string]bool        // names of functions of rules that are taken
}

// valuePrinter prints checks of values of Go types.
type valuePrinter struct {
	*rulePrinter
	lists  map[*model.Type]*jen.Statement // enums, with the place for the list of their values
	listed map[*model.Type]bool           // those whose list is used
}

// decodePrinter prints what reads values.
type decodePrinter struct {
	*valuePrinter
	entered map[*model.Type]bool // types with a method check that others' decode methods come to
	walking bool                 // the decode method of one of them is being printed
}

// checkPrinter prints what checks values that were built in Go.
type checkPrinter struct{ *valuePrinter }

// file prints declarations.
type file struct {
	*valuePrinter
	decoding *decodePrinter
	checking checkPrinter
	printed  map[*model.Type]bool // types that this file declares
}

// newFile starts the file of a tool.
func newFile(tool *model.Tool, names names, entered map[*model.Type]bool) *file {
	schemas := &schemaPrinter{
		source: &source{names: names, tool: tool, owner: tool.Args.Name, counter: map[string]int{}}, plan: plan.Of(tool),
		named: map[*model.Type]string{}, specs: map[*model.Type]string{}, seen: map[plan.Look]string{}, patterns: map[string]usedPattern{},
	}
	values := &valuePrinter{
		rulePrinter: &rulePrinter{schemaPrinter: schemas, ruled: map[*model.Type]string{}, ruleNames: map[string]bool{}},
		lists:       map[*model.Type]*jen.Statement{},
		listed:      map[*model.Type]bool{},
	}
	return &file{
		valuePrinter: values, decoding: &decodePrinter{valuePrinter: values, entered: entered}, checking: checkPrinter{values},
		printed: map[*model.Type]bool{},
	}
}

// fail keeps the first fault; printing goes on, and the output is thrown away at the end.
func (f *source) fail(layout string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf("tool %s: %w", strconv.Quote(f.tool.Name), fmt.Errorf(layout, args...))
	}
}

// ident lets a name through that is an identifier.
func (f *source) ident(name string) string {
	if _, err := identifier(name); err != nil {
		f.fail("%w", err)
		return "invalid"
	}
	return name
}

// name is the expression for an exported name of the package.
func (f *source) name(name string) *jen.Statement {
	if _, err := exported(name); err != nil {
		f.fail("%w", err)
		return jen.Id("invalid")
	}
	return jen.Id(name)
}

// rt is a name of the runtime.
func (f *source) rt(name string) *jen.Statement {
	if runtimeNames[name] {
		return jen.Qual(runtimePath, name)
	}
	return jen.Qual(gencodePath, name)
}

// derived is the unexported name for what belongs to the exported name.
func (f *source) derived(exportedName, suffix string) string { return f.names.of(exportedName, suffix) }

// numbered is derived with a running number.
func (f *source) numbered(exportedName, suffix string) string {
	name := f.derived(exportedName, suffix)
	f.counter[name]++
	return name + strconv.Itoa(f.counter[name])
}

// add appends top-level declarations, each set apart by a blank line.
func (f *source) add(decls ...jen.Code) {
	for _, decl := range decls {
		f.decls = append(f.decls, decl, jen.Line())
	}
}

// addLate appends declarations to the end of the file.
func (f *source) addLate(decls ...jen.Code) {
	for _, decl := range decls {
		f.late = append(f.late, decl, jen.Line())
	}
}

// newSource starts a Go file with the header that marks it as generated.
func newSource(pkg string, sources []string) *jen.File {
	out := jen.NewFile(pkg)
	out.NoFormat = true
	out.ImportName(runtimePath, "runtime")
	out.ImportName(gencodePath, "gencode")
	out.ImportName(backtrackPath, "backtrack")
	out.ImportName("encoding/json", "json")
	out.HeaderComment("// Code generated by toolgen. DO NOT EDIT.")
	for _, source := range sources {
		for _, line := range commentLines([]string{"Source: " + source}) {
			out.HeaderComment("// " + line)
		}
	}
	return out
}
