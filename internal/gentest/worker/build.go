package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// check builds the value of the arguments field by field, bypassing the decoder, so that it may violate any
// constraint, and calls Validate.
func check(tool runtime.Tool, q Question) (v Verdict) {
	decode := reflect.ValueOf(tool).MethodByName("DecodeArgs")
	if !decode.IsValid() {
		return Verdict{Failure: "the tool has no Go type"}
	}
	var args any
	decoder := json.NewDecoder(strings.NewReader(q.Args))
	decoder.UseNumber()
	if err := decoder.Decode(&args); err != nil {
		return Verdict{Failure: err.Error()}
	}
	value := reflect.New(decode.Type().Out(0).Elem())
	if err := build(value.Elem(), args); err != nil {
		return Verdict{Failure: err.Error()}
	}
	checked, ok := value.Interface().(interface{ Validate() error })
	if !ok {
		return Verdict{Failure: "the Go type has no Validate"}
	}
	err := checked.Validate()
	var invalid *runtime.ValidationError
	switch {
	case err == nil:
		v.Valid = true
	case errors.As(err, &invalid):
		v.Issues = invalid.Issues()
	default:
		v.Failure = err.Error()
	}
	return v
}

// build sets a Go value from a JSON value of its type.
func build(to reflect.Value, v any) error {
	if null, ok := to.Addr().Interface().(interface{ SetNull() }); ok {
		if v == nil {
			null.SetNull()
			return nil
		}
		return build(to.Addr().MethodByName("Set").Call(nil)[0].Elem(), v)
	}
	if number, ok := to.Addr().Interface().(*json.Number); ok {
		n, ok := v.(json.Number)
		*number = n
		return unless(ok, to, v)
	}
	switch to.Kind() {
	case reflect.Pointer:
		if v == nil {
			return nil
		}
		to.Set(reflect.New(to.Type().Elem()))
		return build(to.Elem(), v)
	case reflect.Interface:
		if v != nil {
			to.Set(reflect.ValueOf(v))
		}
	case reflect.String:
		s, ok := v.(string)
		to.SetString(s)
		return unless(ok, to, v)
	case reflect.Bool:
		b, ok := v.(bool)
		to.SetBool(b)
		return unless(ok, to, v)
	case reflect.Int64, reflect.Int32, reflect.Int16, reflect.Int8, reflect.Uint64, reflect.Uint32, reflect.Uint16, reflect.Uint8, reflect.Float64, reflect.Float32:
		return buildNumber(to, v)
	case reflect.Slice:
		items, ok := v.([]any)
		to.Set(reflect.MakeSlice(to.Type(), len(items), len(items)))
		for i, item := range items {
			if err := build(to.Index(i), item); err != nil {
				return err
			}
		}
		return unless(ok, to, v)
	case reflect.Map:
		m, ok := v.(map[string]any)
		to.Set(reflect.MakeMap(to.Type()))
		for key, member := range m {
			at := reflect.New(to.Type().Elem()).Elem()
			if err := build(at, member); err != nil {
				return err
			}
			to.SetMapIndex(reflect.ValueOf(key), at)
		}
		return unless(ok, to, v)
	case reflect.Struct:
		m, ok := v.(map[string]any)
		for i := range to.NumField() {
			key, _, _ := strings.Cut(to.Type().Field(i).Tag.Get("json"), ",")
			if member, ok := m[key]; ok {
				if err := build(to.Field(i), member); err != nil {
					return err
				}
			}
		}
		return unless(ok, to, v)
	default:
		return fmt.Errorf("cannot build a %s", to.Type())
	}
	return nil
}

func buildNumber(to reflect.Value, v any) error {
	n, ok := v.(json.Number)
	if !ok {
		return unless(false, to, v)
	}
	switch to.Kind() {
	case reflect.Float64, reflect.Float32:
		f, err := strconv.ParseFloat(string(n), to.Type().Bits())
		to.SetFloat(f)
		return err
	case reflect.Uint64, reflect.Uint32, reflect.Uint16, reflect.Uint8:
		u, err := strconv.ParseUint(string(n), 10, to.Type().Bits())
		to.SetUint(u)
		return err
	}
	i, err := strconv.ParseInt(string(n), 10, to.Type().Bits())
	to.SetInt(i)
	return err
}

func unless(ok bool, to reflect.Value, v any) error {
	if ok {
		return nil
	}
	return fmt.Errorf("a %T is not a %s", v, to.Type())
}
