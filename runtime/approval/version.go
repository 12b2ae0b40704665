package approval

import (
	"bytes"
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
	text = bytes.ReplaceAll(text, []byte(`,"SameAs":`), []byte(`,"Sample":"","SameAs":`)) // a former member
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

// firstVersion is a tool's digest as signed by the first version of this package: over all members of that
// time. Calls that were open during the upgrade have it.
func (s *catalog) firstVersion(spec *runtime.ToolSpec) (string, error) {
	type confirm struct {
		Tier   int
		Phrase string
	}
	text, err := json.Marshal(struct {
		Name, Title, Description, InputSchema, OutputSchema string
		ReadOnly, Destructive, Idempotent, OpenWorld        runtime.Annotation
		Write                                               bool
		Confirm                                             confirm
		Approval                                            *runtime.ApprovalSpec
		Remedies                                            []runtime.Remedy
		Separate                                            bool // no longer used, but part of the digest
		Fields                                              []runtime.FieldSpec
	}{
		spec.Name, spec.Title, spec.Description, spec.InputSchema, spec.OutputSchema,
		spec.ReadOnly, spec.Destructive, spec.Idempotent, spec.OpenWorld,
		spec.Write, confirm{spec.Confirm.Tier, spec.Confirm.Phrase}, spec.Approval, spec.Remedies, false, spec.Fields,
	})
	if err != nil {
		return "", fmt.Errorf("approval: the spec of %s cannot be written down: %w", quote(spec.Name), err)
	}
	text = bytes.ReplaceAll(text, []byte(`,"SameAs":`), []byte(`,"Sample":"","SameAs":`)) // a former member
	return digest(text, []byte(s.cfg.RulesVersion)), nil
}
