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
	// Keys are those of the object; spare are the keys that are not required, for suggestions. Both are
	// computed on first use.
	Keys     []string
	Required map[string]*tooldef.Node
	spare    []string
	declared map[string]bool
	patterns []string
	tried    int // key comparisons for suggestions
}

// mostTries bounds the search for suggestions, which compares every missing key with all keys.
const mostTries = 1_000_000

// suggest returns the key that was probably meant, or "".
func (d *Demands) suggest(key string) string {
	if d.tried > mostTries {
		return ""
	}
	if d.spare == nil {
		d.spare = slices.DeleteFunc(slices.Clone(d.Keys), func(k string) bool { return d.Required[k] != nil })
	}
	d.tried += len(d.spare)
	return near.Name(key, d.spare)
}

// Fix suggests what to do about an undeclared required key.
func (d *Demands) Fix(key string) string {
	if near := d.suggest(key); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
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
