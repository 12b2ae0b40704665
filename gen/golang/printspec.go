package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime"
)

// printToolVar prints the tool's variable.
func (f *file) printToolVar() {
	tool := f.tool
	args := f.name(tool.Args.Name)
	result := f.rt("RawJSON")
	if r := tool.Result; r != nil && f.resultNamed(r) {
		result = f.name(r.Name)
	}
	// A composite literal, because a generic function would be instantiated and compiled for each tool.
	f.add(jen.Add(docComment(tool.Args.Deprecated, tool.GoName+" is the tool "+tool.Name+".")).Line().
		Var().Add(f.name(tool.GoName)).Op("=").Op("&").Add(f.rt("TypedTool")).Types(args, result).
		Values(jen.Id("Tool").Op(":").Op("&").Id(f.toolSpec())))
}

// decoders are the functions that read the tool's arguments and results.
func (f *file) decoders() jen.Code {
	list := one(jen.Id("Args").Op(":").Id(f.reader(f.tool.Args)))
	if r := f.tool.Result; r != nil && f.resultNamed(r) {
		list = append(list, jen.Id("Result").Op(":").Id(f.reader(r)))
	}
	return jen.Op("&").Add(f.rt("Decoders")).Values(list...)
}

func (f *file) resultNamed(t *model.Type) bool { return t.Name != "" && f.plan.Type(t, true).Methods }

func (f *source) toolSpec() string { return f.derived(f.tool.GoName, "Spec") }

// printSpec prints what is known about the tool as static data.
func (f *file) printSpec() {
	var spec runtime.ToolSpec
	plan.Describe(&spec, f.tool)
	members := append(f.members(&spec), jen.Id("Decoders").Op(":").Add(f.decoders()))
	f.data = append([]jen.Code{jen.Id(f.toolSpec()).Op("=").Add(f.rt("ToolSpec")).Add(tall(members))}, f.data...)
}
