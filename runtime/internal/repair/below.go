package repair

import (
	"slices"
	"strings"
)

// maxBelow bounds the schemas that are said to describe one value.
const maxBelow = 64

// Below lists the schemas that describe the member under a key, one for each variant that has it.
func (s *Schema) Below(key string) []*Schema {
	return s.gather(func(v *Schema) *Schema {
		if p := v.property(key); p != nil {
			return p.Schema
		}
		if v.Object == nil || v.free() {
			return nil // it says nothing of the key
		}
		for _, p := range v.Object.Patterns {
			if p.pattern == nil || p.pattern.MatchString(key) {
				return p.Schema
			}
		}
		return v.Object.Additional
	})
}

// BelowItem lists the schemas that describe the item at an index, one for each variant that has it; for an
// index below 0, those of every item.
func (s *Schema) BelowItem(i int) []*Schema {
	return s.gather(func(v *Schema) *Schema {
		switch a := v.Array; {
		case a == nil:
			return nil
		case i >= 0 && i < len(a.Prefix):
			return a.Prefix[i]
		case i < 0 && a.Items == nil && len(a.Prefix) > 0:
			return a.Prefix[0]
		}
		return v.Array.Items
	})
}

// gather lists what the variants of a schema have.
func (s *Schema) gather(of func(*Schema) *Schema) []*Schema {
	var found, seen []*Schema
	list := []*Schema{s}
	for len(list) > 0 && len(seen) < maxBelow {
		v := list[0]
		list = list[1:]
		if slices.Contains(seen, v) {
			continue
		}
		seen = append(seen, v)
		if to := of(v); to != nil && !slices.Contains(found, to) {
			found = append(found, to)
		}
		list = append(list, v.Variants...)
	}
	return found
}

// Keys lists the declared members of a schema and of its variants that a caller may know of.
func (s *Schema) Keys() []string {
	var keys []string
	s.gather(func(v *Schema) *Schema {
		if v.Object != nil {
			for i := range v.Object.Properties {
				if p := &v.Object.Properties[i]; !p.injected() && !slices.Contains(keys, p.Name) {
					keys = append(keys, p.Name)
				}
			}
		}
		return nil
	})
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
