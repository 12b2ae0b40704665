package expr

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/types"
	"github.com/toolgen/toolgen/gen/model"
)

// provider describes the objects of the model to cel-go.
type provider struct {
	types.Provider
	names   map[*model.Type]string
	structs map[string]*model.Type
	// missed are failed field lookups, for diagnostics.
	missed []missedField
}

type missedField struct {
	of   *model.Type
	name string
}

func newProvider() *provider {
	return &provider{names: map[*model.Type]string{}, structs: map[string]*model.Type{}}
}

// deepest is the maximum nesting of list types, which ends recursive ones.
const deepest = 8

// celType returns the CEL type of the non-null values of t.
func (p *provider) celType(t *model.Type, depth int) *types.Type {
	of := model.ExprTypeOf(t)
	switch scalar := celScalars[of.Kind]; {
	case depth > deepest:
	case scalar != nil:
		return scalar
	case of.Kind == model.ListExpr:
		return types.NewListType(p.itemType(of, depth))
	case of.Kind == model.MapExpr:
		return types.NewMapType(types.StringType, p.itemType(of, depth))
	case of.Kind == model.ObjectExpr:
		return types.NewObjectType(p.name(t))
	}
	return types.DynType
}

var celScalars = map[model.ExprKind]*types.Type{
	model.BoolExpr: types.BoolType, model.IntExpr: types.IntType, model.DoubleExpr: types.DoubleType, model.StringExpr: types.StringType,
}

// itemType returns the CEL type of list items or map values, which may be null.
func (p *provider) itemType(of *model.ExprType, depth int) *types.Type {
	item := of.Item()
	if item.Model == nil {
		return types.DynType
	}
	t := p.celType(item.Model, depth+1)
	if item.Nullable && celScalars[item.Kind] == t {
		return types.NewNullableType(t)
	}
	return t
}

// name returns the CEL name of an object type. It is not an identifier, so that rules cannot refer to it.
func (p *provider) name(t *model.Type) string {
	if name := p.names[t]; name != "" {
		return name
	}
	name := "object " + t.Name
	for p.structs[name] != nil {
		name += "'"
	}
	p.names[t], p.structs[name] = name, t
	return name
}

// FindStructType implements types.Provider.
func (p *provider) FindStructType(name string) (*types.Type, bool) {
	if p.structs[name] == nil {
		return p.Provider.FindStructType(name)
	}
	return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
}

// FindStructFieldNames implements types.Provider.
func (p *provider) FindStructFieldNames(name string) ([]string, bool) {
	t := p.structs[name]
	if t == nil {
		return nil, false
	}
	return keys(t), true
}

// FindStructFieldType implements types.Provider.
func (p *provider) FindStructFieldType(name, field string) (*types.FieldType, bool) {
	t := p.structs[name]
	if t == nil {
		return nil, false
	}
	f := findField(t, field)
	if f == nil {
		p.missed = append(p.missed, missedField{t, field})
		return nil, false
	}
	return &types.FieldType{Type: p.celType(f.Type, 0)}, true
}

func keys(t *model.Type) []string {
	names := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		names[i] = f.Key
	}
	return names
}

// findField finds a field by its key, or by the key as escaped in Kubernetes.
func findField(t *model.Type, name string) *model.Field {
	i := slices.IndexFunc(t.Fields, func(f *model.Field) bool { return f.Key == name })
	if i < 0 && strings.Contains(name, "__") {
		key := unescape(name)
		i = slices.IndexFunc(t.Fields, func(f *model.Field) bool { return f.Key == key })
	}
	if i < 0 {
		return nil
	}
	return t.Fields[i]
}

// unescape reverses Kubernetes' escaping of keys that are not identifiers or are CEL keywords.
func unescape(name string) string {
	if inner := strings.TrimSuffix(strings.TrimPrefix(name, "__"), "__"); len(inner) == len(name)-4 && reserved[inner] {
		return inner
	}
	return unescaper.Replace(name)
}

var unescaper = strings.NewReplacer("__underscores__", "__", "__dot__", ".", "__dash__", "-", "__slash__", "/")

var reserved = map[string]bool{
	"true": true, "false": true, "null": true, "in": true, "as": true, "break": true, "const": true, "continue": true,
	"else": true, "for": true, "function": true, "if": true, "import": true, "let": true, "loop": true, "package": true,
	"namespace": true, "return": true, "var": true, "void": true, "while": true,
}
