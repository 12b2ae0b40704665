package repair

import (
	"slices"
	"strings"
)

// Keys lists the declared members of a schema and of its variants that a caller may know of.
func (s *Schema) Keys() []string {
	var keys []string
	for _, p := range s.Root().Properties() {
		if !p.injected() {
			keys = append(keys, p.Name)
		}
	}
	return keys
}

// TypeNames lists the JSON types that a schema takes, joined by "|", null only where there is no other;
// "" where it takes any.
func (s *Schema) TypeNames() string {
	if s.Types&^Null == anyKind&^Null {
		return ""
	}
	number := "number"
	if s.integral() {
		number = "integer"
	}
	var names []string
	for _, k := range []struct {
		kind Kind
		name string
	}{{Bool, "boolean"}, {Number, number}, {String, "string"}, {Array, "array"}, {Object, "object"}} {
		if s.Types&k.kind != 0 {
			names = append(names, k.name)
		}
	}
	if len(names) == 0 && s.Types&Null != 0 {
		return "null"
	}
	return strings.Join(names, "|")
}

// integral reports whether of numbers the schema takes only integers.
func (s *Schema) integral() bool {
	if len(s.Variants) == 0 {
		return s.Integer
	}
	return !slices.ContainsFunc(s.Variants, func(v *Schema) bool { return v.Types&Number != 0 && !v.Integer })
}
