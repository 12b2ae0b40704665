package projection

import (
	"slices"
	"strconv"
	"strings"
)

// projector makes the schema for a target that takes only some keywords.
type projector struct {
	*Projection
	root   *node
	limit  limit
	beside bool             // a draft that ignores what stands beside $ref
	named  map[string]*node // by $id and #anchor
	made   map[*node]*definition
	order  []string // the names of definitions
	within []*node  // the references that are being put in place of themselves
	depth  int
	inside int // the values around the place
	loose  int // the properties around the place that may be left out
	left   int // of maxNodes
}

// again stands for the schema of a value that contains others like itself.
const again = "One more of those that it is in, written as JSON text."

// definition is a part of the schema that is referred to.
type definition struct {
	name          string
	inside, loose int  // as the projector has them at the place where it was first met
	null          bool // it accepts null, which stands beside each reference
	back          *plan
	done          bool
}

// wrapper is the property that holds the arguments where the root of a schema has variants.
const wrapper = "arguments"

// asItIs is the schema with the type object at its root, which all providers look for. Arguments are always an object, so that it adds
// nothing where the root says nothing of types.
func (p *projector) asItIs() *node {
	t := p.root.get("type")
	switch {
	case t == nil:
		return &node{kind: '{', members: append(typeOf("object").members, p.root.members...)}
	case t.kind == '"' && t.text == "object":
		return p.root
	case !slices.Contains(typeWords(t), "object"):
		p.refuse("/type", "the input schema must have the type object at its root, not "+cut(t.String(), maxWords/10))
	}
	out := p.root.with()
	out.set("type", text("object"))
	return out
}

// projectRoot makes the whole schema.
func (p *projector) projectRoot() (*node, *plan) {
	n := p.flat(p.root, 0, &p.within)
	if !strings.Contains(kindsOf(n), "{") {
		p.refuse("/type", "the arguments of a tool are an object, which this schema does not allow")
	}
	n = n.without("type").with(member{key: "type", value: text("object")})
	word := unionOf(n)
	for ; word != "" && p.limit.form <= listed; word = unionOf(n) {
		n = p.hoisted(n, word)
	}
	out, back, _ := p.flatValue(n, "", min(len(word), 1))
	if word != "" {
		p.changed("/"+word, "the root has variants, which the provider does not take: the arguments stand under "+quoted(wrapper))
		out = p.closed(typeOf("object"), object(member{key: wrapper, value: out}), []string{wrapper})
		back = &plan{kind: wrapped, inner: back}
	}
	if len(p.order) > 0 {
		defs := object()
		for _, name := range p.order {
			defs.set(name, p.defs[name])
		}
		out.set("$defs", defs)
	}
	return out, back
}

// schema projects a part of the schema.
func (p *projector) schema(n *node, at string, level int) (*node, *plan) {
	p.inside++
	defer func() { p.inside-- }()
	out, back, null := p.value(n, at, level)
	if null {
		out = p.nullable(out)
	}
	return out, back
}

// value projects a part of the schema, without null: the last result says whether that fits, too. Level is the number of objects around it.
func (p *projector) value(n *node, at string, level int) (*node, *plan, bool) {
	p.left--
	if p.depth > maxNesting || p.left < 0 {
		p.refuse(at, "the schema is nested too deeply")
		return typeOf("string"), nil, false
	}
	p.depth++
	defer func() { p.depth-- }()
	if target := p.kept(n); target != nil {
		return p.reference(target, n, at)
	}
	var through []*node
	whole := p.flat(n, 0, &through)
	if slices.ContainsFunc(through, func(t *node) bool { return slices.Contains(p.within, t) }) {
		out, back := p.folded(onlyAnnotations(whole), at, again, "the provider takes no schema that contains itself: ")
		return out, back, false
	}
	p.within = append(p.within, through...)
	defer func() { p.within = p.within[:len(p.within)-len(through)] }()
	return p.flatValue(whole, at, level)
}

func (p *projector) flatValue(n *node, at string, level int) (*node, *plan, bool) {
	if word := unionOf(n); word != "" {
		return p.variants(n, word, at, level)
	}
	kinds := kindsOf(n)
	null := strings.Contains(kinds, "n") && kinds != allKinds
	switch others := strings.ReplaceAll(kinds, "n", ""); {
	case kinds == allKinds:
		out, back := p.anything(n, at)
		return out, back, false
	case others == "":
		return typeOf("null"), nil, true
	case len(others) == 1:
		out, back := p.single(n, others[0], at, level)
		return out, back, null
	default:
		var branches []*node
		for i := range others {
			branches = append(branches, p.ofKind(n, others[i]))
		}
		out, back, _ := p.choice(n, branches, at, level)
		return out, back, null
	}
}

// ofKind is a schema less what it says of other types than one.
func (p *projector) ofKind(n *node, kind byte) *node {
	out := object()
	for _, m := range n.members {
		switch {
		case m.key == "type":
			words := slices.DeleteFunc(typeWords(m.value), func(w string) bool { return kindsOf(object(member{key: "type", value: text(w)})) != string(kind) })
			m.value = texts(words)
		case m.key == "enum":
			m.value = list(slices.DeleteFunc(slices.Clone(m.value.items), func(v *node) bool { return v.kind != kind })...)
		case hasWord(annotations, m.key) || kinds[m.key] != 0 && kinds[m.key] != kind:
			continue
		}
		out.members = append(out.members, m)
	}
	return out
}

// single projects a schema of one JSON type.
func (p *projector) single(n *node, kind byte, at string, level int) (*node, *plan) {
	switch kind {
	case '{':
		return p.object(n, at, level)
	case '[':
		return p.array(n, at, level)
	}
	out := object(member{key: "type", value: text(typeWord(n, kind))})
	p.carry(out, n, kind, at)
	return out, nil
}

// typeWord is the type of the values of a kind.
func typeWord(n *node, kind byte) string {
	switch kind {
	case '0':
		if t := n.get("type"); t != nil && !slices.Contains(typeWords(t), "number") && slices.Contains(typeWords(t), "integer") {
			return "integer"
		}
		return "number"
	case 't':
		return "boolean"
	case '{':
		return "object"
	case '[':
		return "array"
	}
	return "string"
}

// carry takes over the keywords for one JSON type that the target takes, and says the others in the description.
func (p *projector) carry(out, n *node, kind byte, at string, done ...string) {
	if title := n.get("title"); title != nil {
		out.set("title", title)
	}
	first := len(out.members)
	var sentences []string
	for _, m := range n.members {
		switch {
		case hasWord(silent, m.key) || slices.Contains(done, m.key) || kinds[m.key] != 0 && kinds[m.key] != kind && kind != 0:
			continue
		case m.key == "enum" || m.key == "const":
			if p.enumerate(out, n, m, kind) {
				continue
			}
		case m.key == "default" && (kind == '{' || kind == '[' || kind == 0 || m.value.kind != kind):
		case !hasWord("anyOf prefixItems additionalProperties", m.key) && p.target.takes(m.key, m.value):
			out.set(m.key, m.value)
			continue
		}
		if s := say(m.key, m.value, n); s != "" {
			sentences = append(sentences, s)
			if !hasWord(annotations, m.key) {
				note(&p.Moved, step(at, m.key), s)
			}
		}
	}
	if description := describe(n.str("description"), sentences...); description != "" {
		out.members = slices.Insert(out.members, first, member{key: "description", value: text(description)})
	}
}

// enumerate takes over the values of an enum or a const, and reports whether the target takes them.
func (p *projector) enumerate(out, n *node, m member, kind byte) bool {
	values := []*node{m.value}
	if m.key == "enum" {
		if n.get("const") != nil {
			return true
		}
		values = m.value.items
	}
	ours := list()
	for _, v := range values {
		switch {
		case v.kind == '{' || v.kind == '[' || kind == 0:
			return false
		case v.kind == kind && !slices.ContainsFunc(ours.items, func(o *node) bool { return o.String() == v.String() }):
			ours.items = append(ours.items, v)
		}
	}
	if len(ours.items) == 0 || p.limit.form == typed && kind != '"' {
		return false
	}
	if m.key == "const" && p.target.takes("const", m.value) {
		out.set("const", m.value)
	} else {
		out.set("enum", ours)
	}
	return true
}

// nullable is a projected schema that takes null, too.
func (p *projector) nullable(out *node) *node {
	null := typeOf("null")
	switch kind, variants := out.get("type"), out.get("anyOf"); {
	case p.limit.form == typed:
		out.set("nullable", word("true"))
	case variants != nil:
		if !slices.ContainsFunc(variants.items, func(v *node) bool { return v.str("type") == "null" }) {
			out.set("anyOf", list(append(slices.Clone(variants.items), null)...))
		}
	case kind != nil && kind.kind == '"' && kind.text != "null":
		out.set("type", texts([]string{kind.text, "null"}))
		if c := out.get("const"); c != nil {
			out.members = out.without("const").members
			out.set("enum", list(c, word("null")))
		} else if e := out.get("enum"); e != nil {
			out.set("enum", list(append(slices.Clone(e.items), word("null"))...))
		}
	case out.get("$ref") != nil:
		return object(member{key: "anyOf", value: list(out, null)})
	}
	return out
}

// kept is what a reference leads to, nil unless it stays a reference.
func (p *projector) kept(n *node) *node {
	if n == nil || n.get("$ref") == nil || p.limit.refs == inline {
		return nil
	}
	target := n
	for hops := 0; target != nil && target.get("$ref") != nil && (hops == 0 || len(target.members) == 1); hops++ {
		if target = p.find(target.str("$ref")); hops > maxHops {
			return nil
		}
	}
	described := len(onlyAnnotations(n).members)
	if target == nil || target.kind != '{' || !p.beside && len(n.members) > 1+described {
		return nil
	}
	if itself := p.leadsBack(target); itself && p.limit.refs == ladder || !itself && described > 0 {
		return nil
	}
	return target
}

// leadsBack reports whether a part of the schema contains itself.
func (p *projector) leadsBack(target *node) bool {
	seen := map[*node]bool{}
	var walk func(n *node) bool
	walk = func(n *node) bool {
		if seen[n] {
			return false
		}
		seen[n] = true
		p.left--
		if to := p.find(n.str("$ref")); to != nil && (to == target || walk(to)) {
			return true
		}
		return slices.ContainsFunc(n.members, func(m member) bool { return walk(m.value) }) || slices.ContainsFunc(n.items, walk)
	}
	if d := p.made[target]; d != nil && !d.done {
		return true
	}
	return walk(target)
}

// reference refers to a definition, which is projected when it is first met.
func (p *projector) reference(target, n *node, at string) (*node, *plan, bool) {
	d := p.made[target]
	if d == nil {
		d = &definition{name: p.definitionName(n.str("$ref")), loose: p.loose, inside: p.inside, null: p.takesNull(target, 0), back: &plan{kind: alias}}
		p.made[target] = d
		p.order = append(p.order, d.name)
		p.defs[d.name] = object()
		out, back, _ := p.value(target, at, 1)
		p.defs[d.name], d.back.inner, d.done = out, back, true
	}
	if !d.done && d.inside == p.inside {
		p.refuse(at, "a value has to fit what it has to fit, without end")
		return typeOf("string"), nil, false
	}
	if p.target == Gemini && !d.done && d.loose == p.loose { // it takes cycles by properties that may be left out only
		out, back := p.folded(onlyAnnotations(n), at, again, "the provider takes no schema that has to contain itself: ")
		return out, back, d.null
	}
	out := object(member{key: "$ref", value: text("#/$defs/" + d.name)})
	if description := n.str("description"); description != "" {
		out = object(member{key: "description", value: text(description)}, member{key: "anyOf", value: list(out)})
	}
	if d.done && d.back.inner == nil {
		return out, nil, d.null
	}
	return out, d.back, d.null
}

// definitionName is a name for a definition that no other one has.
func (p *projector) definitionName(ref string) string {
	name := ref[strings.LastIndexAny(ref, "/#")+1:]
	if name = (naming{max: 64, letter: true}).of(name); name == "" {
		name = "root"
	}
	unique := name
	for i := 2; p.defs[unique] != nil; i++ {
		unique = name + "_" + strconv.Itoa(i)
	}
	return unique
}
