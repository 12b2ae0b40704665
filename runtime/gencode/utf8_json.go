package gencode

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
)

var errNoText = errors.New("the text is not UTF-8")

// utf8JSON is the JSON of a value of any Go type. encoding/json writes text that is not UTF-8 as other
// text, with an escape for each byte at fault; here it is an error.
func utf8JSON(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if look := mostValues; escapesText(text) && holdsNoText(reflect.ValueOf(v), &look) {
		return nil, errNoText
	}
	return text, nil
}

// escapesText reports whether a JSON text has the escape that encoding/json writes for a byte at fault.
func escapesText(text []byte) bool { return bytes.Contains(text, []byte(`\ufffd`)) }

// holdsNoText reports whether a value holds text that is not UTF-8 where encoding/json looks, or, in types
// that write themselves as such text, anywhere. It looks at a limited number of values.
func holdsNoText(v reflect.Value, look *int) bool {
	if *look--; !v.IsValid() || *look < 0 {
		return false
	}
	own := false
	if v.CanInterface() && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		switch v := v.Interface().(type) {
		case json.Marshaler:
			text, err := v.MarshalJSON()
			if own = err == nil && escapesText(text); !own {
				return false
			}
		case encoding.TextMarshaler:
			text, err := v.MarshalText()
			return err == nil && !isUTF8(string(text))
		}
	}
	switch v.Kind() {
	case reflect.String:
		return !isUTF8(v.String())
	case reflect.Pointer, reflect.Interface:
		return holdsNoText(v.Elem(), look)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if holdsNoText(v.Index(i), look) {
				return true
			}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if holdsNoText(key, look) || holdsNoText(v.MapIndex(key), look) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			written := (field.IsExported() || field.Anonymous) && field.Tag.Get("json") != "-"
			if (own || written) && holdsNoText(v.Field(i), look) {
				return true
			}
		}
	}
	return false
}
