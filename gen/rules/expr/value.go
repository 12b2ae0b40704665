package expr

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// wrap converts a value of type t, as decoded into an any, for cel-go.
func wrap(v any, t *model.Type) ref.Val {
	if v == nil {
		return types.NullValue
	}
	of := model.ExprTypeOf(t)
	switch v := v.(type) {
	case bool:
		return types.Bool(v)
	case string:
		return types.String(v)
	case json.Number:
		return wrapNumber(v, of.Kind == model.IntExpr, t.Bits == 32 && t.Kind == model.Float)
	case int64, uint64, float64:
		return wrap(json.Number(fmt.Sprint(v)), t)
	case []any:
		item := of.Item()
		list := make([]ref.Val, len(v))
		for i := range v {
			list[i] = wrapItem(v[i], item)
		}
		return types.NewRefValList(types.DefaultTypeAdapter, list)
	case map[string]any:
		if of.Kind == model.ObjectExpr {
			return object{members: v, t: t}
		}
		return newMapValue(v, of.Item())
	}
	return types.NewErr("unexpected value: %T", v)
}

func wrapItem(v any, item *model.ExprType) ref.Val {
	if item.Model == nil {
		return types.DefaultTypeAdapter.NativeToValue(v)
	}
	return wrap(v, item.Model)
}

func wrapNumber(text json.Number, whole, single bool) ref.Val {
	if whole {
		if n, ok := gencode.RuleInteger(text); ok {
			return types.Int(n)
		}
		return types.NewErr("integer overflow")
	}
	f, ok := gencode.RuleNumber(text)
	if !ok {
		return types.NewErr("double overflow")
	}
	if single {
		narrow, _ := strconv.ParseFloat(string(text), 32)
		return types.Double(narrow)
	}
	return types.Double(f)
}

// object is an object with declared fields.
type object struct {
	opaque
	members map[string]any
	t       *model.Type
}

// present returns the value of a field unless it counts as absent.
func (o object) present(name ref.Val) (any, *model.Field) {
	text, ok := name.(types.String)
	if !ok {
		return nil, nil
	}
	f := findField(o.t, string(text))
	if f == nil {
		return nil, nil
	}
	v := o.members[f.Key]
	if s, isText := v.(string); isText && o.t.Blank && gencode.Blank(s) {
		return nil, f
	}
	return v, f
}

// IsSet implements traits.FieldTester.
func (o object) IsSet(name ref.Val) ref.Val {
	v, f := o.present(name)
	if f == nil {
		return types.NewErr("no such field: %v", name)
	}
	return types.Bool(v != nil)
}

// Get implements traits.Indexer.
func (o object) Get(name ref.Val) ref.Val {
	_, f := o.present(name)
	if f == nil || o.members[f.Key] == nil {
		return types.NewErr("no such key: %v", name)
	}
	return wrap(o.members[f.Key], f.Type)
}

// Equal implements ref.Val; the checker rejects rules that compare objects.
func (o object) Equal(ref.Val) ref.Val { return types.NewErr("objects cannot be compared") }

// Type implements ref.Val.
func (o object) Type() ref.Type { return types.NewObjectType("object " + o.t.Name) }

// Value implements ref.Val.
func (o object) Value() any { return o.members }

// mapValue is a map iterated in key order.
type mapValue struct {
	traits.Mapper
	keys []string
}

func newMapValue(m map[string]any, item *model.ExprType) mapValue {
	values := make(map[ref.Val]ref.Val, len(m))
	sorted := make([]string, 0, len(m))
	for key, v := range m {
		values[types.String(key)] = wrapItem(v, item)
		sorted = append(sorted, key)
	}
	slices.Sort(sorted)
	return mapValue{types.NewRefValMap(types.DefaultTypeAdapter, values), sorted}
}

// Iterator implements traits.Iterable.
func (m mapValue) Iterator() traits.Iterator {
	return types.NewStringList(types.DefaultTypeAdapter, m.keys).Iterator()
}

// urlValue is a URL.
type urlValue struct {
	opaque
	gencode.RuleURL
}

// Equal implements ref.Val.
func (u urlValue) Equal(other ref.Val) ref.Val {
	v, ok := other.(urlValue)
	return types.Bool(ok && u.RuleURL.Equal(v.RuleURL))
}

// Type implements ref.Val.
func (u urlValue) Type() ref.Type { return types.NewObjectType("rules.URL") }

// Value implements ref.Val.
func (u urlValue) Value() any { return u.RuleURL }

// opaque is a value that cannot be converted.
type opaque struct{}

// ConvertToNative implements ref.Val.
func (opaque) ConvertToNative(want reflect.Type) (any, error) {
	return nil, fmt.Errorf("no conversion to %v", want)
}

// ConvertToType implements ref.Val.
func (opaque) ConvertToType(t ref.Type) ref.Val { return types.NewErr("no conversion to %v", t) }
