package golang

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// goType prints the Go type of non-null values of t.
func (f *source) goType(t *model.Type) *jen.Statement {
	switch {
	case t.GoType != "":
		return f.foreignType(t)
	case t.Name != "":
		return f.name(t.Name)
	}
	return f.plainType(t)
}

// plainType prints the underlying Go type of t.
func (f *source) plainType(t *model.Type) *jen.Statement {
	if t.Never {
		return jen.Any()
	}
	switch t.Kind {
	case model.Bool:
		return jen.Bool()
	case model.Int:
		return jen.Id(intType(t))
	case model.Float:
		if t.Bits == 32 {
			return jen.Float32()
		}
		return jen.Float64()
	case model.Number:
		return jen.Qual("encoding/json", "Number")
	case model.String:
		return jen.String()
	case model.Slice:
		return jen.Index().Add(f.elemType(f.items(t)))
	case model.Map:
		return jen.Map(jen.String()).Add(f.elemType(f.values(t)))
	case model.Struct, model.Union:
		f.fail("a %s type at %s has no name", kindName(t.Kind), t.Pointer)
	}
	return jen.Any()
}

// elemType prints the Go type of t in a slice or map, a pointer if nullable.
func (f *source) elemType(t *model.Type) *jen.Statement {
	if t.Nullable() && !t.Never {
		return jen.Op("*").Add(f.goType(t))
	}
	return f.goType(t)
}

// fieldType prints the Go type of a struct field.
func (f *source) fieldType(field *model.Field) *jen.Statement {
	t := f.goType(field.Type)
	switch field.Form {
	case model.PointerForm:
		return jen.Op("*").Add(t)
	case model.NullableForm:
		if field.Apart {
			return f.rt("NullablePointer").Types(t)
		}
		return f.rt("Nullable").Types(t)
	}
	return t
}

// foreignType prints the type of x-go-type. The model has it as "time.Time", with the import path.
func (f *source) foreignType(t *model.Type) *jen.Statement {
	name, stars := strings.TrimLeft(t.GoType, "*"), jen.Null()
	for range len(t.GoType) - len(name) {
		stars.Op("*")
	}
	if _, after, ok := strings.Cut(name, "."); ok {
		if t.GoImport == "" {
			f.fail("the Go type %s needs an import path", literal(t.GoType))
			return jen.Any()
		}
		return stars.Qual(t.GoImport, f.ident(after))
	}
	return stars.Id(f.ident(name))
}

func intType(t *model.Type) string {
	name := "int64"
	if t.Narrow() {
		name = "int" + strconv.Itoa(t.Bits)
	}
	if t.Unsigned {
		return "u" + name
	}
	return name
}

func kindName(k model.Kind) string {
	return [...]string{"any", "bool", "int", "float", "number", "string", "slice", "map", "struct", "union"}[k]
}

// items returns the item type of a slice.
func (f *source) items(t *model.Type) *model.Type { return plan.OrAny(t.Element()) }

// values returns the value type of a map, or of a struct's unknown keys.
func (f *source) values(t *model.Type) *model.Type { return plan.OrAny(t.Values()) }

// converted converts a pointer of a named type to a pointer to its underlying type.
func (f *source) converted(t *model.Type, addr *jen.Statement) *jen.Statement {
	if t.Name == "" {
		return addr
	}
	return jen.Parens(jen.Op("*").Add(f.plainType(t))).Parens(addr)
}
