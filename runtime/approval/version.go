package approval

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/toolgen/toolgen/runtime"
)

// version is a digest of everything known about a tool, since anything left out could change unnoticed.
func (s *catalog) version(spec *runtime.ToolSpec) (string, error) {
	text, err := appendStated(nil, reflect.ValueOf(spec))
	if err != nil {
		return "", fmt.Errorf("approval: the spec of %s cannot be written down: %w", quote(spec.Name), err)
	}
	return digest(text, []byte(s.cfg.RulesVersion)), nil
}

// appendStated appends a value as JSON without zero members. Members added by later versions of the runtime
// thus do not change the digest of tools that do not use them, and no open call becomes void by an upgrade.
func appendStated(text []byte, v reflect.Value) ([]byte, error) {
	var err error
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(text, "null"...), nil
		}
		return appendStated(text, v.Elem())
	case reflect.Struct:
		text = append(text, '{')
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !v.Field(i).IsZero() {
				text = append(text, `"`+f.Name+`":`...)
				if text, err = appendStated(text, v.Field(i)); err != nil {
					return nil, err
				}
				text = append(text, ',')
			}
		}
		return append(text, '}'), nil
	case reflect.Slice, reflect.Array:
		text = append(text, '[')
		for i := range v.Len() {
			if text, err = appendStated(text, v.Index(i)); err != nil {
				return nil, err
			}
			text = append(text, ',')
		}
		return append(text, ']'), nil
	}
	value, err := json.Marshal(v.Interface())
	return append(text, value...), err
}
