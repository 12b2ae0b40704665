// Package gojson writes Go values of any type as JSON.
package gojson

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"unicode/utf8"
)

// Addressed returns a pointer to a copy of a value of a defined type, so that encoding/json finds the methods of
// the pointer, such as those of a big.Int. Other values are returned as they are.
func Addressed(v any) any {
	r := reflect.ValueOf(v)
	if !r.IsValid() || r.Kind() != reflect.Struct && r.Kind() != reflect.Array && r.Type().PkgPath() == "" {
		return v
	}
	p := reflect.New(r.Type())
	p.Elem().Set(r)
	return p.Interface()
}

// ErrNotUTF8 is the error for text that is not UTF-8.
var ErrNotUTF8 = errors.New("the text is not UTF-8")

// Marshal is json.Marshal, except that text that is not UTF-8 is [ErrNotUTF8]: encoding/json would replace each
// invalid byte. At most the given number of values are searched for such text.
func Marshal(v any, most int) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if escapesText(text) && holdsNoText(reflect.ValueOf(v), false, &most) {
		return nil, ErrNotUTF8
	}
	return text, nil
}

// escapesText reports whether a JSON text has the escape that encoding/json writes for a byte at fault.
func escapesText(text []byte) bool { return bytes.Contains(text, []byte(`\ufffd`)) }

// holdsNoText reports whether a value holds text that is not UTF-8 where encoding/json looks, or anywhere if own is
// set: within types that write themselves as such text. It looks at a limited number of values.
func holdsNoText(v reflect.Value, own bool, look *int) bool {
	if *look--; !v.IsValid() || *look < 0 {
		return false
	}
	if v.CanInterface() && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		switch v := v.Interface().(type) {
		case json.Marshaler:
			text, err := v.MarshalJSON()
			if own = err == nil && escapesText(text); !own {
				return false
			}
		case encoding.TextMarshaler:
			text, err := v.MarshalText()
			return err == nil && !utf8.Valid(text)
		}
	}
	switch v.Kind() {
	case reflect.String:
		return !utf8.ValidString(v.String())
	case reflect.Pointer, reflect.Interface:
		return holdsNoText(v.Elem(), own, look)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if holdsNoText(v.Index(i), own, look) {
				return true
			}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if holdsNoText(key, own, look) || holdsNoText(v.MapIndex(key), own, look) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			written := (field.IsExported() || field.Anonymous) && field.Tag.Get("json") != "-"
			if (own || written) && holdsNoText(v.Field(i), own, look) {
				return true
			}
		}
	}
	return false
}
