package projection

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// object projects an object schema.
func (p *projector) object(n *node, at string, level int) (*node, *mapping) {
	if p.target == OpenAIStrict && level >= maxLevels {
		return p.asJSONText(n, at, "A JSON object, serialized as a JSON string.", "objects are nested deeper than "+strconv.Itoa(maxLevels)+" levels: ")
	}
	properties, values, required := orAny(n.get("properties")).with(), map[string]*node{}, map[string]bool{}
	for _, m := range properties.members {
		values[m.key] = m.value // the last of duplicate keys wins
	}
	for _, key := range n.get("required").texts() {
		if required[key] = true; values[key] == nil {
			values[key] = object()
			properties.members = append(properties.members, member{key: key, value: values[key]})
		}
	}
	others, open := otherValues(n)
	switch {
	case p.limit.form <= listed || len(properties.members) > 0 || !open || level == 0:
	case others != nil:
		return p.pairs(n, others, at, level)
	default:
		return p.asJSONText(n, at, "A JSON object, serialized as a JSON string.", "")
	}
	out := typeSchema("object")
	p.copyKeywords(out, n, '{', at, "additionalProperties", "unevaluatedProperties")
	back := &mapping{kind: mapObject}
	made := object()
	var needed []string
	for _, m := range properties.members {
		if values[m.key] == nil {
			continue
		}
		have, sub := p.property(m.key, values[m.key], required[m.key], step(step(at, "properties"), m.key), level)
		values[m.key] = nil
		made.members = append(made.members, member{key: have.name, value: sub})
		back.members = append(back.members, have)
		if p.limit.required || required[m.key] {
			needed = append(needed, have.name)
		}
	}
	rest := n.get("additionalProperties")
	switch {
	case rest == nil && others == nil || rest.is("false") && !open:
	case p.limit.form <= listed && rest != nil && rest.kind == '{':
		rest, back.other = p.schema(rest, step(at, "additionalProperties"), level+1)
	case p.limit.form <= listed:
	default:
		name := "additional_properties"
		for made.get(name) != nil {
			name += "_"
		}
		rest = typeSchema("object").with(member{key: "description", value: text("Additional properties.")})
		if others != nil {
			rest.set("additionalProperties", others)
		}
		have, sub := p.property(name, rest, false, step(at, "additionalProperties"), level)
		have.spread = true
		made.set(name, sub)
		back.members = append(back.members, have)
		if p.limit.required {
			needed = append(needed, name)
		}
	}
	if back.other == nil && !slices.ContainsFunc(back.members, func(m propertyMapping) bool { return !m.same() }) {
		back = nil
	}
	if out = p.closed(out, made, needed); rest != nil && p.limit.form <= listed {
		out.set("additionalProperties", rest)
	}
	return out, back
}

// closed sets the properties of an object and forbids others.
func (p *projector) closed(out, properties *node, required []string) *node {
	if p.limit.form == closed || len(properties.members) > 0 {
		out.set("properties", properties)
	}
	if p.limit.form == closed || len(required) > 0 {
		out.set("required", texts(required))
	}
	if p.limit.form == closed {
		out.set("additionalProperties", word("false"))
	}
	return out
}

// otherValues returns the schema of the values of undeclared keys, nil for any value, and whether such keys are
// allowed.
func otherValues(n *node) (values *node, open bool) {
	rest, patterns := n.get("additionalProperties"), n.get("patternProperties")
	if rest != nil && rest.kind == '{' && len(rest.members) > 0 {
		values = rest
	}
	if patterns == nil || len(patterns.members) == 0 || rest != nil && values == nil && !rest.is("false") {
		return values, rest == nil || !rest.is("false")
	}
	all := list()
	if values != nil {
		all.items = append(all.items, values)
	}
	for _, m := range patterns.members {
		if !slices.ContainsFunc(all.items, func(v *node) bool { return v.String() == m.value.String() }) {
			all.items = append(all.items, m.value)
		}
	}
	if len(all.items) == 1 {
		return all.items[0], true
	}
	return object(member{key: "anyOf", value: all}), true
}

// property projects the value of a key.
func (p *projector) property(key string, n *node, required bool, at string, level int) (propertyMapping, *node) {
	have := propertyMapping{key: key, name: p.limit.property.of(key)}
	if !required {
		p.optionalAround++
		defer func() { p.optionalAround-- }()
	}
	p.enclosing++
	sub, back, null := p.value(n, at, level+1)
	p.enclosing--
	have.mp = back
	if null && !required {
		var through []*node
		have.nothing = p.flatten(n, 0, &through).get("default").is("null")
	}
	switch {
	case required || !null && !p.limit.required:
		if null {
			sub = p.makeNullable(sub)
		}
	case !p.limit.required && !have.nothing:
		sub = p.makeNullable(sub)
	case !p.limit.required:
		have.absent = true // no null needed
	case null && !have.nothing:
		have.absent, have.fits = true, sub
		sub = withNull(sub)
		p.changed(at, "null represents an omitted property, {\"null\":true} represents null")
	default:
		have.absent = true
		sub = p.makeNullable(sub)
		p.changed("", "null represents an omitted property")
	}
	if have.name != have.key {
		p.changed(at, "the provider rejects this key, so it is renamed to "+have.name)
		sub.set("description", text(describe(sub.str("description"), "Alias for the key "+quoted(show.CutBytes(key, maxSentence))+".")))
	}
	return have, sub
}

// withNull adds an explicit form of null to a schema in which null represents an omitted property.
func withNull(sub *node) *node {
	marker, _ := parse(`{"type":"object","description":"Sets the value to null.","properties":{"null":{"type":"boolean","enum":[true]}},"required":["null"],"additionalProperties":false}`)
	out := object()
	if description := sub.get("description"); description != nil && sub.get("$ref") == nil {
		out.set("description", description)
		sub = sub.without("description")
	}
	variants := list(sub)
	if sub.str("type") == "null" {
		variants = list()
	}
	if inner := sub.get("anyOf"); inner != nil && len(sub.members) == 1 {
		variants = list(slices.Clone(inner.items)...)
	}
	variants.items = append(variants.items, marker, typeSchema("null"))
	out.set("anyOf", variants)
	return out
}

// pairs projects a map as a list of key-value pairs.
func (p *projector) pairs(n, values *node, at string, level int) (*node, *mapping) {
	p.changed(at, "a list of key-value pairs represents the map")
	out := typeSchema("array")
	p.copyKeywords(out, n, '{', at, "additionalProperties", "unevaluatedProperties")
	for _, word := range []string{"minProperties", "maxProperties"} { // accepted for objects, but not for the list
		out.members = out.without(word).members
	}
	sub, back := p.schema(values, step(at, "additionalProperties"), level+1)
	pair := object(member{key: "key", value: typeSchema("string")}, member{key: "value", value: sub})
	out.set("items", p.closed(typeSchema("object"), pair, []string{"key", "value"}))
	return out, &mapping{kind: mapPairs, inner: back}
}

// array projects an array schema.
func (p *projector) array(n *node, at string, level int) (*node, *mapping) {
	out := typeSchema("array")
	positions, rest := n.get("prefixItems"), n.get("items")
	if rest != nil && rest.kind == '[' { // drafts before 2020-12
		positions, rest = rest, n.get("additionalItems")
	}
	back := &mapping{kind: mapList}
	if positions == nil || len(positions.items) == 0 {
		p.copyKeywords(out, n, '[', at, "items", "prefixItems", "additionalItems")
		if rest == nil && p.limit.form == open {
			note(&p.Moved, step(at, "items"), "Items of any type; the provider requires a schema for them.")
		}
		items, inner := p.schema(orAny(rest), step(at, "items"), level)
		out.set("items", items)
		if back.other = inner; inner == nil {
			back = nil
		}
		return out, back
	}
	done := []string{"items", "additionalItems"}
	if p.limit.form <= listed { // tuples are supported
		done = append(done, "prefixItems")
	}
	p.copyKeywords(out, n, '[', at, done...)
	size := strconv.Itoa(len(positions.items))
	if most := (&node{kind: '0', text: size, raw: size}); rest.is("false") && out.get("maxItems") == nil && p.target.takes("maxItems", most) {
		out.set("maxItems", most)
	}
	var all []*node
	made := map[string]bool{}
	plain := true
	for i, position := range append(slices.Clone(positions.items), orAny(rest)) {
		if i == len(positions.items) && (rest == nil || rest.is("false")) {
			break
		}
		item, inner := p.schema(position, step(step(at, "prefixItems"), strconv.Itoa(i)), level)
		if plain = plain && inner == nil; i < len(positions.items) {
			back.items = append(back.items, inner)
		} else {
			back.other = inner
		}
		if written := item.String(); !made[written] || p.limit.form <= listed {
			made[written] = true
			all = append(all, item)
		}
	}
	if plain {
		back = nil
	}
	switch {
	case p.limit.form <= listed:
		first := min(len(all), len(positions.items))
		out.set("prefixItems", list(all[:first]...))
		if len(all) > first {
			out.set("items", all[first])
		} else if p.limit.form == open {
			out.set("items", object()) // a tuple without items is rejected
		}
	case len(all) == 1:
		out.set("items", all[0])
	default:
		out.set("items", object(member{key: "anyOf", value: list(all...)}))
	}
	return out, back
}

func orAny(n *node) *node {
	if n == nil {
		return object()
	}
	return n
}

// untyped projects a schema without a type.
func (p *projector) untyped(n *node, at string) (*node, *mapping) {
	if p.limit.form > listed {
		return p.asJSONText(n, at, "Any JSON value, serialized as a JSON string.", "")
	}
	out := object()
	p.copyKeywords(out, n, 0, at)
	return out, nil
}

// asJSONText serializes a value as a JSON string. why is the reason if the provider rejects its schema; then
// the description includes the schema unless it is too long.
func (p *projector) asJSONText(n *node, at, how, why string) (*node, *mapping) {
	sentences := []string{how}
	if why != "" {
		schema := n.without("description", "title").String()
		switch {
		case len(schema) > maxSchemaText:
			p.reject(at, why+"the schema is too long for a description")
		case len(schema) > len("{}"):
			sentences = append(sentences, "Its schema: "+schema)
		}
		n = onlyAnnotations(n)
	}
	p.changed(at, why+"a JSON string represents the value")
	out := typeSchema("string")
	p.copyKeywords(out, n, 0, at)
	out.set("description", text(describe(out.str("description"), sentences...)))
	kind := byte('{')
	if strings.HasPrefix(how, "Any") {
		kind = 0
	}
	return out, &mapping{kind: mapJSONText, only: kind}
}

// unionOf returns the keyword whose branches describe the value, "" if there is none.
func unionOf(n *node) string {
	for _, word := range []string{"anyOf", "oneOf"} {
		if branches := n.get(word); branches != nil && branches.kind == '[' && len(branches.items) > 0 && describesShape(branches) {
			return word
		}
	}
	return ""
}

// variants projects a union. Each branch is merged with its sibling keywords.
func (p *projector) variants(n *node, word string, at string, level int) (*node, *mapping, bool) {
	base := n.only(func(key string) bool { return key != word && !hasWord(annotationKeywords, key) })
	var branches []*node
	for _, branch := range n.get(word).items {
		if branch.kind == '{' && len(base.without("$schema", "$id", "$defs", "definitions").members) > 0 {
			branch = object(member{key: "allOf", value: list(branch, base)})
		}
		branches = append(branches, branch)
	}
	return p.choice(n, branches, step(at, word), level)
}

// choice projects a union. Variants that Back could not distinguish are serialized as a JSON string.
func (p *projector) choice(n *node, branches []*node, at string, level int) (*node, *mapping, bool) {
	var outs []*node
	back, null, plain := &mapping{kind: mapUnion}, false, true
	made := map[string]*mapping{}
	for i, branch := range branches {
		sub, inner, nullToo := p.value(branch, step(at, strconv.Itoa(i)), level)
		if null = null || nullToo; sub.str("type") == "null" {
			null = true
			continue
		}
		written := sub.String()
		if had, twice := made[written]; twice && had == inner {
			continue
		}
		made[written] = inner
		plain = plain && inner == nil
		outs = append(outs, sub)
		back.choices = append(back.choices, variant{sub, inner})
	}
	for i, a := range back.choices {
		for _, b := range back.choices[:i] {
			if p.budget--; p.budget >= 0 && a.mp != b.mp && !p.disjoint(a.out, b.out, 0) {
				out, folded := p.asJSONText(n, at, "Any JSON value, serialized as a JSON string.", "the variants are ambiguous: ")
				return out, folded, false
			}
		}
	}
	description := n.str("description")
	if len(outs) == 0 {
		return typeSchema("null"), nil, true
	}
	if len(outs) == 1 {
		if description != "" && outs[0].get("$ref") == nil {
			outs[0].set("description", text(describe(description, outs[0].str("description"))))
		}
		return outs[0], back.choices[0].mp, null
	}
	out := object(member{key: "anyOf", value: list(outs...)})
	for _, m := range n.members {
		if hasWord("default examples example", m.key) {
			description = describe(description, keywordSentence(m.key, m.value, n))
		}
	}
	if description != "" {
		out.members = append([]member{{key: "description", value: text(description)}}, out.members...)
	}
	if plain {
		back = nil
	}
	return out, back, null
}
