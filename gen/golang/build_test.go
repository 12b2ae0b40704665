package golang

import (
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// These functions build models like package lower, for the tests of the printer.

func str(cs ...model.Constraint) *model.Type {
	return &model.Type{Kind: model.String, Accepts: model.JSONString, Declared: []string{"string"}, Constraints: cs}
}

func num(cs ...model.Constraint) *model.Type {
	return &model.Type{Kind: model.Float, Bits: 64, Accepts: model.JSONNumber | model.JSONInteger, Declared: []string{"number"}, Constraints: cs}
}

func integer(cs ...model.Constraint) *model.Type {
	return &model.Type{Kind: model.Int, Bits: 64, Accepts: model.JSONInteger, Declared: []string{"integer"}, Constraints: cs}
}

func boolean(cs ...model.Constraint) *model.Type {
	return &model.Type{Kind: model.Bool, Accepts: model.JSONBoolean, Declared: []string{"boolean"}, Constraints: cs}
}

func anything(cs ...model.Constraint) *model.Type {
	return &model.Type{Kind: model.Any, Accepts: model.JSONAll, Constraints: cs}
}

func list(items *model.Type, cs ...model.Constraint) *model.Type {
	return &model.Type{Kind: model.Slice, Accepts: model.JSONArray, Declared: []string{"array"}, Items: items, Constraints: cs}
}

func mapOf(values *model.Type, cs ...model.Constraint) *model.Type {
	return &model.Type{Kind: model.Map, Accepts: model.JSONObject, Declared: []string{"object"}, Additional: values, Constraints: cs}
}

func object(name string, fields ...*model.Field) *model.Type {
	return &model.Type{Kind: model.Struct, Name: name, Accepts: model.JSONObject, Declared: []string{"object"}, Fields: fields}
}

// with adds constraints to a type.
func with(t *model.Type, cs ...model.Constraint) *model.Type {
	t.Constraints = append(t.Constraints, cs...)
	return t
}

// named gives a type a name.
func named(name string, t *model.Type) *model.Type {
	t.Name = name
	return t
}

// nullable makes a type nullable.
func nullable(t *model.Type) *model.Type {
	t.Accepts |= model.JSONNull
	t.Declared = append(t.Declared, "null")
	return t
}

func need(key string, t *model.Type) *model.Field {
	f := &model.Field{Key: key, Name: fieldName(key), Required: true, Type: t}
	if t.Nullable() {
		f.Form = model.PointerForm
	}
	return f
}

func may(key string, t *model.Type) *model.Field {
	f := &model.Field{Key: key, Name: fieldName(key), Type: t, Getter: "Get" + fieldName(key), Form: model.PointerForm}
	f.Default = t.Default
	switch {
	case t.Accepts&model.JSONNull != 0 && t.Accepts != model.JSONAll:
		f.Form = model.NullableForm
	case t.Kind == model.Slice || t.Kind == model.Map || t.Kind == model.Any:
		f.Form = model.ValueForm
	}
	return f
}

func doc(f *model.Field, text string) *model.Field {
	f.Doc = []string{text}
	return f
}

func fieldName(key string) string {
	var b strings.Builder
	up := true
	for _, r := range key {
		switch {
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || b.Len() > 0 && '0' <= r && r <= '9':
			if up {
				r = []rune(strings.ToUpper(string(r)))[0]
			}
			b.WriteRune(r)
			up = false
		default:
			up = true
		}
	}
	if b.Len() == 0 {
		return "Field"
	}
	return b.String()
}

func enumOf(name string, values ...string) *model.Type {
	t := str(enumValues(values...))
	t.Name = name
	for _, v := range values {
		t.Consts = append(t.Consts, model.EnumConst{Name: name + fieldName(v), Value: v})
	}
	return t
}

func enumValues(values ...string) model.Enum {
	e := model.Enum{Word: "enum"}
	for _, v := range values {
		e.Values = append(e.Values, jsonString(v))
	}
	return e
}

func constOf(v model.Value) model.Enum { return model.Enum{Word: "const", Values: []model.Value{v}} }

func jsonString(s string) model.Value {
	return model.Value{Kind: model.StringValue, Text: s, JSON: `"` + s + `"`}
}

func jsonNum(s string) model.Value { return model.Value{Kind: model.NumberValue, Text: s, JSON: s} }

func bound(word, limit string) model.Bound { return model.Bound{Word: word, Limit: limit} }

func size(word string, n int) model.Size { return model.Size{Word: word, Limit: n} }

func pattern(source string) model.Pattern { return model.Pattern{Source: source, Expr: source} }

func def(t *model.Type, v model.Value) *model.Type {
	t.Default = &v
	return t
}

// tool returns a tool with the arguments; it collects their named types.
func tool(name, goName string, args *model.Type) *model.Tool {
	t := &model.Tool{Name: name, GoName: goName, File: strings.ToLower(goName) + ".go", Source: "test.json", Args: args, InputSchema: `{"type":"object"}`}
	t.Types = namedTypes(args)
	return t
}

// withResult adds a result to a tool.
func withResult(t *model.Tool, result *model.Type) *model.Tool {
	t.Result = result
	t.OutputSchema = `{"type":"object"}`
	t.ResultTypes = namedTypes(result)
	t.Types = append(t.Types, t.ResultTypes...)
	return t
}

func namedTypes(root *model.Type) []*model.Type {
	var found []*model.Type
	seen := map[*model.Type]bool{}
	var walk func(t *model.Type)
	walk = func(t *model.Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		if t.Name != "" {
			found = append(found, t)
		}
		for _, f := range t.Fields {
			walk(f.Type)
		}
		walk(t.Items)
		walk(t.Additional)
		if t.Union != nil {
			for _, v := range t.Union.Variants {
				walk(v.Type)
			}
		}
	}
	walk(root)
	return found
}

func pkg(name string, tools ...*model.Tool) *model.Package {
	return &model.Package{Name: name, Sources: []string{"test.json"}, Tools: tools}
}
