package projection

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// maxHops bounds the references and the nested allOf that lead to one value.
const maxHops = 32

// flat is a schema with what it refers to and what its allOf holds put into one object. Through has the targets of the references.
func (p *projector) flat(n *node, hops int, through *[]*node) *node {
	switch {
	case n == nil || n.kind != '{':
		if n.is("false") {
			return object(member{key: "not", value: object()})
		}
		return object()
	case n.get("$ref") == nil && n.get("allOf") == nil && n.get("$recursiveRef") == nil && n.get("$dynamicRef") == nil:
		return n
	}
	p.left--
	out := n.without("$ref", "$recursiveRef", "$dynamicRef", "allOf")
	if hops > maxHops || p.left < 0 {
		return out
	}
	for _, key := range []string{"$ref", "$recursiveRef", "$dynamicRef"} {
		target := p.find(n.str(key))
		if target == nil {
			continue
		}
		if p.beside {
			out = onlyAnnotations(out)
		}
		*through = append(*through, target)
		out = p.merge(out, p.flat(target, hops+1, through))
	}
	if all := n.get("allOf"); all != nil {
		for _, branch := range all.items {
			out = p.merge(out, p.flat(branch, hops+1, through))
		}
	}
	return out
}

// annotations say nothing of a value.
const annotations = "title description default examples example deprecated readOnly writeOnly $comment"

func onlyAnnotations(n *node) *node {
	out := object()
	for _, m := range n.members {
		if hasWord(annotations, m.key) {
			out.members = append(out.members, m)
		}
	}
	return out
}

// merge is a schema that says what two say. Of annotations those of a count. What cannot be said at once stays in allOf.
func (p *projector) merge(a, b *node) *node {
	out := &node{kind: '{', members: slices.Clone(a.members)}
	var rest []*node
	for _, m := range b.members {
		have := out.get(m.key)
		if have == nil {
			out.members = append(out.members, m)
			continue
		}
		was, is := have.String(), m.value.String()
		p.left -= 1 + (len(was)+len(is))/100
		switch {
		case was == is || hasWord(annotations, m.key):
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
	out := &node{kind: '{', members: slices.Clone(a.members)}
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

func typeWords(n *node) []string {
	if n.kind == '"' {
		return []string{n.text}
	}
	return n.texts()
}

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
		return a // nothing fits both, which the decoder says
	}
	return texts(common)
}

// find is what a reference leads to, nil if it is not in the document.
func (p *projector) find(ref string) *node {
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

// name collects the names under which references find parts of a document.
func (p *projector) name(n *node) {
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
		p.name(m.value)
	}
	for _, item := range n.items {
		p.name(item)
	}
}

// kindsOf are the JSON types that a flat schema accepts. Where it does not say, they are those that its keywords are for.
func kindsOf(n *node) string {
	if t := n.get("type"); t != nil {
		found := ""
		for _, w := range typeWords(t) {
			found = withKind(found, map[string]byte{"object": '{', "array": '[', "string": '"', "number": '0', "integer": '0', "boolean": 't', "null": 'n'}[w])
		}
		if found != "" {
			return found
		}
	}
	found := ""
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
		found = withKind(found, kinds[m.key])
	}
	if len(found) == 1 {
		return found
	}
	return allKinds
}

// allKinds are those of all values, as [node] has them.
const allKinds = `{["0tn`

func withKind(set string, kind byte) string {
	if kind == 0 || strings.IndexByte(set, kind) >= 0 {
		return set
	}
	return set + string(kind)
}

// takesNull reports whether null fits a schema.
func (p *projector) takesNull(n *node, hops int) bool {
	if p.left--; hops > maxHops || p.left < 0 {
		return false
	}
	var through []*node
	n = p.flat(n, 0, &through)
	for _, word := range []string{"anyOf", "oneOf"} {
		if branches := n.get(word); branches != nil && n.get("type") == nil && shaped(branches) {
			return slices.ContainsFunc(branches.items, func(b *node) bool { return p.takesNull(b, hops+1) })
		}
	}
	return strings.Contains(kindsOf(n), "n") && kindsOf(n) != allKinds
}

// shaped reports whether the branches of a union say what a value looks like, and not only what it must have.
func shaped(branches *node) bool {
	return slices.ContainsFunc(branches.items, func(b *node) bool {
		return slices.ContainsFunc(b.members, func(m member) bool {
			return hasWord("type properties items prefixItems additionalProperties patternProperties enum const $ref anyOf oneOf allOf", m.key)
		})
	})
}
