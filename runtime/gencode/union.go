package gencode

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canon"
)

// UnionSpec is what choosing between the variants of a union needs to know. Generated code holds
// one per union as static data; the lists have one element per variant.
type UnionSpec struct {
	Keyword  string     // "oneOf" or "anyOf"
	Labels   []string   // how issues name the variants
	Kinds    []JSONType // the JSON types of each variant; beside Property where not all are objects
	Property string     // the property that distinguishes the variants that are objects, or ""
	Tag      string     // an optional property that does so; without it, variants are tried
	Values   [][]string // the values of that property, as JSON
	Keys     [][]string // required keys that no other variant has
}

// Select chooses the variant of the value that is next by its discriminator, or by its JSON type
// where the union has none. Where that chooses none, the union's keyword is violated: Select
// records it, skips the value and returns -1.
func (d *Decoder) Select(u *UnionSpec) int {
	if u.Property != "" && len(u.Kinds) == 0 {
		return d.selectBy(u, u.Property)
	}
	kind := d.Peek()
	if u.Property != "" && kind == TypeObject {
		return d.selectBy(u, u.Property)
	}
	for i, kinds := range u.Kinds {
		if kind != 0 && kinds.Accepts(kind) {
			return i
		}
	}
	if kind != 0 {
		d.Issue(u.Keyword, u.Labels, d.valueGot())
	}
	d.Skip()
	return -1
}

// selectBy chooses the variant by the value of a property.
func (d *Decoder) selectBy(u *UnionSpec, property string) int {
	text, kind, ok := d.PeekProperty(property)
	var got any
	if ok {
		switch kind {
		case TypeString:
			got = text
		case TypeBoolean:
			got = text == "true"
		case TypeInteger, TypeNumber:
			got = json.Number(text)
		}
		if i := u.variantOf(got); i >= 0 && kind&(TypeArray|TypeObject|TypeNull) == 0 {
			return i
		}
	}
	d.Issue(u.Keyword, u.discriminator(), got)
	d.Skip()
	return -1
}

// variantOf is the variant whose discriminator has the value, -1 for none.
func (u *UnionSpec) variantOf(value any) int {
	s, isString := value.(string)
	for i, values := range u.Values {
		for _, want := range values {
			// The usual case, a string without escapes, takes no parsing.
			if isString && len(want) == len(s)+2 && want[0] == '"' && want[1:len(want)-1] == s && !strings.Contains(s, `\`) {
				return i
			}
		}
	}
	have := canon.Text(value)
	for i, values := range u.Values {
		for _, want := range values {
			if want[0] != '"' || strings.Contains(want, `\`) {
				if canon.Text(parseJSON(want)) == have {
					return i
				}
			}
		}
	}
	return -1
}

// discriminator is what an issue expects: the property with its allowed values.
func (u *UnionSpec) discriminator() any {
	var allowed []any
	for _, values := range u.Values {
		for _, value := range values {
			allowed = append(allowed, parseJSON(value))
		}
	}
	return map[string]any{cmp.Or(u.Property, u.Tag): allowed}
}

// Tagged reports whether a value, as Any returns it, has the tag that distinguishes the variants.
func (u *UnionSpec) Tagged(v any) bool {
	m, _ := v.(map[string]any)
	return u.Tag != "" && m[u.Tag] != nil
}

// tagged is Tagged for the value that is next. A null may be meant for a tag that is not there.
func (d *Decoder) tagged(u *UnionSpec) bool {
	if u.Tag == "" {
		return false
	}
	_, kind, ok := d.PeekProperty(u.Tag)
	return ok && kind != TypeNull
}

// Optional reads a value into memory of its own, to which it makes p point; of a value of Go, it checks what p
// points to, if anything.
func Optional[T any](d *Decoder, p **T, decode func(*T, *Decoder)) {
	if d.Reads() {
		*p = new(T)
	}
	if *p != nil {
		decode(*p, d)
	}
}

// Variant reads a variant of a union into memory of its own.
func Variant[T any](d *Decoder, decode func(*T, *Decoder)) *T {
	v := new(T)
	decode(v, d)
	return v
}

// CheckVariant is Choose for a value as Any returns it: it checks the value against the intended variant, and records an
// issue if there is none.
func CheckVariant(c *Checker, v any, u *UnionSpec, variants ...func(*Checker, any)) {
	m, isObject := v.(map[string]any)
	if u.Property != "" && (isObject || len(u.Kinds) == 0) || u.Tagged(v) {
		value := m[cmp.Or(u.Property, u.Tag)]
		if i := u.variantOf(value); i >= 0 {
			variants[i](c, v)
		} else {
			c.Issue(u.Keyword, u.discriminator(), value)
		}
		return
	}
	var labels []string
	var candidates []func(*Checker, any)
	for i, kinds := range u.Kinds {
		if kinds.Accepts(kindOf(v)) {
			labels = append(labels, u.Labels[i])
			candidates = append(candidates, variants[i])
		}
	}
	switch {
	case len(candidates) == 0:
		c.Issue(u.Keyword, u.Labels, v)
	case len(candidates) == 1:
		candidates[0](c, v)
	case u.Keyword == "oneOf":
		OneOf(c, v, labels, candidates...)
	default:
		AnyOf(c, v, labels, candidates...)
	}
}

// ownKeys are those keys of the object that is next which only one variant of a union requires. They are
// looked for once: an object within many others of its kind would be read anew for each key, and that for
// each of the objects around it.
type ownKeys struct {
	known bool
	found []string
}

// of counts the keys that only variant i requires and the object has.
func (o *ownKeys) of(d *Decoder, u *UnionSpec, i int) int {
	n := 0
	if i < len(u.Keys) {
		for _, key := range u.Keys[i] {
			if o.has(d, u, key) {
				n++
			}
		}
	}
	return n
}

// has reports whether the object has a key. As long as each that was asked for is there, the object is not
// read to its end: the first variant is the right one more often than not.
func (o *ownKeys) has(d *Decoder, u *UnionSpec, key string) bool {
	if !o.known {
		if _, _, ok := d.PeekProperty(key); ok {
			return true
		}
		o.known = true
		for raw := range d.peekKeys {
			for _, keys := range u.Keys {
				for _, own := range keys {
					if string(raw) == own && !slices.Contains(o.found, own) {
						o.found = append(o.found, own)
					}
				}
			}
		}
	}
	return slices.Contains(o.found, key)
}

// severalMatch records that a value fits more than one variant of a oneOf.
func (c *Checker) severalMatch(labels, matched []string) {
	c.Violation(runtime.ValidationIssue{
		Constraint: "oneOf",
		Expected:   labels,
		Message:    "more than one variant matches: " + strings.Join(matched, ", "),
	})
}
