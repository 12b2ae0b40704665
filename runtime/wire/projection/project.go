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
	t := p.root.Get("type")
	switch {
	case t == nil:
		return typeSchema("object").With(p.root.Members...)
	case t.Kind == '"' && t.Text() == "object":
		return p.root
	case !slices.Contains(typeWords(t), "object"):
		p.reject("/type", "the root of the input schema must have type object, not "+show.ClipBytes(t.String(), maxSentence/10))
	}
	out := p.root.With()
	out.Set("type", text("object"))
	return out
}

// projectRoot projects the whole schema.
func (p *projector) projectRoot() *node {
	n := p.flatten(p.root, 0, &p.expanding)
	if !strings.Contains(kindsOf(n), "{") {
		p.reject("/type", "tool arguments are an object, which this schema does not allow")
	}
	n = n.Without("type").With(member{Key: "type", Value: text("object")})
	word := unionOf(n)
	for ; word != "" && p.limit.form <= listed; word = unionOf(n) {
		n = p.hoist(n, word)
	}
	out, _ := p.flattenValue(n, "", min(len(word), 1))
	if word != "" {
		p.changed("/"+word, "the provider rejects a union at the root: the arguments are in "+quoted(wrapper))
		out.Note.property = &property{name: wrapper, spread: true, always: true}
		out = p.closed(typeSchema("object"), object(member{Key: wrapper, Value: out}), []string{wrapper})
	}
	if len(p.order) > 0 {
		defs := object()
		for _, name := range p.order {
			defs.Set(name, p.defs[name])
		}
		out.Set("$defs", defs)
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
			branch := n.Only(func(key string) bool { return key != "type" && !hasWord(annotationKeywords, key) })
			branch.Set("type", text(typeWord(n, others[i])))
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
	out := object(member{Key: "type", Value: text(typeWord(n, kind))})
	p.copyKeywords(out, n, kind, at)
	return out
}

// typeWord returns the type keyword's value for a kind.
func typeWord(n *node, kind byte) string {
	words := typeWords(n.Get("type"))
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
	if title := n.Get("title"); title != nil {
		out.Set("title", title)
	}
	first := len(out.Members)
	var sentences []string
	for _, m := range n.Members {
		of := keywordKinds[m.Key]
		switch {
		case hasWord(ignoredKeywords, m.Key) || slices.Contains(done, m.Key) || of != 0 && kind != 0 && of != kind:
			continue
		case m.Key == "enum" || m.Key == "const":
			if p.copyEnum(out, n, m, kind) {
				continue
			}
		case m.Key == "default" && (kind == '{' || kind == '[' || kind == 0 || m.Value.Kind != kind):
		case !hasWord("anyOf prefixItems additionalProperties", m.Key) && p.target.takes(m.Key, m.Value):
			out.Set(m.Key, m.Value)
			continue
		}
		if s := keywordSentence(m.Key, m.Value, n); s != "" {
			sentences = append(sentences, s)
			if !hasWord(annotationKeywords, m.Key) {
				note(&p.Moved, step(at, m.Key), s)
			}
		}
	}
	if description := describe(n.Str("description"), sentences...); description != "" {
		out.Members = slices.Insert(out.Members, first, member{Key: "description", Value: text(description)})
	}
}

// copyEnum copies an enum or const, and reports whether the target accepts its values.
func (p *projector) copyEnum(out, n *node, m member, kind byte) bool {
	values := []*node{m.Value}
	if m.Key == "enum" {
		if n.Get("const") != nil {
			return true
		}
		values = m.Value.Items
	}
	ours := list()
	for _, v := range values {
		switch {
		case v.Kind == '{' || v.Kind == '[' || kind == 0:
			return false
		case v.Kind == kind && !slices.ContainsFunc(ours.Items, func(o *node) bool { return o.String() == v.String() }):
			ours.Items = append(ours.Items, v)
		}
	}
	if len(ours.Items) == 0 || p.limit.form == typed && kind != '"' {
		return false
	}
	if m.Key == "const" && p.target.takes("const", m.Value) {
		out.Set("const", m.Value)
	} else {
		out.Set("enum", ours)
	}
	return true
}

// makeNullable lets a projected schema accept null.
func (p *projector) makeNullable(out *node) *node {
	null := typeSchema("null")
	switch kind, variants := out.Get("type"), out.Get("anyOf"); {
	case p.limit.form == typed:
		out.Set("nullable", word("true"))
	case variants != nil:
		if !slices.ContainsFunc(variants.Items, func(v *node) bool { return v.Str("type") == "null" }) {
			out.Set("anyOf", list(append(slices.Clone(variants.Items), null)...))
		}
	case kind != nil && kind.Kind == '"' && kind.Text() != "null":
		out.Set("type", texts([]string{kind.Text(), "null"}))
		if values := valuesOf(out); values != nil {
			out.Members = out.Without("const").Members
			out.Set("enum", list(append(slices.Clone(values), word("null"))...))
		}
	case out.Get("$ref") != nil:
		return object(member{Key: "anyOf", Value: list(out, null)})
	}
	return out
}

// keptReference returns the target of a reference that remains one, or nil.
func (p *projector) keptReference(n *node) *node {
	if n == nil || n.Get("$ref") == nil || p.limit.refs == inline {
		return nil
	}
	target := n
	for hops := 0; target != nil && target.Get("$ref") != nil && (hops == 0 || len(target.Members) == 1); hops++ {
		if target = p.resolve(target, "$ref"); hops > maxHops {
			return nil
		}
	}
	described := len(onlyAnnotations(n).Members)
	if target == nil || target.Kind != '{' || !p.ignoresRefSiblings && len(n.Members) > 1+described {
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
		if to := p.resolve(n, "$ref"); to != nil && (to == target || walk(to)) {
			return true
		}
		return slices.ContainsFunc(n.Members, func(m member) bool { return walk(m.Value) }) || slices.ContainsFunc(n.Items, walk)
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
			name: p.definitionName(n.Str("$ref")), optionalAround: p.optionalAround, enclosing: p.enclosing, null: p.takesNull(target, 0),
		}
		p.made[target] = d
		p.order = append(p.order, d.name)
		p.defs[d.name] = object()
		p.defs[d.name], _ = p.value(target, at, 1)
		d.done = true
		mark(p.defs[d.name])
	}
	if !d.done && d.enclosing == p.enclosing {
		p.reject(at, "the reference leads back to itself")
		return typeSchema("string"), false
	}
	if p.target == Gemini && !d.done && d.optionalAround == p.optionalAround { // only cycles through optional properties are accepted
		return p.asJSONText(onlyAnnotations(n), at, recursionText, "the provider rejects cycles of required properties: "), d.null
	}
	out = object(member{Key: "$ref", Value: text("#/$defs/" + d.name)})
	if !d.done || p.defs[d.name].Note.differs {
		out.Note.as = asDefined
	}
	if description := n.Str("description"); description != "" {
		out = object(member{Key: "description", Value: text(description)}, member{Key: "anyOf", Value: list(out)})
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
