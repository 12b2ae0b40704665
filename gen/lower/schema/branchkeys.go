package schema

import (
	"github.com/toolgen/toolgen/gen/tooldef"
)

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
	var branch func(s Source, n *tooldef.Node)
	visit := func(s Source) {
		for _, word := range []string{"anyOf", "oneOf"} {
			if n := s.Get(word); n != nil {
				for _, b := range n.Items {
					branch(s, b)
				}
			}
		}
		for _, word := range []string{"not", "if", "then", "else"} {
			if n := s.Get(word); n != nil {
				branch(s, n)
			}
		}
		for _, word := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
			if n := s.Get(word); n != nil {
				for _, m := range ByKey(n) {
					add(m.Key)
					if m.Value.Kind == tooldef.Array {
						for _, item := range m.Value.Items {
							add(item.Text)
						}
					} else {
						branch(s, m.Value)
					}
				}
			}
		}
	}
	branch = func(s Source, n *tooldef.Node) {
		for _, b := range One(s.Child(n)).Expand() {
			id := b.ID()
			if seen[id] {
				continue
			}
			seen[id] = true
			if p := b.Get("properties"); p != nil {
				for _, m := range p.Members {
					add(m.Key)
				}
			}
			if r := b.Get("required"); r != nil && r.Kind == tooldef.Array {
				for _, item := range r.Items {
					add(item.Text)
				}
			}
			visit(b)
		}
	}
	for _, s := range flat {
		if n := s.Get("additionalProperties"); n != nil && n.Kind == tooldef.Bool && !n.Bool {
			return nil
		}
	}
	for _, s := range flat {
		visit(s)
	}
	return keys
}
