package schema

import "github.com/toolgen/toolgen/gen/tooldef"

// BranchKeys returns the keys that branches of an object mention but the object does not declare, in source
// order. They need fields, so that the branches can be checked on a Go value.
func (flat Conj) BranchKeys(declared map[string]bool) []string {
	var keys []string
	seen := map[string]bool{}
	add := func(k string) {
		if !declared[k] {
			declared[k] = true
			keys = append(keys, k)
		}
	}
	var branch func(s Source)
	visit := func(s Source) {
		for _, c := range s.Children("anyOf", "oneOf", "not", "if", "then", "else") {
			branch(c)
		}
		for _, word := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
			for _, m := range ByKey(s.Get(word)) {
				add(m.Key)
				for _, item := range m.Value.List() {
					add(item.Text)
				}
				if m.Value.Kind != tooldef.Array {
					branch(s.Child(m.Value))
				}
			}
		}
	}
	branch = func(s Source) {
		for _, b := range One(s).Expand() {
			id := b.ID()
			if seen[id] {
				continue
			}
			seen[id] = true
			for _, m := range b.Get("properties").Entries() {
				add(m.Key)
			}
			for _, item := range b.Get("required").List() {
				add(item.Text)
			}
			visit(b)
		}
	}
	for _, s := range flat {
		if n := s.Get("additionalProperties"); n.Is(tooldef.Bool) && !n.Bool {
			return nil
		}
	}
	for _, s := range flat {
		visit(s)
	}
	return keys
}
