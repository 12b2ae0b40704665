package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// printEnum prints a named string type with its constants and its list of values.
func (f *file) printEnum(t *model.Type) {
	consts, values := make([]jen.Code, len(t.Consts)), make([]string, len(t.Consts))
	for i, c := range t.Consts {
		consts[i] = jen.Add(f.name(c.Name)).Add(f.name(t.Name)).Op("=").Add(text(c.Value))
		values[i] = c.Value
	}
	f.add(jen.Add(f.typeDoc(t)).Line().Type().Add(f.name(t.Name)).String())
	f.add(jen.Add(comment("The values of " + t.Name + ".")).Line().Const().Defs(consts...))
	isList := func(check plan.Check) bool {
		enum, ok := check.(plan.Enum)
		return ok && enum.Form == plan.EnumList
	}
	if slices.ContainsFunc(f.of(t).Own.Checks, isList) { // enums of results are not checked
		f.add(jen.Var().Id(f.valuesOf(t)).Op("=").Add(stringSlice(values)))
	}
}

// valuesOf returns the name of the list of the values of an enum.
func (f *source) valuesOf(t *model.Type) string { return f.derived(t.Name, "Values") }

// enumValues prints the values of an enum as arguments.
func (f *source) enumValues(t *model.Type) *jen.Statement { return jen.Id(f.valuesOf(t)).Op("...") }
