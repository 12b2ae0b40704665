package projection

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// maxHops bounds the references and nested allOf followed for one value.
const maxHops = 32

// flatten merges a schema with its reference targets and its allOf into one object. It appends the targets to
// through.
func (p *projector) flatten(n *node, hops int, through *[]*node) *node {
	switch {
	case n == nil || n.kind != '{':
		if n.is("false") {
			return object(member{key: "not", value: object()})
		}
		return object()
	case n.get("$ref") == nil && n.get("allOf") == nil && n.get("$recursiveRef") == nil && n.get("$dynamicRef") == nil:
		return n
	}
	p.budget--
	out := n.without("$ref", "$recursiveRef", "$dynamicRef", "allOf")
	if hops > maxHops || p.budget < 0 {
		return out
	}
	for _, key := range []string{"$ref", "$recursiveRef", "$dynamicRef"} {
		target := p.resolve(n.str(key))
		if target == nil {
			continue
		}
		if p.ignoresRefSiblings {
			out = onlyAnnotations(out)
		}
		*through = append(*through, target)
		out = p.merge(out, p.flatten(target, hops+1, through))
	}
	if all := n.get("allOf"); all != nil {
		for _, branch := range all.items {
			out = p.merge(out, p.flatten(branch, hops+1, through))
		}
	}
	return out
}

// annotationKeywords do not constrain a value.
const annotationKeywords = "title description default examples example deprecated readOnly writeOnly $comment"

func onlyAnnotations(n *node) *node {
	return n.only(func(key string) bool { return hasWord(annotationKeywords, key) })
}

// merge returns a schema equivalent to both a and b. Annotations of a win. Keywords that cannot be combined
// stay in allOf.
func (p *projector) merge(a, b *node) *node {
	out := a.with()
	var rest []*node
	for _, m := range b.members {
		have := out.get(m.key)
		if have == nil {
			out.members = append(out.members, m)
			continue
		}
		was, is := have.String(), m.value.String()
		p.budget -= 1 + (len(was)+len(is))/100
		switch {
		case was == is || hasWord(annotationKeywords, m.key):
		case m.key == "properties":
			out.set(m.key, mergedProperties(have, m.value))
		case m.key == "required":
			out.set(m.key, texts(union(have.texts(), m.value.texts())))
		case m.key == "type":
			out.set(m.key, commonTypes(have, m.value))
		case m.key == "$defs" || m.key == "definitions":
		case m.key == "additionalProperties" && (have.is("true") || m.value.is("false")):
			out.set(m.key, m.value)
		case m.key == "additionalProperties" && (have.is("false") || m.value.is("true")):
		case hasWord("items additionalProperties propertyNames", m.key):
			out.set(m.key, object(member{key: "allOf", value: list(have, m.value)}))
		case strings.HasPrefix(m.key, "min") || m.key == "exclusiveMinimum":
			if less(have, m.value) {
				out.set(m.key, m.value)
			}
		case strings.HasPrefix(m.key, "max") || m.key == "exclusiveMaximum":
			if less(m.value, have) {
				out.set(m.key, m.value)
			}
		default:
			rest = append(rest, object(m))
		}
	}
	if len(rest) > 0 {
		if have := out.get("allOf"); have != nil {
			rest = append(slices.Clone(have.items), rest...)
		}
		out.set("allOf", list(rest...))
	}
	return out
}

func mergedProperties(a, b *node) *node {
	out := a.with()
	for _, m := range b.members {
		if have := out.get(m.key); have == nil {
			out.members = append(out.members, m)
		} else if have.String() != m.value.String() {
			out.set(m.key, object(member{key: "allOf", value: list(have, m.value)}))
		}
	}
	return out
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

func less(a, b *node) bool {
	x, errX := strconv.ParseFloat(a.text, 64)
	y, errY := strconv.ParseFloat(b.text, 64)
	return errX == nil && errY == nil && x < y
}

// typeWords returns the types that the value of a type keyword lists.
func typeWords(n *node) []string {
	if n != nil && n.kind == '"' {
		return []string{n.text}
	}
	return n.texts()
}

// wordKinds maps JSON types to kinds of [node].
var wordKinds = map[string]byte{"object": '{', "array": '[', "string": '"', "number": '0', "integer": '0', "boolean": 't', "null": 'n'}

func commonTypes(a, b *node) *node {
	var common []string
	others := typeWords(b)
	for _, t := range typeWords(a) {
		switch {
		case slices.Contains(others, t), t == "integer" && slices.Contains(others, "number"):
			common = append(common, t)
		case t == "number" && slices.Contains(others, "integer"):
			common = append(common, "integer")
		}
	}
	if len(common) == 0 {
		return a // no value matches both; the decoder reports that
	}
	return texts(common)
}

// resolve returns the target of a reference, nil if it is not in the document.
func (p *projector) resolve(ref string) *node {
	if ref == "" {
		return nil
	}
	base, fragment, _ := strings.Cut(ref, "#")
	at := p.root
	if base != "" {
		if at = p.named[base]; at == nil {
			return nil
		}
	}
	if fragment, err := url.PathUnescape(fragment); err == nil && fragment != "" {
		if fragment[0] != '/' {
			return p.named["#"+fragment]
		}
		for _, step := range strings.Split(fragment[1:], "/") {
			step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
			if i, err := strconv.Atoi(step); err == nil && at != nil && at.kind == '[' && i >= 0 && i < len(at.items) {
				at = at.items[i]
				continue
			}
			at = at.get(step)
		}
	}
	return at
}

// collectNames indexes the $id and anchors of the document.
func (p *projector) collectNames(n *node) {
	for _, m := range n.members {
		if m.value.kind == '"' {
			switch m.key {
			case "$id", "id":
				p.named[strings.TrimSuffix(m.value.text, "#")] = n
			case "$anchor", "$dynamicAnchor":
				p.named["#"+m.value.text] = n
			}
			continue
		}
		p.collectNames(m.value)
	}
	for _, item := range n.items {
		p.collectNames(item)
	}
}

// kindsOf returns the JSON types that a flattened schema accepts. Without a type keyword, they follow from the
// other keywords.
func kindsOf(n *node) string {
	found := ""
	for _, w := range typeWords(n.get("type")) {
		found = withKind(found, wordKinds[w])
	}
	if found != "" {
		return found
	}
	if c := n.get("const"); c != nil {
		return string(c.kind)
	}
	if e := n.get("enum"); e != nil && len(e.items) > 0 {
		for _, item := range e.items {
			found = withKind(found, item.kind)
		}
		return found
	}
	for _, m := range n.members {
		found = withKind(found, keywordKinds[m.key])
	}
	if len(found) == 1 {
		return found
	}
	return everyKind
}

// everyKind lists all JSON types as kinds of [node].
const everyKind = `{["0tn`

func withKind(set string, kind byte) string {
	if kind == 0 || strings.IndexByte(set, kind) >= 0 {
		return set
	}
	return set + string(kind)
}

// takesNull reports whether a schema accepts null.
func (p *projector) takesNull(n *node, hops int) bool {
	if p.budget--; hops > maxHops || p.budget < 0 {
		return false
	}
	var through []*node
	n = p.flatten(n, 0, &through)
	if word := unionOf(n); word != "" && n.get("type") == nil {
		return slices.ContainsFunc(n.get(word).items, func(b *node) bool { return p.takesNull(b, hops+1) })
	}
	return strings.Contains(kindsOf(n), "n") && kindsOf(n) != everyKind
}

// describesShape reports whether the branches of a union describe values, rather than only require keys.
func describesShape(branches *node) bool {
	const words = "type properties items prefixItems additionalProperties patternProperties enum const $ref anyOf oneOf allOf"
	return slices.ContainsFunc(branches.items, func(b *node) bool {
		return slices.ContainsFunc(b.members, func(m member) bool { return hasWord(words, m.key) })
	})
}
