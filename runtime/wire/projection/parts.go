package projection

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// object projects an object schema.
func (p *projector) object(n *node, at string, level int) *node {
	if p.target == OpenAIStrict && level >= maxLevels {
		return p.asJSONText(n, at, objectText, "objects are nested deeper than "+strconv.Itoa(maxLevels)+" levels: ")
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
		return p.asJSONText(n, at, objectText, "")
	}
	out := typeSchema("object")
	p.copyKeywords(out, n, '{', at, "additionalProperties", "unevaluatedProperties")
	made := object()
	var needed []string
	for _, m := range properties.members {
		if values[m.key] == nil {
			continue
		}
		one := p.property(m.key, values[m.key], required[m.key], step(step(at, "properties"), m.key), level)
		values[m.key] = nil
		made.members = append(made.members, one)
		if p.limit.required || required[m.key] {
			needed = append(needed, one.key)
		}
	}
	rest := n.get("additionalProperties")
	switch {
	case rest == nil && others == nil || rest.is("false") && !open:
	case p.limit.form <= listed && rest != nil && rest.kind == '{':
		rest = p.schema(rest, step(at, "additionalProperties"), level+1)
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
		further := p.property(name, rest, false, step(at, "additionalProperties"), level)
		further.origin.spread = true
		made.members = append(made.members, further)
		if p.limit.required {
			needed = append(needed, name)
		}
	}
	if out = p.closed(out, made, needed); rest != nil && p.limit.form <= listed {
		out.set("additionalProperties", rest)
	}
	return out
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
	rest := n.get("additionalProperties")
	var schemas []*node
	if rest != nil && len(rest.members) > 0 {
		schemas = append(schemas, rest)
	}
	if rest == nil || rest.is("false") || len(schemas) > 0 { // otherwise any value
		for _, m := range orAny(n.get("patternProperties")).members {
			schemas = append(schemas, m.value)
		}
	}
	schemas = slices.CompactFunc(schemas, func(a, b *node) bool { return a.String() == b.String() })
	switch len(schemas) {
	case 0:
		return nil, !rest.is("false")
	case 1:
		return schemas[0], true
	}
	return object(member{key: "anyOf", value: list(schemas...)}), true
}

// property projects a property.
func (p *projector) property(key string, n *node, required bool, at string, level int) member {
	name, origin := p.limit.property.of(key), &property{key: key}
	if !required {
		p.optionalAround++
		defer func() { p.optionalAround-- }()
	}
	p.enclosing++
	sub, null := p.value(n, at, level+1)
	p.enclosing--
	if null && !required {
		var through []*node
		origin.nothing = p.flatten(n, 0, &through).get("default").is("null")
	}
	origin.absent = !required && (p.limit.required || origin.nothing)
	switch {
	case !origin.absent:
		if null {
			sub = p.makeNullable(sub)
		}
	case !p.limit.required: // no null needed
	case null && !origin.nothing:
		sub = withNull(sub)
		p.changed(at, "null represents an omitted property, {\"null\":true} represents null")
	default:
		sub = p.makeNullable(sub)
		p.changed("", "null represents an omitted property")
	}
	if name != key {
		p.changed(at, "the provider rejects this key, so it is renamed to "+name)
		sub.set("description", text(describe(sub.str("description"), "Alias for the key "+quoted(show.CutBytes(key, maxSentence))+".")))
	}
	return member{key: name, value: sub, origin: origin}
}

// withNull adds an explicit form of null to a schema in which null represents an omitted property.
func withNull(sub *node) *node {
	marker, _ := parse(`{"type":"object","description":"Sets the value to null.",` +
		`"properties":{"null":{"type":"boolean","enum":[true]}},"required":["null"],"additionalProperties":false}`)
	marker.as = asNull
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
func (p *projector) pairs(n, values *node, at string, level int) *node {
	p.changed(at, "a list of key-value pairs represents the map")
	out := typeSchema("array")
	p.copyKeywords(out, n, '{', at, "additionalProperties", "unevaluatedProperties")
	for _, word := range []string{"minProperties", "maxProperties"} { // accepted for objects, but not for the list
		out.members = out.without(word).members
	}
	value := p.schema(values, step(at, "additionalProperties"), level+1)
	pair := object(member{key: "key", value: typeSchema("string")}, member{key: "value", value: value})
	out.set("items", p.closed(typeSchema("object"), pair, []string{"key", "value"}))
	out.as = asPairs
	return out
}

// array projects an array schema.
func (p *projector) array(n *node, at string, level int) *node {
	out := typeSchema("array")
	positions, rest := n.get("prefixItems"), n.get("items")
	if rest != nil && rest.kind == '[' { // drafts before 2020-12
		positions, rest = rest, n.get("additionalItems")
	}
	if positions == nil || len(positions.items) == 0 {
		p.copyKeywords(out, n, '[', at, "items", "prefixItems", "additionalItems")
		if rest == nil && p.limit.form == open {
			note(&p.Moved, step(at, "items"), "Items of any type; the provider requires a schema for them.")
		}
		out.set("items", p.schema(orAny(rest), step(at, "items"), level))
		return out
	}
	done := []string{"items", "additionalItems"}
	if p.limit.form <= listed { // tuples are supported
		done = append(done, "prefixItems")
	}
	p.copyKeywords(out, n, '[', at, done...)
	size := strconv.Itoa(len(positions.items))
	most := &node{kind: '0', text: size, raw: size}
	if rest.is("false") && out.get("maxItems") == nil && p.target.takes("maxItems", most) {
		out.set("maxItems", most)
	}
	positionsAt := step(at, "prefixItems")
	if p.limit.form > listed { // one schema for all items
		all := slices.Clone(positions.items)
		if rest != nil && !rest.is("false") {
			all = append(all, rest)
		}
		p.enclosing++
		items, null := p.choice(object(), all, positionsAt, level)
		p.enclosing--
		if null {
			items = p.makeNullable(items)
		}
		out.set("items", items)
		return out
	}
	made := list()
	for i, position := range positions.items {
		made.items = append(made.items, p.schema(position, step(positionsAt, strconv.Itoa(i)), level))
	}
	out.set("prefixItems", made)
	switch {
	case rest != nil && !rest.is("false"):
		out.set("items", p.schema(rest, step(at, "items"), level))
	case p.limit.form == open:
		out.set("items", object()) // a tuple without items is rejected
	}
	return out
}

func orAny(n *node) *node {
	if n == nil {
		return object()
	}
	return n
}

// untyped projects a schema without a type.
func (p *projector) untyped(n *node, at string) *node {
	if p.limit.form > listed {
		return p.asJSONText(n, at, anyText, "")
	}
	out := object()
	p.copyKeywords(out, n, 0, at)
	return out
}

// Descriptions of values that are written as JSON strings.
const (
	anyText       = "Any JSON value, serialized as a JSON string."
	objectText    = "A JSON object, serialized as a JSON string."
	recursionText = "Another value of the enclosing type, serialized as a JSON string."
)

// asJSONText serializes a value as a JSON string. why is the reason if the provider rejects its schema; then
// the description includes the schema unless it is too long.
func (p *projector) asJSONText(n *node, at, how, why string) *node {
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
	out.as = asText
	return out
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
func (p *projector) variants(n *node, word string, at string, level int) (out *node, null bool) {
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
func (p *projector) choice(n *node, branches []*node, at string, level int) (out *node, null bool) {
	var outs []*node
	made := map[string]bool{}
	for i, branch := range branches {
		sub, nullToo := p.value(branch, step(at, strconv.Itoa(i)), level)
		if null = null || nullToo; sub.str("type") == "null" {
			null = true
			continue
		}
		written := sub.String()
		if differs := sub.mark(); made[written] && (!differs || sub.as == asDefined) {
			continue
		}
		made[written] = true
		outs = append(outs, sub)
	}
	for i, a := range outs {
		for _, b := range outs[:i] {
			if p.budget--; p.budget >= 0 && (a.differs || b.differs) && !p.disjoint(a, b, 0) {
				return p.asJSONText(n, at, anyText, "the variants are ambiguous: "), false
			}
		}
	}
	description := n.str("description")
	if len(outs) == 0 {
		return typeSchema("null"), true
	}
	if len(outs) == 1 {
		if description != "" && outs[0].get("$ref") == nil {
			outs[0].set("description", text(describe(description, outs[0].str("description"))))
		}
		return outs[0], null
	}
	out = object(member{key: "anyOf", value: list(outs...)})
	for _, m := range n.members {
		if hasWord("default examples example", m.key) {
			description = describe(description, keywordSentence(m.key, m.value, n))
		}
	}
	if description != "" {
		out.members = append([]member{{key: "description", value: text(description)}}, out.members...)
	}
	return out, null
}
