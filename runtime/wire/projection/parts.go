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
	properties, values, required := orAny(n.Get("properties")).With(), map[string]*node{}, map[string]bool{}
	for _, m := range properties.Members {
		values[m.Key] = m.Value // the last of duplicate keys wins
	}
	for _, key := range n.Get("required").Texts() {
		if required[key] = true; values[key] == nil {
			values[key] = object()
			properties.Members = append(properties.Members, member{Key: key, Value: values[key]})
		}
	}
	others, open := otherValues(n)
	switch {
	case p.limit.form <= listed || len(properties.Members) > 0 || !open || level == 0:
	case others != nil:
		return p.pairs(n, others, at, level)
	default:
		return p.asJSONText(n, at, objectText, "")
	}
	out := typeSchema("object")
	p.copyKeywords(out, n, '{', at, "additionalProperties", "unevaluatedProperties")
	made := object()
	var needed []string
	for _, m := range properties.Members {
		if values[m.Key] == nil {
			continue
		}
		one := p.property(m.Key, values[m.Key], required[m.Key], step(step(at, "properties"), m.Key), level)
		values[m.Key] = nil
		made.Members = append(made.Members, one)
		if p.limit.required || required[m.Key] {
			needed = append(needed, one.Key)
		}
	}
	rest := n.Get("additionalProperties")
	switch {
	case rest == nil && others == nil || rest.Is("false") && !open:
	case p.limit.form <= listed && rest != nil && rest.Kind == '{':
		rest = p.schema(rest, step(at, "additionalProperties"), level+1)
	case p.limit.form <= listed:
	default:
		name := "additional_properties"
		for made.Get(name) != nil {
			name += "_"
		}
		rest = typeSchema("object").With(member{Key: "description", Value: text("Additional properties.")})
		if others != nil {
			rest.Set("additionalProperties", others)
		}
		further := p.property(name, rest, false, step(at, "additionalProperties"), level)
		further.Value.Note.spread = true
		made.Members = append(made.Members, further)
		if p.limit.required {
			needed = append(needed, name)
		}
	}
	if out = p.closed(out, made, needed); rest != nil && p.limit.form <= listed {
		out.Set("additionalProperties", rest)
	}
	return out
}

// closed sets the properties of an object and forbids others.
func (p *projector) closed(out, properties *node, required []string) *node {
	if p.limit.form == closed || len(properties.Members) > 0 {
		out.Set("properties", properties)
	}
	if p.limit.form == closed || len(required) > 0 {
		out.Set("required", texts(required))
	}
	if p.limit.form == closed {
		out.Set("additionalProperties", word("false"))
	}
	return out
}

// otherValues returns the schema of the values of undeclared keys, nil for any value, and whether such keys are
// allowed.
func otherValues(n *node) (values *node, open bool) {
	rest := n.Get("additionalProperties")
	var schemas []*node
	if rest != nil && len(rest.Members) > 0 {
		schemas = append(schemas, rest)
	}
	if rest == nil || rest.Is("false") || len(schemas) > 0 { // otherwise any value
		for _, m := range orAny(n.Get("patternProperties")).Members {
			schemas = append(schemas, m.Value)
		}
	}
	schemas = slices.CompactFunc(schemas, func(a, b *node) bool { return a.String() == b.String() })
	switch len(schemas) {
	case 0:
		return nil, !rest.Is("false")
	case 1:
		return schemas[0], true
	}
	return object(member{Key: "anyOf", Value: list(schemas...)}), true
}

// property projects a property.
func (p *projector) property(key string, n *node, required bool, at string, level int) member {
	name, origin := p.limit.property.of(key), &property{name: key}
	if !required {
		p.optionalAround++
		defer func() { p.optionalAround-- }()
	}
	p.enclosing++
	sub, null := p.value(n, at, level+1)
	p.enclosing--
	if null && !required {
		var through []*node
		origin.nothing = p.flatten(n, 0, &through).Get("default").Is("null")
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
		sub.Set("description", text(describe(sub.Str("description"), "Alias for the key "+quoted(show.ClipBytes(key, maxSentence))+".")))
	}
	sub.Note.property = origin
	return member{Key: name, Value: sub}
}

// withNull adds an explicit form of null to a schema in which null represents an omitted property.
func withNull(sub *node) *node {
	marker, _ := parse(`{"type":"object","description":"Sets the value to null.",` +
		`"properties":{"null":{"type":"boolean","enum":[true]}},"required":["null"],"additionalProperties":false}`)
	marker.Note.as = asNull
	out := object()
	if description := sub.Get("description"); description != nil && sub.Get("$ref") == nil {
		out.Set("description", description)
		sub = sub.Without("description")
	}
	variants := list(sub)
	if sub.Str("type") == "null" {
		variants = list()
	}
	if inner := sub.Get("anyOf"); inner != nil && len(sub.Members) == 1 {
		variants = list(slices.Clone(inner.Items)...)
	}
	variants.Items = append(variants.Items, marker, typeSchema("null"))
	out.Set("anyOf", variants)
	return out
}

// pairs projects a map as a list of key-value pairs.
func (p *projector) pairs(n, values *node, at string, level int) *node {
	p.changed(at, "a list of key-value pairs represents the map")
	out := typeSchema("array")
	p.copyKeywords(out, n, '{', at, "additionalProperties", "unevaluatedProperties")
	for _, word := range []string{"minProperties", "maxProperties"} { // accepted for objects, but not for the list
		out.Members = out.Without(word).Members
	}
	value := p.schema(values, step(at, "additionalProperties"), level+1)
	pair := object(member{Key: "key", Value: typeSchema("string")}, member{Key: "value", Value: value})
	out.Set("items", p.closed(typeSchema("object"), pair, []string{"key", "value"}))
	out.Note.as = asPairs
	return out
}

// array projects an array schema.
func (p *projector) array(n *node, at string, level int) *node {
	out := typeSchema("array")
	positions, rest := n.Get("prefixItems"), n.Get("items")
	if rest != nil && rest.Kind == '[' { // drafts before 2020-12
		positions, rest = rest, n.Get("additionalItems")
	}
	if positions == nil || len(positions.Items) == 0 {
		p.copyKeywords(out, n, '[', at, "items", "prefixItems", "additionalItems")
		if rest == nil && p.limit.form == open {
			note(&p.Moved, step(at, "items"), "Items of any type; the provider requires a schema for them.")
		}
		out.Set("items", p.schema(orAny(rest), step(at, "items"), level))
		return out
	}
	done := []string{"items", "additionalItems"}
	if p.limit.form <= listed { // tuples are supported
		done = append(done, "prefixItems")
	}
	p.copyKeywords(out, n, '[', at, done...)
	size := strconv.Itoa(len(positions.Items))
	most := word(size)
	if rest.Is("false") && out.Get("maxItems") == nil && p.target.takes("maxItems", most) {
		out.Set("maxItems", most)
	}
	positionsAt := step(at, "prefixItems")
	if p.limit.form > listed { // one schema for all items
		all := slices.Clone(positions.Items)
		if rest != nil && !rest.Is("false") {
			all = append(all, rest)
		}
		p.enclosing++
		items, null := p.choice(object(), all, positionsAt, level)
		p.enclosing--
		if null {
			items = p.makeNullable(items)
		}
		out.Set("items", items)
		return out
	}
	made := list()
	for i, position := range positions.Items {
		made.Items = append(made.Items, p.schema(position, step(positionsAt, strconv.Itoa(i)), level))
	}
	out.Set("prefixItems", made)
	switch {
	case rest != nil && !rest.Is("false"):
		out.Set("items", p.schema(rest, step(at, "items"), level))
	case p.limit.form == open:
		out.Set("items", object()) // a tuple without items is rejected
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
		schema := n.Without("description", "title").String()
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
	out.Set("description", text(describe(out.Str("description"), sentences...)))
	out.Note.as = asText
	return out
}

// unionOf returns the keyword whose branches describe the value, "" if there is none.
func unionOf(n *node) string {
	for _, word := range []string{"anyOf", "oneOf"} {
		if branches := n.Get(word); branches != nil && branches.Kind == '[' && len(branches.Items) > 0 && describesShape(branches) {
			return word
		}
	}
	return ""
}

// variants projects a union. Each branch is merged with its sibling keywords.
func (p *projector) variants(n *node, word string, at string, level int) (out *node, null bool) {
	base := n.Only(func(key string) bool { return key != word && !hasWord(annotationKeywords, key) })
	var branches []*node
	for _, branch := range n.Get(word).Items {
		if branch.Kind == '{' && len(base.Without("$schema", "$id", "$defs", "definitions").Members) > 0 {
			branch = object(member{Key: "allOf", Value: list(branch, base)})
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
		if null = null || nullToo; sub.Str("type") == "null" {
			null = true
			continue
		}
		written := sub.String()
		if differs := mark(sub); made[written] && (!differs || sub.Note.as == asDefined) {
			continue
		}
		made[written] = true
		outs = append(outs, sub)
	}
	for i, a := range outs {
		for _, b := range outs[:i] {
			if p.budget--; p.budget >= 0 && (a.Note.differs || b.Note.differs) && !p.disjoint(a, b, 0) {
				return p.asJSONText(n, at, anyText, "the variants are ambiguous: "), false
			}
		}
	}
	description := n.Str("description")
	if len(outs) == 0 {
		return typeSchema("null"), true
	}
	if len(outs) == 1 {
		if description != "" && outs[0].Get("$ref") == nil {
			outs[0].Set("description", text(describe(description, outs[0].Str("description"))))
		}
		return outs[0], null
	}
	out = object(member{Key: "anyOf", Value: list(outs...)})
	for _, m := range n.Members {
		if hasWord("default examples example", m.Key) {
			description = describe(description, keywordSentence(m.Key, m.Value, n))
		}
	}
	if description != "" {
		out.Members = append([]member{{Key: "description", Value: text(description)}}, out.Members...)
	}
	return out, null
}
