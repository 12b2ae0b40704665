package golang

import (
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// A file is printed in layers, each using only those below: checks of any value, rules, checks of Go values,
// decode and check methods, and declarations.

// source is a file being printed.
type source struct {
	names names
	tool  *model.Tool
	owner string     // exported name for derived names
	shape bool       // printing a result: shape only
	decls []jen.Code // top-level declarations
	data  []jen.Code // static data for the runtime
	late  []jen.Code // declarations needed by others, such as check functions

	counter  map[string]int // numbers of derived names
	repeated int            // bytes of repeated foreign text
	err      error          // first error
}

// schemaPrinter prints checks of any value.
type schemaPrinter struct {
	*source
	plan     *plan.Plan
	named    map[*model.Type]string // check functions by schema
	specs    map[*model.Type]string // union specs by type
	seen     map[plan.Look]string   // functions that record what a schema evaluates
	patterns map[string]usedPattern // patterns used in this file, by name
}

// rulePrinter prints the evaluation of rules.
type rulePrinter struct {
	*schemaPrinter
	ruled     map[*model.Type]string // functions that run rules on non-struct values
	ruleNames map[string]bool        // used names of rule functions
}

// valuePrinter prints checks of Go values.
type valuePrinter struct {
	*rulePrinter
	lists  map[*model.Type]*jen.Statement // enums, with the placeholder for their list of values
	listed map[*model.Type]bool           // enums whose list is used
}

// decodePrinter prints decode methods.
type decodePrinter struct {
	*valuePrinter
	entered map[*model.Type]bool // types with a check method that other decode methods reach
	walking bool                 // printing the decode method of such a type
}

// checkPrinter prints check methods for values built in Go.
type checkPrinter struct{ *valuePrinter }

// file prints declarations.
type file struct {
	*valuePrinter
	decoding *decodePrinter
	checking checkPrinter
	printed  map[*model.Type]bool // types declared by this file
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

// fail records the first error. Printing continues, and the output is discarded.
func (f *source) fail(layout string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf("tool %s: %w", strconv.Quote(f.tool.Name), fmt.Errorf(layout, args...))
	}
}

// ident checks that a name is an identifier.
func (f *source) ident(name string) string {
	if _, err := identifier(name); err != nil {
		f.fail("%w", err)
		return "invalid"
	}
	return name
}

// name prints an exported name of the package.
func (f *source) name(name string) *jen.Statement {
	if _, err := exported(name); err != nil {
		f.fail("%w", err)
		return jen.Id("invalid")
	}
	return jen.Id(name)
}

// rt prints a name of the runtime.
func (f *source) rt(name string) *jen.Statement {
	if runtimeNames[name] {
		return jen.Qual(runtimePath, name)
	}
	return jen.Qual(gencodePath, name)
}

// derived returns an unexported name derived from an exported one.
func (f *source) derived(exportedName, suffix string) string { return f.names.of(exportedName, suffix) }

// numbered is derived with a sequence number.
func (f *source) numbered(exportedName, suffix string) string {
	name := f.derived(exportedName, suffix)
	f.counter[name]++
	return name + strconv.Itoa(f.counter[name])
}

// add appends top-level declarations, separated by blank lines.
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

// newSource starts a Go file with the header of generated code.
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
