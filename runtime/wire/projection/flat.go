package projection

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// maxHops bounds the references and nested allOf followed for one value.
const maxHops = 32

// flatten merges a schema with its reference targets and its allOf into one object. It appends the targets to
// through.
func (p *projector) flatten(n *node, hops int, through *[]*node) *node {
	switch {
	case n == nil || n.Kind != '{':
		if n.Is("false") {
			return object(member{Key: "not", Value: object()})
		}
		return object()
	case n.Get("$ref") == nil && n.Get("allOf") == nil && n.Get("$recursiveRef") == nil && n.Get("$dynamicRef") == nil:
		return n
	}
	p.budget--
	out := n.Without("$ref", "$recursiveRef", "$dynamicRef", "allOf")
	if hops > maxHops || p.budget < 0 {
		return out
	}
	for _, key := range []string{"$ref", "$recursiveRef", "$dynamicRef"} {
		target := p.resolve(n, key)
		if target == nil {
			continue
		}
		if p.ignoresRefSiblings {
			out = onlyAnnotations(out)
		}
		*through = append(*through, target)
		out = p.merge(out, p.flatten(target, hops+1, through))
	}
	if all := n.Get("allOf"); all != nil {
		for _, branch := range all.Items {
			out = p.merge(out, p.flatten(branch, hops+1, through))
		}
	}
	return out
}

// annotationKeywords do not constrain a value.
const annotationKeywords = "title description default examples example deprecated readOnly writeOnly $comment"

func onlyAnnotations(n *node) *node {
	return n.Only(func(key string) bool { return hasWord(annotationKeywords, key) })
}

// merge returns a schema equivalent to both a and b. Annotations of a win. Keywords that cannot be combined
// stay in allOf.
func (p *projector) merge(a, b *node) *node {
	out := a.With()
	var rest []*node
	for _, m := range b.Members {
		have := out.Get(m.Key)
		if have == nil {
			out.Members = append(out.Members, m)
			continue
		}
		was, is := have.String(), m.Value.String()
		p.budget -= 1 + (len(was)+len(is))/100
		switch {
		case was == is || hasWord(annotationKeywords, m.Key):
		case m.Key == "properties":
			out.Set(m.Key, mergedProperties(have, m.Value))
		case m.Key == "required":
			out.Set(m.Key, texts(union(have.Texts(), m.Value.Texts())))
		case m.Key == "type":
			out.Set(m.Key, commonTypes(have, m.Value))
		case m.Key == "$defs" || m.Key == "definitions":
		case m.Key == "additionalProperties" && (have.Is("true") || m.Value.Is("false")):
			out.Set(m.Key, m.Value)
		case m.Key == "additionalProperties" && (have.Is("false") || m.Value.Is("true")):
		case hasWord("items additionalProperties propertyNames", m.Key):
			out.Set(m.Key, object(member{Key: "allOf", Value: list(have, m.Value)}))
		case strings.HasPrefix(m.Key, "min") || m.Key == "exclusiveMinimum":
			if less(have, m.Value) {
				out.Set(m.Key, m.Value)
			}
		case strings.HasPrefix(m.Key, "max") || m.Key == "exclusiveMaximum":
			if less(m.Value, have) {
				out.Set(m.Key, m.Value)
			}
		default:
			rest = append(rest, object(m))
		}
	}
	if len(rest) > 0 {
		if have := out.Get("allOf"); have != nil {
			rest = append(slices.Clone(have.Items), rest...)
		}
		out.Set("allOf", list(rest...))
	}
	return out
}

func mergedProperties(a, b *node) *node {
	out := a.With()
	for _, m := range b.Members {
		if have := out.Get(m.Key); have == nil {
			out.Members = append(out.Members, m)
		} else if have.String() != m.Value.String() {
			out.Set(m.Key, object(member{Key: "allOf", Value: list(have, m.Value)}))
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
	x, errX := strconv.ParseFloat(a.Text(), 64)
	y, errY := strconv.ParseFloat(b.Text(), 64)
	return errX == nil && errY == nil && x < y
}

// typeWords returns the types that the value of a type keyword lists.
func typeWords(n *node) []string {
	if n != nil && n.Kind == '"' {
		return []string{n.Text()}
	}
	return n.Texts()
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

// resolve returns the target of a schema's reference, nil if it is not in the document.
func (p *projector) resolve(n *node, keyword string) *node {
	if n.Str(keyword) == "" {
		return nil
	}
	ref := fieldpath.Resolve(n.Note.base, n.Str(keyword))
	base, fragment, _ := strings.Cut(ref, "#")
	at := p.named[base]
	switch {
	case fragment == "":
		return at
	case fragment[0] != '/':
		return p.named[ref]
	}
	for _, key := range fieldpath.PointerKeys(fragment) {
		if i, err := strconv.Atoi(key); err == nil && at != nil && 0 <= i && i < len(at.Items) {
			at = at.Items[i]
		} else {
			at = at.Get(key)
		}
	}
	return at
}

// collectNames indexes what references may name, by its URI, and notes the base of the references of each schema.
func (p *projector) collectNames(n *node, base string) {
	p.budget--
	if id := n.Str("$id") + n.Str("id"); id != "" {
		base = fieldpath.Resolve(base, id)
		p.named[base] = n
		base, _, _ = strings.Cut(base, "#")
	}
	n.Note.base = base
	for _, key := range []string{"$anchor", "$dynamicAnchor"} {
		if name := n.Str(key); name != "" {
			p.named[base+"#"+name] = n
		}
	}
	for _, m := range n.Members {
		p.collectNames(m.Value, base)
	}
	for _, item := range n.Items {
		p.collectNames(item, base)
	}
}

// kindsOf returns the JSON types that a flattened schema accepts. Without a type keyword, they follow from the
// other keywords.
func kindsOf(n *node) string {
	found := ""
	for _, w := range typeWords(n.Get("type")) {
		found = withKind(found, wordKinds[w])
	}
	if found != "" {
		return found
	}
	if c := n.Get("const"); c != nil {
		return string(c.Kind)
	}
	if e := n.Get("enum"); e != nil && len(e.Items) > 0 {
		for _, item := range e.Items {
			found = withKind(found, item.Kind)
		}
		return found
	}
	for _, m := range n.Members {
		found = withKind(found, keywordKinds[m.Key])
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
	if word := unionOf(n); word != "" && n.Get("type") == nil {
		return slices.ContainsFunc(n.Get(word).Items, func(b *node) bool { return p.takesNull(b, hops+1) })
	}
	return strings.Contains(kindsOf(n), "n") && kindsOf(n) != everyKind
}

// describesShape reports whether the branches of a union describe values, rather than only require keys.
func describesShape(branches *node) bool {
	const words = "type properties items prefixItems additionalProperties patternProperties enum const $ref anyOf oneOf allOf"
	return slices.ContainsFunc(branches.Items, func(b *node) bool {
		return slices.ContainsFunc(b.Members, func(m member) bool { return hasWord(words, m.Key) })
	})
}
