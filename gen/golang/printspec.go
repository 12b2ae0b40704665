package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
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
	m := &members{}
	m.add("Args", jen.Id(f.reader(f.tool.Args)))
	if r := f.tool.Result; r != nil && f.resultNamed(r) {
		m.add("Result", jen.Id(f.reader(r)))
	}
	return jen.Op("&").Add(f.rt("Decoders")).Values(m.list...)
}

func (f *file) resultNamed(t *model.Type) bool { return t.Name != "" && f.plan.Type(t, true).Methods }

func (f *source) toolSpec() string { return f.derived(f.tool.GoName, "Spec") }

// printSpec prints what is known about the tool as static data.
func (f *file) printSpec() {
	tool := f.tool
	m := &members{}
	m.str("Name", tool.Name)
	m.str("Title", tool.Title)
	m.str("Description", tool.Description)
	m.str("InputSchema", tool.InputSchema)
	m.str("FullSchema", tool.FullSchema)
	m.str("OutputSchema", tool.OutputSchema)
	f.hint(m, "ReadOnly", tool.Annotations.ReadOnly)
	f.hint(m, "Destructive", tool.Annotations.Destructive)
	f.hint(m, "Idempotent", tool.Annotations.Idempotent)
	f.hint(m, "OpenWorld", tool.Annotations.OpenWorld)
	f.ruleSpec(m)
	m.add("Decoders", f.decoders())
	f.data = append([]jen.Code{jen.Id(f.toolSpec()).Op("=").Add(f.rt("ToolSpec")).Add(tall(m.list))}, f.data...)
}

func (f *file) hint(m *members, name string, says *bool) {
	switch {
	case says == nil:
	case *says:
		m.add(name, f.rt("True"))
	default:
		m.add(name, f.rt("False"))
	}
}

// members collects the non-empty members of a composite literal.
type members struct{ list []jen.Code }

func (m *members) add(name string, value jen.Code) {
	m.list = append(m.list, jen.Id(name).Op(":").Add(value))
}

func (m *members) str(name, value string) {
	if value != "" {
		m.add(name, text(value))
	}
}

func (m *members) flag(name string, set bool) {
	if set {
		m.add(name, jen.True())
	}
}

func (m *members) strs(name string, list []string) {
	if len(list) > 0 {
		m.add(name, stringSlice(list))
	}
}

func (m *members) ints(name string, list []int) {
	if len(list) > 0 {
		m.add(name, intSlice(list))
	}
}
