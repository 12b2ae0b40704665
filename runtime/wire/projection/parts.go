package projection

import (
	"slices"
	"strconv"
	"strings"
)

// object projects a schema of objects.
func (p *projector) object(n *node, at string, level int) (*node, *plan) {
	if p.target == OpenAIStrict && level >= maxLevels {
		return p.folded(n, at, "A JSON object, written as JSON text.", "objects are nested deeper than "+strconv.Itoa(maxLevels)+" levels: ")
	}
	properties, values, required := orAny(n.get("properties")).with(), map[string]*node{}, map[string]bool{}
	for _, m := range properties.members {
		values[m.key] = m.value // of a key that comes twice the last counts
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
		return p.folded(n, at, "A JSON object, written as JSON text.", "")
	}
	out := typeOf("object")
	p.carry(out, n, '{', at, "additionalProperties", "unevaluatedProperties")
	back := &plan{kind: keyed}
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
		rest = typeOf("object").with(member{key: "description", value: text("Keys other than these.")})
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
	if back.other == nil && !slices.ContainsFunc(back.members, func(m planned) bool { return !m.same() }) {
		back = nil
	}
	if out = p.closed(out, made, needed); rest != nil && p.limit.form <= listed {
		out.set("additionalProperties", rest)
	}
	return out, back
}

// closed gives an object its properties.
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

// otherValues is the schema of the values under keys that an object does not declare, nil for any value; and whether there may be some.
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

func (p *projector) nameOf(key string) string {
	if p.limit.property == nil {
		return key
	}
	return p.limit.property.of(key)
}

// property projects the value under a key.
func (p *projector) property(key string, n *node, required bool, at string, level int) (planned, *node) {
	have := planned{key: key, name: p.nameOf(key)}
	if !required {
		p.loose++
		defer func() { p.loose-- }()
	}
	p.inside++
	sub, back, null := p.value(n, at, level+1)
	p.inside--
	have.plan = back
	nothing := false // that is left out and null mean the same
	if null && !required {
		var through []*node
		nothing = p.flat(n, 0, &through).get("default").is("null")
	}
	switch {
	case required || !null && !p.limit.required:
		if null {
			sub = p.nullable(sub)
		}
	case !p.limit.required && !nothing:
		sub = p.nullable(sub)
	case !p.limit.required:
		have.absent = true // and needs no null
	case null && !nothing:
		have.absent, have.fits = true, sub
		sub = withNull(sub)
		p.changed(at, "null stands for leaving it out, {\"null\":true} for null")
	default:
		have.absent = true
		sub = p.nullable(sub)
		p.changed("", "null stands for a property that is left out")
	}
	if have.name != have.key {
		p.changed(at, "the provider does not take this key, which is "+have.name)
		sub.set("description", text(describe(sub.str("description"), "It stands for "+quoted(cut(key, maxWords))+".")))
	}
	return have, sub
}

// withNull lets a value be null in a way of its own, where null itself stands for one that is left out.
func withNull(sub *node) *node {
	marker, _ := parse(`{"type":"object","description":"Sets it to null.","properties":{"null":{"type":"boolean","enum":[true]}},"required":["null"],"additionalProperties":false}`)
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
	variants.items = append(variants.items, marker, typeOf("null"))
	out.set("anyOf", variants)
	return out
}

// pairs projects a map, as a list of keys and values.
func (p *projector) pairs(n, values *node, at string, level int) (*node, *plan) {
	p.changed(at, "a list of keys and values stands for the map")
	out := typeOf("array")
	p.carry(out, n, '{', at, "additionalProperties", "unevaluatedProperties")
	for _, word := range []string{"minProperties", "maxProperties"} { // where they are taken, they are not for a list
		out.members = out.without(word).members
	}
	sub, back := p.schema(values, step(at, "additionalProperties"), level+1)
	pair := object(member{key: "key", value: typeOf("string")}, member{key: "value", value: sub})
	out.set("items", p.closed(typeOf("object"), pair, []string{"key", "value"}))
	return out, &plan{kind: pairs, inner: back}
}

// array projects a schema of lists.
func (p *projector) array(n *node, at string, level int) (*node, *plan) {
	out := typeOf("array")
	positions, rest := n.get("prefixItems"), n.get("items")
	if rest != nil && rest.kind == '[' { // before 2020-12
		positions, rest = rest, n.get("additionalItems")
	}
	back := &plan{kind: listing}
	if positions == nil || len(positions.items) == 0 {
		p.carry(out, n, '[', at, "items", "prefixItems", "additionalItems")
		if rest == nil && p.limit.form == open {
			note(&p.Moved, step(at, "items"), "Items of any kind, which an array must have.")
		}
		items, inner := p.schema(orAny(rest), step(at, "items"), level)
		out.set("items", items)
		if back.other = inner; inner == nil {
			back = nil
		}
		return out, back
	}
	done := []string{"items", "additionalItems"}
	if p.limit.form <= listed { // which has positions
		done = append(done, "prefixItems")
	}
	p.carry(out, n, '[', at, done...)
	if most := (&node{kind: '0', text: strconv.Itoa(len(positions.items))}); rest.is("false") && out.get("maxItems") == nil && p.target.takes("maxItems", most) {
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
			out.set("items", object()) // without which a list of positions is refused
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

// anything projects a schema of no type.
func (p *projector) anything(n *node, at string) (*node, *plan) {
	if p.limit.form > listed {
		return p.folded(n, at, "Any JSON value, written as JSON text.", "")
	}
	out := object()
	p.carry(out, n, 0, at)
	return out, nil
}

// folded has a value written as JSON in a text. Why says what its schema is not taken for; then the description has that schema,
// unless it is too long for one.
func (p *projector) folded(n *node, at, how, why string) (*node, *plan) {
	sentences := []string{how}
	if why != "" {
		schema := n.without("description", "title").String()
		switch {
		case len(schema) > maxDetail:
			p.refuse(at, why+"its schema is too long for a description")
		case len(schema) > len("{}"):
			sentences = append(sentences, "Its schema: "+schema)
		}
		n = onlyAnnotations(n)
	}
	p.changed(at, why+"JSON in a text stands for the value")
	out := typeOf("string")
	p.carry(out, n, 0, at)
	out.set("description", text(describe(out.str("description"), sentences...)))
	kind := byte('{')
	if strings.HasPrefix(how, "Any") || strings.HasPrefix(how, "One") {
		kind = 0
	}
	return out, &plan{kind: folding, only: kind}
}

// unionOf is the keyword whose branches say what a value looks like, "" if there is none.
func unionOf(n *node) string {
	for _, word := range []string{"anyOf", "oneOf"} {
		if branches := n.get(word); branches != nil && branches.kind == '[' && len(branches.items) > 0 && shaped(branches) {
			return word
		}
	}
	return ""
}

// variants projects a union: each branch with what stands beside it.
func (p *projector) variants(n *node, word string, at string, level int) (*node, *plan, bool) {
	base := object()
	for _, m := range n.members {
		if m.key != word && !hasWord(annotations, m.key) {
			base.members = append(base.members, m)
		}
	}
	var branches []*node
	for _, branch := range n.get(word).items {
		if branch.kind == '{' && len(base.without("$schema", "$id", "$defs", "definitions").members) > 0 {
			branch = object(member{key: "allOf", value: list(branch, base)})
		}
		branches = append(branches, branch)
	}
	return p.choice(n, branches, step(at, word), level)
}

// choice projects a value that has one of several schemas. Those that could not be told apart on the way back are written as JSON.
func (p *projector) choice(n *node, branches []*node, at string, level int) (*node, *plan, bool) {
	var outs []*node
	back, null, plain := &plan{kind: choosing}, false, true
	made := map[string]*plan{}
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
			if p.left--; p.left >= 0 && a.plan != b.plan && !p.apart(a.out, b.out, 0) {
				out, folded := p.folded(n, at, "Any JSON value, written as JSON text.", "the variants cannot be told apart: ")
				return out, folded, false
			}
		}
	}
	description := n.str("description")
	if len(outs) == 0 {
		return typeOf("null"), nil, true
	}
	if len(outs) == 1 {
		if description != "" && outs[0].get("$ref") == nil {
			outs[0].set("description", text(describe(description, outs[0].str("description"))))
		}
		return outs[0], back.choices[0].plan, null
	}
	out := object(member{key: "anyOf", value: list(outs...)})
	if description = describe(description, p.besideUnion(n, at)...); description != "" {
		out.members = append([]member{{key: "description", value: text(description)}}, out.members...)
	}
	if plain {
		back = nil
	}
	return out, back, null
}

// besideUnion says the default and the examples of a value that has variants.
func (p *projector) besideUnion(n *node, at string) (sentences []string) {
	for _, m := range n.members {
		if hasWord("default examples example", m.key) {
			sentences = append(sentences, say(m.key, m.value, n))
		}
	}
	return sentences
}
