package worker

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"
	"unicode/utf8"
)

// varier creates and modifies Go values by reflection, like a program that does not know the schema.
type varier struct {
	*rand.Rand
	variants map[reflect.Type][]reflect.Type // of the sealed interfaces seen so far
}

func newVarier(seed uint64) varier {
	return varier{rand.New(rand.NewPCG(seed, 3)), map[reflect.Type][]reflect.Type{}}
}

// learn records the implementations of sealed interfaces found in a value.
func (r varier) learn(v reflect.Value, depth int) {
	if depth > 20 {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			r.learn(v.Elem(), depth+1)
		}
	case reflect.Interface:
		if t := v.Type(); !v.IsNil() && t.NumMethod() > 0 {
			if !slices.Contains(r.variants[t], v.Elem().Type()) {
				r.variants[t] = append(r.variants[t], v.Elem().Type())
			}
			r.learn(v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			r.learn(v.Field(i), depth+1)
		}
	case reflect.Slice:
		for i := range v.Len() {
			r.learn(v.Index(i), depth+1)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			r.learn(v.MapIndex(key), depth+1)
		}
	}
}

// nullable is implemented by runtime.Nullable types.
type nullable interface {
	SetNull()
	IsNull() bool
	IsZero() bool
}

// place returns the value of a nullable, invalid if it has none.
func place(v reflect.Value) (at reflect.Value, ok bool) {
	n, ok := v.Addr().Interface().(nullable)
	if !ok || n.IsNull() || n.IsZero() {
		return reflect.Value{}, ok
	}
	return v.Addr().MethodByName("Value").Call(nil)[0].Elem(), true
}

// change modifies one settable place in a value.
func (r varier) change(v reflect.Value, depth int) {
	if at, is := place(v); is {
		if at.IsValid() && r.IntN(3) > 0 {
			r.change(at, depth+1)
		} else {
			r.fill(v, depth)
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && r.IntN(6) > 0 {
			r.change(v.Elem(), depth+1)
			return
		}
	case reflect.Interface:
		if inside := v.Elem(); !v.IsNil() && inside.Kind() == reflect.Pointer && !inside.IsNil() && r.IntN(6) > 0 {
			r.change(inside.Elem(), depth+1)
			return
		}
	case reflect.Struct:
		if n := v.NumField(); n > 0 && v.Type() != reflect.TypeFor[time.Time]() {
			if field := v.Field(r.IntN(n)); field.CanSet() {
				r.change(field, depth+1)
			}
			return
		}
	case reflect.Slice:
		if v.Len() > 0 && r.IntN(4) > 0 {
			r.change(v.Index(r.IntN(v.Len())), depth+1)
			return
		}
		if v.Len() > 0 && r.IntN(2) == 0 {
			v.Set(reflect.Append(v, v.Index(r.IntN(v.Len()))))
			return
		}
	case reflect.Map:
		if keys := v.MapKeys(); len(keys) > 0 && r.IntN(4) > 0 {
			key := keys[r.IntN(len(keys))]
			item := reflect.New(v.Type().Elem()).Elem()
			item.Set(v.MapIndex(key))
			r.change(item, depth+1)
			v.SetMapIndex(key, item)
			return
		}
	}
	r.fill(v, depth)
}

// noText reports whether a value has invalid UTF-8 that is marshaled as text. It may report values that are
// never marshaled.
func noText(v reflect.Value, depth int) bool {
	if depth > 40 {
		return false
	}
	switch v.Kind() {
	case reflect.String:
		return !utf8.ValidString(v.String())
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && noText(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if noText(v.Index(i), depth+1) {
				return true
			}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if noText(key, depth+1) || noText(v.MapIndex(key), depth+1) {
				return true
			}
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return false
		}
		for i := range v.NumField() {
			if noText(v.Field(i), depth+1) {
				return true
			}
		}
	}
	return false
}

// fill sets a place to an arbitrary value of its type, valid or not.
func (r varier) fill(v reflect.Value, depth int) {
	if n, ok := v.Addr().Interface().(nullable); ok {
		switch r.IntN(3) {
		case 0:
			v.SetZero()
		case 1:
			n.SetNull()
		default:
			r.fill(v.Addr().MethodByName("Set").Call(nil)[0].Elem(), depth+1)
		}
		return
	}
	switch at := v.Addr().Interface().(type) {
	case *json.Number:
		*at = pick(r, json.Number("0"), "1", "1.50", "2", "1e2", "-0", "1e400", "99999999999999999999", "", "abc", "1e", "+1", " 1", "0x1", "NaN")
		return
	case *json.RawMessage:
		*at = pick(r, nil, json.RawMessage("{}"), json.RawMessage("1"), json.RawMessage("{"), json.RawMessage(""), json.RawMessage(`{"a":1,"a":2}`))
		return
	case *time.Time:
		*at = pick(r, time.Time{}, time.Unix(1e9, 5).UTC(), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC))
		return
	case *any:
		*at = r.anything(depth)
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int8, reflect.Int16:
		v.SetInt(pick(r, int64(0), 1, 2, 3, -1, 7, 100, -1<<(v.Type().Bits()-1), 1<<(v.Type().Bits()-1)-1))
	case reflect.Int32, reflect.Int64:
		v.SetInt(pick(r, int64(0), 1, 2, 3, -1, 7, 100, math.MinInt32, math.MaxInt32))
		if v.Kind() == reflect.Int64 && r.IntN(8) == 0 {
			v.SetInt(pick(r, int64(math.MinInt64), math.MaxInt64, 1<<53+1))
		}
	case reflect.Uint8, reflect.Uint16:
		v.SetUint(pick(r, uint64(0), 1, 2, 1<<v.Type().Bits()-1))
	case reflect.Uint32, reflect.Uint64:
		v.SetUint(pick(r, uint64(0), 1, 2, math.MaxUint32))
		if v.Kind() == reflect.Uint64 && r.IntN(4) == 0 {
			v.SetUint(math.MaxUint64)
		}
	case reflect.Float32, reflect.Float64:
		v.SetFloat(pick(r, 0, 1, 2, 0.5, 1.5, 0.1, 0.3, -1, 1e20, 1e21, 1e-7, math.MaxFloat32, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1)))
		if v.Kind() == reflect.Float64 && r.IntN(8) == 0 {
			v.SetFloat(pick(r, math.MaxFloat64, math.SmallestNonzeroFloat64, 0.1+0.2, 9007199254740993))
		}
	case reflect.String:
		v.SetString(pick(r, "", " ", "x", "yy", "xy", "a", "b", "é", "2024-01-01", "2024-01-01T00:00:00Z", "a@example.com", "\t\n", "<&>\u2028", "\x00", "\uFFFD"))
		if r.IntN(12) == 0 {
			v.SetString(pick(r, "\xff", "a\xc3", "2024-01-0\x80", "abcdefgh\xed\xa0\x80ijklmnopq"))
		}
	case reflect.Pointer:
		v.SetZero()
		if depth < 8 && r.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			r.fill(v.Elem(), depth+1)
		}
	case reflect.Interface:
		v.SetZero()
		if known := r.variants[v.Type()]; len(known) > 0 && r.IntN(6) > 0 {
			t := known[r.IntN(len(known))]
			v.Set(reflect.Zero(t))
			if depth < 8 && r.IntN(6) > 0 {
				v.Set(reflect.New(t.Elem()))
				r.fill(v.Elem().Elem(), depth+1)
			}
		}
	case reflect.Slice:
		v.SetZero()
		if n := r.IntN(5); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n-1, n-1))
			for i := range v.Len() {
				if depth < 8 {
					r.fill(v.Index(i), depth+1)
				}
			}
		}
	case reflect.Map:
		v.SetZero()
		if n := r.IntN(5); n > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range n - 1 {
				item := reflect.New(v.Type().Elem()).Elem()
				if depth < 8 {
					r.fill(item, depth+1)
				}
				v.SetMapIndex(reflect.ValueOf(pick(r, "a", "b", "c", "ab", "x", "other", "", "\xfe")), item)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				r.fill(v.Field(i), depth+1)
			}
		}
	}
}

// anything returns a value for a place of type any.
func (r varier) anything(depth int) any {
	if depth < 6 {
		switch r.IntN(6) {
		case 0:
			list := make([]any, r.IntN(4))
			for i := range list {
				list[i] = r.anything(depth + 1)
			}
			return list
		case 1:
			m := map[string]any{}
			for range r.IntN(4) {
				m[pick(r, "a", "b", "c", "ab", "a", "b", "c", "ab", "\xff")] = r.anything(depth + 1)
			}
			return m
		}
	}
	return pick[any](r, nil, nil, true, "", "x", "yy", "\xff", []string{"a", "\xff"}, map[string]string{"a": "\xff"}, struct{ A []string }{[]string{"\xff"}}, json.Number("1"), json.Number("1.0"), json.Number("0.5"), json.Number("1e400"), json.Number(""), json.Number("x"),
		1, int64(2), uint8(1), 1.0, 0.5, 1e300, float32(0.1), math.NaN(), math.Inf(1), float32(math.Inf(-1)), (*int)(nil), (map[string]any)(nil), []any(nil), []string(nil),
		[]string{"x"}, []float64{1, math.NaN()}, map[string]int{"a": 1}, struct {
			A int `json:"a"`
		}{1}, time.Unix(0, 0).UTC(), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), json.RawMessage(`{"a":1}`), json.RawMessage("{"), json.RawMessage(`{"a":1,"a":1}`),
		json.RawMessage(nil), make(chan int), complex(1, 1), [2]int{1, 2}, map[int]string{1: "x"}, struct{ C chan int }{}, []json.Number{"1", ""}, any((*any)(nil)))
}

func pick[T any](r varier, from ...T) T { return from[r.IntN(len(from))] }
