package projection

import (
	"slices"
	"strings"
)

// refuses reports whether a schema contains constructs that are rejected by a target that otherwise accepts all
// keywords: unions at the root, invalid property keys, and arrays without items.
func (p *projector) refuses(n *node, root bool) bool {
	if root && slices.ContainsFunc(n.Members, func(m member) bool { return hasWord(p.limit.root, m.Key) }) {
		return true
	}
	if t := n.Get("type"); p.target == OpenAI && t != nil && slices.Contains(typeWords(t), "array") && n.Get("items") == nil {
		return true
	}
	property := func(m member) bool { return p.limit.property.of(m.Key) != m.Key || p.refuses(m.Value, false) }
	keyword := func(m member) bool {
		switch {
		case hasWord("enum const default examples example", m.Key):
			return false
		case m.Key == "properties" && m.Value.Kind == '{':
			return slices.ContainsFunc(m.Value.Members, property)
		}
		return p.refuses(m.Value, false)
	}
	return slices.ContainsFunc(n.Members, keyword) || slices.ContainsFunc(n.Items, func(item *node) bool { return p.refuses(item, false) })
}

// hoist replaces a union at the root by the properties of all its branches, and requires the keys that all
// branches require. The description explains which keys belong together.
func (p *projector) hoist(n *node, word string) *node {
	properties, common := orAny(n.Get("properties")).With(), n.Get("required").Texts()
	var sets []string
	var needed [][]string
	var through []*node
	for _, branch := range n.Get(word).Items {
		flat := p.flatten(branch, 0, &through)
		keys := flat.Get("required").Texts()
		needed, sets = append(needed, keys), append(sets, strings.Join(keys, " with "))
		for _, m := range orAny(flat.Get("properties")).Members {
			var variants []*node
			if have := properties.Get(m.Key); have != nil {
				variants = orAny(have.Get("anyOf")).Items
			}
			same := func(v *node) bool { return v.String() == m.Value.String() }
			if n.Get("properties").Get(m.Key) == nil && !slices.ContainsFunc(variants, same) {
				properties.Set(m.Key, object(member{Key: "anyOf", Value: list(append(variants, m.Value)...)}))
			}
		}
	}
	for _, key := range needed[0] {
		if !slices.ContainsFunc(needed, func(keys []string) bool { return !slices.Contains(keys, key) }) {
			common = union(common, []string{key})
		}
	}
	s := keywordSentence(word, n.Get(word), n)
	if !slices.Contains(sets, "") {
		s = requiredSentence(word, sets)
	}
	note(&p.Moved, "/"+word, s)
	out := n.Without(word).With()
	out.Set("properties", properties)
	out.Set("required", texts(common))
	out.Set("description", text(describe(n.Str("description"), s)))
	return out
}
