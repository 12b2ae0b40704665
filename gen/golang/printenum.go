package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// printEnum prints a named string type with its constants and its list of values.
func (f *file) printEnum(t *model.Type) {
	consts := make([]jen.Code, len(t.Consts))
	for i, c := range t.Consts {
		consts[i] = jen.Add(f.name(c.Name)).Add(f.name(t.Name)).Op("=").Add(text(c.Value))
	}
	f.add(jen.Add(f.typeDoc(t)).Line().Type().Add(f.name(t.Name)).String())
	f.add(jen.Add(comment("The values of " + t.Name + ".")).Line().Const().Defs(consts...))
	f.lists[t] = jen.Null()
	f.add(f.lists[t])
}

// enumValues returns the variable with the values of an enum. It is printed only if used, since enums of
// results are not checked.
func (f *valuePrinter) enumValues(t *model.Type) *jen.Statement {
	f.listed[t.Declaration()] = true
	return jen.Id(f.derived(t.Name, "Values")).Op("...")
}

// printLists prints the used lists of values.
func (f *valuePrinter) printLists() {
	for t, list := range f.lists { // each has its placeholder
		if !f.listed[t] {
			continue
		}
		values := make([]string, len(t.Consts))
		for i, c := range t.Consts {
			values[i] = c.Value
		}
		list.Var().Id(f.derived(t.Name, "Values")).Op("=").Add(stringSlice(values))
	}
}
