package check

import (
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Demands checks required keys that no property declares.
type Demands struct {
	Flat schema.Conj
	// Keys are those of the object.
	Keys     []string
	Required map[string]*tooldef.Node
	declared map[string]bool // computed on first use, as are patterns
	patterns []string
	tried    int // key comparisons for suggestions
}

// mostTries bounds the search for suggestions, which compares every missing key with all keys.
const mostTries = 1_000_000

// Fix suggests what to do about an undeclared required key.
func (d *Demands) Fix(key string) string {
	if d.tried += len(d.Keys); d.tried <= mostTries {
		spare := slices.DeleteFunc(slices.Clone(d.Keys), func(k string) bool { return d.Required[k] != nil })
		if near := near.Name(key, spare); near != "" {
			return fmt.Sprintf("did you mean %q?", near)
		}
	}
	return "declare it under properties, or remove it from the list"
}

// Declares reports whether a schema of the conjunction, or below it, has a property or a matching pattern.
func (d *Demands) Declares(key string) bool {
	if d.declared == nil {
		d.declared = map[string]bool{}
		for _, s := range d.Flat {
			for n := range s.Node.Schemas() {
				for _, m := range n.Get("properties").Entries() {
					d.declared[m.Key] = true
				}
				for _, m := range n.Get("patternProperties").Entries() {
					d.patterns = append(d.patterns, m.Key)
				}
			}
		}
	}
	return d.declared[key] || slices.ContainsFunc(d.patterns, func(pattern string) bool {
		match, ok := d.Flat[0].R.Lib.Patterns.Match(pattern, key)
		return ok && match
	})
}
