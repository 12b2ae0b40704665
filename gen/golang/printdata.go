package golang

import (
	"reflect"
	"time"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// members prints the members of a struct of the runtime that have a value.
func (f *source) members(data any) []jen.Code {
	v := reflect.Indirect(reflect.ValueOf(data))
	var list []jen.Code
	for i := range v.NumField() {
		if name := v.Type().Field(i); name.IsExported() && !v.Field(i).IsZero() {
			list = append(list, jen.Id(name.Name).Op(":").Add(f.datum(v.Field(i), true)))
		}
	}
	return list
}

// datum prints a value of the runtime's types. Items of lists are not typed.
func (f *source) datum(v reflect.Value, typed bool) *jen.Statement {
	switch x := v.Interface().(type) {
	case runtime.Annotation:
		return f.rt(map[runtime.Annotation]string{runtime.True: "True", runtime.False: "False"}[x])
	case gencode.JSONType:
		return f.jsonTypes(model.JSONTypes(x))
	case time.Duration:
		return duration(x)
	}
	of := jen.Null()
	if typed {
		of = dataType(v.Type())
	}
	switch v.Kind() {
	case reflect.String:
		return text(v.String())
	case reflect.Pointer:
		return jen.Op("&").Add(f.datum(v.Elem(), true))
	case reflect.Slice:
		items := make([]jen.Code, v.Len())
		for i := range items {
			items[i] = f.datum(v.Index(i), false)
		}
		if v.Type().Elem().Kind() == reflect.Struct {
			return of.Add(tall(items))
		}
		return of.Values(items...)
	case reflect.Struct:
		return of.Values(f.members(v.Interface())...)
	}
	return jen.Lit(v.Interface()) // a bool or an int
}

func dataType(t reflect.Type) *jen.Statement {
	if t.Kind() == reflect.Slice {
		return jen.Index().Add(dataType(t.Elem()))
	}
	return jen.Qual(t.PkgPath(), t.Name())
}

// duration prints a time.Duration constant in the largest unit without a fraction.
func duration(d time.Duration) *jen.Statement {
	for _, unit := range []struct {
		name string
		size time.Duration
	}{{"Hour", time.Hour}, {"Minute", time.Minute}, {"Second", time.Second}, {"Millisecond", time.Millisecond}} {
		if d%unit.size == 0 {
			return jen.Lit(int(d/unit.size)).Op("*").Qual("time", unit.name)
		}
	}
	return jen.Lit(int(d))
}
