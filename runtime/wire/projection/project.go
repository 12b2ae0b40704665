package projection

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// projector builds the schema for a target that accepts only some keywords.
type projector struct {
	*Projection
	root               *node
	limit              limit
	ignoresRefSiblings bool             // the draft ignores siblings of $ref
	named              map[string]*node // by $id and #anchor
	made               map[*node]*definition
	order              []string // names of definitions
	expanding          []*node  // references being inlined
	depth              int
	enclosing          int // number of enclosing values
	optionalAround     int // number of enclosing optional properties
	budget             int // remaining of maxNodes
}

// definition is a referenced part of the schema.
type definition struct {
	name                      string
	enclosing, optionalAround int  // values of the projector at the first reference
	null                      bool // accepts null, which is then added to each reference
	done                      bool
}

// wrapper is the property that holds the arguments if the root of the schema is a union.
const wrapper = "arguments"

// verbatim returns the schema with type object at its root, which all providers require. Arguments are always
// an object, so adding it does not restrict a root without a type.
func (p *projector) verbatim() *node {
	t := p.root.get("type")
	switch {
	case t == nil:
		return &node{kind: '{', members: append(typeSchema("object").members, p.root.members...)}
	case t.kind == '"' && t.text == "object":
		return p.root
	case !slices.Contains(typeWords(t), "object"):
		p.reject("/type", "the root of the input schema must have type object, not "+show.CutBytes(t.String(), maxSentence/10))
	}
	out := p.root.with()
	out.set("type", text("object"))
	return out
}

// projectRoot projects the whole schema.
func (p *projector) projectRoot() *node {
	n := p.flatten(p.root, 0, &p.expanding)
	if !strings.Contains(kindsOf(n), "{") {
		p.reject("/type", "tool arguments are an object, which this schema does not allow")
	}
	n = n.without("type").with(member{key: "type", value: text("object")})
	word := unionOf(n)
	for ; word != "" && p.limit.form <= listed; word = unionOf(n) {
		n = p.hoist(n, word)
	}
	out, _ := p.flattenValue(n, "", min(len(word), 1))
	if word != "" {
		p.changed("/"+word, "the provider rejects a union at the root: the arguments are in "+quoted(wrapper))
		wrapped := member{key: wrapper, value: out, origin: &property{key: wrapper, spread: true, always: true}}
		out = p.closed(typeSchema("object"), object(wrapped), []string{wrapper})
	}
	if len(p.order) > 0 {
		defs := object()
		for _, name := range p.order {
			defs.set(name, p.defs[name])
		}
		out.set("$defs", defs)
	}
	return out
}

// schema projects a subschema.
func (p *projector) schema(n *node, at string, level int) *node {
	p.enclosing++
	defer func() { p.enclosing-- }()
	out, null := p.value(n, at, level)
	if null {
		out = p.makeNullable(out)
	}
	return out
}

// value projects a subschema without null; the last result reports whether it accepts null. level is the number
// of enclosing objects.
func (p *projector) value(n *node, at string, level int) (out *node, null bool) {
	p.budget--
	if p.depth > maxNesting || p.budget < 0 {
		p.reject(at, "the schema is nested too deeply")
		return typeSchema("string"), false
	}
	p.depth++
	defer func() { p.depth-- }()
	if target := p.keptReference(n); target != nil {
		return p.reference(target, n, at)
	}
	var through []*node
	whole := p.flatten(n, 0, &through)
	if slices.ContainsFunc(through, func(t *node) bool { return slices.Contains(p.expanding, t) }) {
		return p.asJSONText(onlyAnnotations(whole), at, recursionText, "the provider rejects recursive schemas: "), false
	}
	p.expanding = append(p.expanding, through...)
	defer func() { p.expanding = p.expanding[:len(p.expanding)-len(through)] }()
	return p.flattenValue(whole, at, level)
}

func (p *projector) flattenValue(n *node, at string, level int) (out *node, null bool) {
	if word := unionOf(n); word != "" {
		return p.variants(n, word, at, level)
	}
	kinds := kindsOf(n)
	null = strings.Contains(kinds, "n") && kinds != everyKind
	switch others := strings.ReplaceAll(kinds, "n", ""); {
	case kinds == everyKind:
		return p.untyped(n, at), false
	case others == "":
		return typeSchema("null"), true
	case len(others) == 1:
		return p.singleType(n, others[0], at, level), null
	default:
		var branches []*node
		for i := range others {
			branch := n.only(func(key string) bool { return key != "type" && !hasWord(annotationKeywords, key) })
			branch.set("type", text(typeWord(n, others[i])))
			branches = append(branches, branch)
		}
		out, _ := p.choice(n, branches, at, level)
		return out, null
	}
}

// singleType projects a schema of one JSON type.
func (p *projector) singleType(n *node, kind byte, at string, level int) *node {
	switch kind {
	case '{':
		return p.object(n, at, level)
	case '[':
		return p.array(n, at, level)
	}
	out := object(member{key: "type", value: text(typeWord(n, kind))})
	p.copyKeywords(out, n, kind, at)
	return out
}

// typeWord returns the type keyword's value for a kind.
func typeWord(n *node, kind byte) string {
	words := typeWords(n.get("type"))
	integer := kind == '0' && slices.Contains(words, "integer") && !slices.Contains(words, "number")
	for word, k := range wordKinds {
		if k == kind && (word == "integer") == integer {
			return word
		}
	}
	return "string"
}

// copyKeywords copies the keywords of one JSON type that the target accepts, and describes the others.
func (p *projector) copyKeywords(out, n *node, kind byte, at string, done ...string) {
	if title := n.get("title"); title != nil {
		out.set("title", title)
	}
	first := len(out.members)
	var sentences []string
	for _, m := range n.members {
		of := keywordKinds[m.key]
		switch {
		case hasWord(ignoredKeywords, m.key) || slices.Contains(done, m.key) || of != 0 && kind != 0 && of != kind:
			continue
		case m.key == "enum" || m.key == "const":
			if p.copyEnum(out, n, m, kind) {
				continue
			}
		case m.key == "default" && (kind == '{' || kind == '[' || kind == 0 || m.value.kind != kind):
		case !hasWord("anyOf prefixItems additionalProperties", m.key) && p.target.takes(m.key, m.value):
			out.set(m.key, m.value)
			continue
		}
		if s := keywordSentence(m.key, m.value, n); s != "" {
			sentences = append(sentences, s)
			if !hasWord(annotationKeywords, m.key) {
				note(&p.Moved, step(at, m.key), s)
			}
		}
	}
	if description := describe(n.str("description"), sentences...); description != "" {
		out.members = slices.Insert(out.members, first, member{key: "description", value: text(description)})
	}
}

// copyEnum copies an enum or const, and reports whether the target accepts its values.
func (p *projector) copyEnum(out, n *node, m member, kind byte) bool {
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

// makeNullable lets a projected schema accept null.
func (p *projector) makeNullable(out *node) *node {
	null := typeSchema("null")
	switch kind, variants := out.get("type"), out.get("anyOf"); {
	case p.limit.form == typed:
		out.set("nullable", word("true"))
	case variants != nil:
		if !slices.ContainsFunc(variants.items, func(v *node) bool { return v.str("type") == "null" }) {
			out.set("anyOf", list(append(slices.Clone(variants.items), null)...))
		}
	case kind != nil && kind.kind == '"' && kind.text != "null":
		out.set("type", texts([]string{kind.text, "null"}))
		if values := valuesOf(out); values != nil {
			out.members = out.without("const").members
			out.set("enum", list(append(slices.Clone(values), word("null"))...))
		}
	case out.get("$ref") != nil:
		return object(member{key: "anyOf", value: list(out, null)})
	}
	return out
}

// keptReference returns the target of a reference that remains one, or nil.
func (p *projector) keptReference(n *node) *node {
	if n == nil || n.get("$ref") == nil || p.limit.refs == inline {
		return nil
	}
	target := n
	for hops := 0; target != nil && target.get("$ref") != nil && (hops == 0 || len(target.members) == 1); hops++ {
		if target = p.resolve(target.str("$ref")); hops > maxHops {
			return nil
		}
	}
	described := len(onlyAnnotations(n).members)
	if target == nil || target.kind != '{' || !p.ignoresRefSiblings && len(n.members) > 1+described {
		return nil
	}
	if itself := p.isRecursive(target); itself && p.limit.refs == acyclic || !itself && described > 0 {
		return nil
	}
	return target
}

// isRecursive reports whether a subschema contains itself.
func (p *projector) isRecursive(target *node) bool {
	seen := map[*node]bool{}
	var walk func(n *node) bool
	walk = func(n *node) bool {
		if seen[n] {
			return false
		}
		seen[n] = true
		p.budget--
		if to := p.resolve(n.str("$ref")); to != nil && (to == target || walk(to)) {
			return true
		}
		return slices.ContainsFunc(n.members, func(m member) bool { return walk(m.value) }) || slices.ContainsFunc(n.items, walk)
	}
	if d := p.made[target]; d != nil && !d.done {
		return true
	}
	return walk(target)
}

// reference refers to a definition, which is projected at its first reference.
func (p *projector) reference(target, n *node, at string) (out *node, null bool) {
	d := p.made[target]
	if d == nil {
		d = &definition{
			name: p.definitionName(n.str("$ref")), optionalAround: p.optionalAround, enclosing: p.enclosing, null: p.takesNull(target, 0),
		}
		p.made[target] = d
		p.order = append(p.order, d.name)
		p.defs[d.name] = object()
		p.defs[d.name], _ = p.value(target, at, 1)
		d.done = true
		p.defs[d.name].mark()
	}
	if !d.done && d.enclosing == p.enclosing {
		p.reject(at, "the reference leads back to itself")
		return typeSchema("string"), false
	}
	if p.target == Gemini && !d.done && d.optionalAround == p.optionalAround { // only cycles through optional properties are accepted
		return p.asJSONText(onlyAnnotations(n), at, recursionText, "the provider rejects cycles of required properties: "), d.null
	}
	out = object(member{key: "$ref", value: text("#/$defs/" + d.name)})
	if !d.done || p.defs[d.name].differs {
		out.as = asDefined
	}
	if description := n.str("description"); description != "" {
		out = object(member{key: "description", value: text(description)}, member{key: "anyOf", value: list(out)})
	}
	return out, d.null
}

// definitionName returns an unused name for a definition.
func (p *projector) definitionName(ref string) string {
	name := (nameRule{max: 64, letter: true}).of(cmp.Or(ref[strings.LastIndexAny(ref, "/#")+1:], "root"))
	unique := name
	for i := 2; p.defs[unique] != nil; i++ {
		unique = name + "_" + strconv.Itoa(i)
	}
	return unique
}
