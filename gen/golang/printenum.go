package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// printEnum prints a named string type with its constants and the list of its values.
func (f *file) printEnum(t *model.Type) {
	consts := make([]jen.Code, len(t.Consts))
	for i, c := range t.Consts {
		consts[i] = jen.Add(f.name(c.Name)).Add(f.name(t.Name)).Op("=").Add(text(c.Value))
	}
	f.add(jen.Add(f.typeDoc(t)).Line().Type().Add(f.name(t.Name)).String())
	f.add(jen.Add(comment("The values of " + t.Name + ".")).Line().Const().Defs(consts...))
}

// enumValues is the variable that lists the values of an enum; it is printed when it is first
// used, since the enums of results are not checked.
func (f *valuePrinter) enumValues(t *model.Type, values []string) *jen.Statement {
	name := f.derived(t.Name, "Values")
	if t = t.Declaration(); !f.listed[t] {
		f.listed[t] = true
		f.lists = append(f.lists, jen.Var().Id(name).Op("=").Add(stringSlice(values)))
	}
	return jen.Id(name).Op("...")
}
