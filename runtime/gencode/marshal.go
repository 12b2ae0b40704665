package gencode

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
)

// MarshalWith marshals a struct, and behind its fields the values under keys that the schema
// does not name, sorted. A value under one of the struct's own keys is left out: the field counts.
func MarshalWith[T any](fields any, others map[string]T, keys []string) ([]byte, error) {
	text, err := json.Marshal(addressed(fields))
	if err != nil {
		return nil, err
	}
	w := ObjectWriter{}
	w.b.Write(text[:len(text)-1])
	w.some = len(text) > 2
	AddOthers(&w, others, keys)
	return w.Bytes()
}

// addressed puts a value where the methods of its pointer are found, as encoding/json finds them in
// what a pointer leads to: those of a big.Int write it.
func addressed(v any) any {
	r := reflect.ValueOf(v)
	if !r.IsValid() || r.Kind() != reflect.Struct && r.Kind() != reflect.Array && r.Type().PkgPath() == "" {
		return v
	}
	p := reflect.New(r.Type())
	p.Elem().Set(r)
	return p.Interface()
}

// ObjectWriter writes a JSON object member by member, for keys that struct tags cannot express.
type ObjectWriter struct {
	b    bytes.Buffer
	some bool
	err  error
}

// Member writes one member.
func (w *ObjectWriter) Member(key string, v any) {
	name, err := json.Marshal(key)
	if err == nil {
		var value []byte
		if value, err = json.Marshal(addressed(v)); err == nil {
			if w.b.Len() == 0 {
				w.b.WriteByte('{')
			}
			if w.some {
				w.b.WriteByte(',')
			}
			w.some = true
			w.b.Write(name)
			w.b.WriteByte(':')
			w.b.Write(value)
		}
	}
	if w.err == nil {
		w.err = err
	}
}

// Optional writes one member if it is present.
func (w *ObjectWriter) Optional(key string, present bool, v any) {
	if present {
		w.Member(key, v)
	}
}

// AddOthers writes the values whose keys are not among keys, sorted.
func AddOthers[T any](w *ObjectWriter, others map[string]T, keys []string) {
	for _, key := range sortedKeys(others) {
		if !slices.Contains(keys, key) {
			w.Member(key, others[key])
		}
	}
}

// Bytes ends the object.
func (w *ObjectWriter) Bytes() ([]byte, error) {
	if w.err != nil {
		return nil, w.err
	}
	if w.b.Len() == 0 {
		w.b.WriteByte('{')
	}
	w.b.WriteByte('}')
	return w.b.Bytes(), nil
}

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
