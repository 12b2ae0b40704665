package projection

import (
	"slices"
	"strings"
)

// refuses reports whether a schema contains constructs that are rejected by a target that otherwise accepts all
// keywords: unions at the root, invalid property keys, and arrays without items.
func (p *projector) refuses(n *node, root bool) bool {
	if root && slices.ContainsFunc(n.members, func(m member) bool { return hasWord(p.limit.root, m.key) }) {
		return true
	}
	if t := n.get("type"); p.target == OpenAI && t != nil && slices.Contains(typeWords(t), "array") && n.get("items") == nil {
		return true
	}
	property := func(m member) bool { return p.limit.property.of(m.key) != m.key || p.refuses(m.value, false) }
	keyword := func(m member) bool {
		switch {
		case hasWord("enum const default examples example", m.key):
			return false
		case m.key == "properties" && m.value.kind == '{':
			return slices.ContainsFunc(m.value.members, property)
		}
		return p.refuses(m.value, false)
	}
	return slices.ContainsFunc(n.members, keyword) || slices.ContainsFunc(n.items, func(item *node) bool { return p.refuses(item, false) })
}

// hoist replaces a union at the root by the properties of all its branches, and requires the keys that all
// branches require. The description explains which keys belong together.
func (p *projector) hoist(n *node, word string) *node {
	properties, common := orAny(n.get("properties")).with(), n.get("required").texts()
	var sets []string
	var needed [][]string
	var through []*node
	for _, branch := range n.get(word).items {
		flat := p.flatten(branch, 0, &through)
		keys := flat.get("required").texts()
		needed, sets = append(needed, keys), append(sets, strings.Join(keys, " with "))
		for _, m := range orAny(flat.get("properties")).members {
			var variants []*node
			if have := properties.get(m.key); have != nil {
				variants = orAny(have.get("anyOf")).items
			}
			same := func(v *node) bool { return v.String() == m.value.String() }
			if n.get("properties").get(m.key) == nil && !slices.ContainsFunc(variants, same) {
				properties.set(m.key, object(member{key: "anyOf", value: list(append(variants, m.value)...)}))
			}
		}
	}
	for _, key := range needed[0] {
		if !slices.ContainsFunc(needed, func(keys []string) bool { return !slices.Contains(keys, key) }) {
			common = union(common, []string{key})
		}
	}
	s := keywordSentence(word, n.get(word), n)
	if !slices.Contains(sets, "") {
		s = requiredSentence(word, sets)
	}
	note(&p.Moved, "/"+word, s)
	out := n.without(word).with()
	out.set("properties", properties)
	out.set("required", texts(common))
	out.set("description", text(describe(n.str("description"), s)))
	return out
}
