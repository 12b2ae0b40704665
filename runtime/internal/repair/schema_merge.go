package repair

import (
	"slices"
	"strings"
)

// flat merges what references and allOf bring into one node.
func (p *schemaParser) flat(n *Node, depth int) *Node {
	refers := func(word string) bool { return n.get(word) != nil }
	if n.Kind != Object || !refers("allOf") && !slices.ContainsFunc(refWords, refers) {
		return n
	}
	if depth > 16 {
		return merge(n, also(secretNode))
	}
	own := &Node{Kind: Object}
	parts := []*Node{own}
	for _, m := range n.Members {
		switch {
		case slices.Contains(refWords, m.Key) && m.Value.Kind == String:
			to := p.refs.find(m.Value.Text)
			switch {
			case to != nil && to != n:
				parts = append(parts, p.flat(to, depth+1))
			case to == nil && !strings.Contains(m.Value.Text, "://json-schema.org/"): // whose schemas hide nothing
				parts = append(parts, also(secretNode))
			}
			if _, name, _ := strings.Cut(m.Value.Text, "#"); m.Key != "$ref" {
				parts = append(parts, also(p.refs.dynamic[name]...))
			}
		case m.Key == "allOf" && m.Value.Kind == Array:
			for _, item := range m.Value.Items {
				parts = append(parts, p.flat(p.alias(item), depth+1))
			}
		default:
			own.Members = append(own.Members, m)
		}
	}
	merged := own
	for _, part := range parts[1:] {
		merged = merge(merged, part)
	}
	for _, part := range parts { // it holds for the keys that another part declares, too
		if rest := part.get("additionalProperties"); rest != nil && rest.Kind == Object {
			merged = merge(merged, also(part))
		}
	}
	return merged
}

// alsoWord is the member of merged nodes that lists other schemas which may apply.
const alsoWord = "\xffalso"

// also is a node that says only which other schemas may apply.
func also(nodes ...*Node) *Node {
	return &Node{Kind: Object, Members: []Member{{alsoWord, &Node{Kind: Array, Items: nodes}}}}
}

// secretNode stands for a schema that is not known, which may hide values.
var secretNode = &Node{Kind: Object, Members: []Member{{"x-toolgen", &Node{Kind: Object, Members: []Member{
	{"sensitive", &Node{Kind: Bool, Text: "true"}},
}}}}}

// merge returns a node that says what both say. If that cannot be one keyword, the keyword of the second is a schema that
// may also apply. Of two bounds it has the first: the decoder checks the other.
func merge(a, b *Node) *Node {
	var beside []*Node
	out := mergeMembers(a, b, func(key string, a, b *Node) *Node {
		switch key {
		case "properties", "patternProperties", "$defs", "definitions":
			return mergeMembers(a, b, both)
		case "x-toolgen":
			return mergeMembers(a, b, func(_ string, a, b *Node) *Node {
				if b.isTrue() {
					return b
				}
				return a
			})
		case "required", alsoWord:
			return &Node{Kind: Array, Items: slices.Concat(a.Items, b.Items)}
		case "items", "additionalProperties":
			return both(key, a, b)
		case "enum", "type":
			return common(a, b)
		case "if", "then", "else", "not", "contains", "dependentSchemas", "dependencies", "propertyNames", "contentSchema",
			"oneOf", "anyOf", "prefixItems", "unevaluatedProperties", "unevaluatedItems":
			beside = append(beside, &Node{Kind: Object, Members: []Member{{key, b}}})
		}
		return a
	})
	if len(beside) > 0 {
		return merge(out, also(beside...))
	}
	return out
}

// mergeMembers returns an object with the members of both. join makes one value of those that both have.
func mergeMembers(a, b *Node, join func(key string, a, b *Node) *Node) *Node {
	out := &Node{Kind: Object, Members: slices.Clone(a.Members)}
	for _, m := range b.Members {
		if i := slices.IndexFunc(out.Members, func(o Member) bool { return o.Key == m.Key }); i >= 0 {
			out.Members[i].Value = join(m.Key, out.Members[i].Value, m.Value)
		} else {
			out.Members = append(out.Members, m)
		}
	}
	return out
}

// both is a schema of two.
func both(_ string, a, b *Node) *Node {
	switch {
	case equal(a, b) || b.isTrue() || a.Kind == Bool && !a.isTrue():
		return a
	case a.isTrue():
		return b
	}
	return &Node{Kind: Object, Members: []Member{{"allOf", &Node{Kind: Array, Items: []*Node{a, b}}}}}
}

// listed returns the items of a node; what is no array is the only item.
func listed(n *Node) []*Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == Array:
		return n.Items
	}
	return []*Node{n}
}

// common returns what two lists of types or values have in common.
func common(a, b *Node) *Node {
	out := &Node{Kind: Array}
	for _, x := range listed(a) {
		for _, y := range listed(b) {
			if equal(x, y) || x.Text == "number" && y.Text == "integer" {
				out.Items = append(out.Items, y)
			} else if x.Text == "integer" && y.Text == "number" {
				out.Items = append(out.Items, x)
			}
		}
	}
	return out
}
