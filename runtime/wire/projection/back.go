package projection

import (
	"errors"
	"slices"
	"strings"
)

// difference tells how the values of a projected schema differ from the tool's form.
type difference struct {
	as      writtenForm
	differs bool // the values, or parts of them, differ; see mark
}

// writtenForm is how a value is written under a projected schema.
type writtenForm uint8

const (
	asIs      writtenForm = iota // in the tool's form, except for its parts
	asDefined                    // as a definition says
	asPairs                      // a map as a list of key-value pairs
	asText                       // a value serialized as a JSON string
	asNull                       // {"null":true} for null
)

// property is a property of the tool that a projected property represents.
type property struct {
	key     string // in the tool's form
	absent  bool   // null represents an omitted property
	nothing bool   // to the tool, null is equivalent to an omitted property
	spread  bool   // the members of this value are further keys of the object
	always  bool   // it is written even if it has no members
}

// mark finds the parts of a projected schema whose values differ from the tool's form.
func (n *node) mark() bool {
	n.differs = n.as != asIs
	for _, m := range n.members {
		differs := m.value.mark()
		if o := m.origin; o != nil {
			differs = differs || o.absent || o.spread || o.key != m.key
		}
		n.differs = n.differs || differs
	}
	for _, item := range n.items {
		if item.mark() {
			n.differs = true
		}
	}
	return n.differs
}

// Back converts arguments that a model wrote for the projected schema to the tool's form. Text that is not
// JSON, and values that do not match the projected form, are kept for the decoder to report.
func (p *Projection) Back(arguments string) string {
	if !p.projected.differs {
		return arguments
	}
	n, err := parse(arguments)
	if err != nil {
		return arguments
	}
	return p.newMapper(arguments, false).convert(p.projected, n).String()
}

// mapper converts one call to the projected form, or back. budget bounds the work, because nested unions may need
// many attempts.
type mapper struct {
	*Projection
	forward bool
	budget  int
}

func (p *Projection) newMapper(arguments string, forward bool) *mapper {
	return &mapper{p, forward, maxTries + len(arguments)}
}

// maxTries bounds the nodes visited per call, in addition to its length in bytes.
const maxTries = 100_000

// ErrNoForm is returned by [Projection.Forward] for arguments that the projected schema cannot express.
var ErrNoForm = errors.New("projection: the projected schema cannot express these arguments")

// Forward converts valid arguments of the tool to the projected form, for replay in a conversation. It returns
// [ErrNoForm] if there is no such form: an undeclared key, in a mode that accepts declared keys only.
func (p *Projection) Forward(arguments string) (string, error) {
	n, err := parse(arguments)
	if err != nil {
		return arguments, err
	}
	t := p.newMapper(arguments, true)
	out := t.convert(p.projected, n)
	if out == nil || limits[p.target].form > listed && !t.fits(p.projected, out, maxHops) {
		return arguments, ErrNoForm
	}
	return out.String(), nil
}

// convert returns a value of a projected schema in its other form. On the way back, a value that does not have the
// projected form is kept; on the way forward, the result is nil for a value that has no projected form.
func (t *mapper) convert(schema, v *node) *node {
	if schema == nil || !schema.differs {
		return v
	}
	if t.budget--; t.budget < 0 {
		return t.unchanged(v)
	}
	variants := schema.get("anyOf")
	switch {
	case schema.as == asDefined:
		return t.convert(t.definition(schema), v)
	case variants != nil:
		return t.union(variants.items, v)
	case schema.as == asPairs && t.forward && v.kind == '{':
		return t.toPairs(schema, v)
	case schema.as == asPairs && !t.forward && v.kind == '[':
		return t.fromPairs(schema, v)
	case schema.as == asText && t.forward && !(v.kind == 'n' && t.fits(schema, v, maxHops)):
		return text(v.String())
	case schema.as == asText && !t.forward && v.kind == '"':
		if inner, err := parse(v.text); err == nil {
			return inner
		}
	case schema.as == asNull && t.forward && v.kind == 'n':
		return object(member{key: "null", value: word("true")})
	case schema.as == asNull && !t.forward:
		return word("null")
	case v.kind == '{' && schema.as == asIs:
		return t.object(schema, v)
	case v.kind == '[' && schema.as == asIs:
		return t.list(schema, v)
	}
	return v
}

// unchanged is the result for a value that cannot be converted.
func (t *mapper) unchanged(v *node) *node {
	if t.forward {
		return nil
	}
	return v
}

// union converts a value by the only variant that is not about null, or by the first whose form it has.
func (t *mapper) union(variants []*node, v *node) *node {
	var others []*node
	var null *node // the explicit form of null
	nullable := false
	for _, variant := range variants {
		switch {
		case variant.as == asNull:
			null = variant
		case variant.str("type") == "null":
			nullable = true
		default:
			others = append(others, variant)
		}
	}
	fits := func(variant *node) bool { return t.fits(variant, v, maxHops) }
	switch {
	case null != nil && (t.forward && v.kind == 'n' || !t.forward && fits(null) && !slices.ContainsFunc(others, fits)):
		return t.convert(null, v)
	case nullable && v.kind == 'n':
		return v
	case len(others) == 1:
		return t.convert(others[0], v)
	}
	for _, variant := range others {
		if !t.forward && fits(variant) {
			return t.convert(variant, v)
		}
		if t.forward {
			if out := t.convert(variant, v); out != nil && t.fits(variant, out, maxHops) {
				return out
			}
		}
	}
	if v.kind == 'n' {
		return v
	}
	return t.unchanged(v)
}

func (t *mapper) list(schema, v *node) *node {
	out, positions := list(), orAny(schema.get("prefixItems")).items
	for i, item := range v.items {
		of := schema.get("items")
		if i < len(positions) {
			of = positions[i]
		}
		if item = t.convert(of, item); item == nil {
			return nil
		}
		out.items = append(out.items, item)
	}
	return out
}

// valueOfPair returns the schema of the values of key-value pairs.
func valueOfPair(schema *node) *node { return schema.get("items").get("properties").get("value") }

func (t *mapper) toPairs(schema, v *node) *node {
	out := list()
	for _, m := range v.members {
		value := t.convert(valueOfPair(schema), m.value)
		if value == nil {
			return nil
		}
		key := &node{kind: '"', text: m.key, raw: m.raw}
		out.items = append(out.items, object(member{key: "key", value: key}, member{key: "value", value: value}))
	}
	return out
}

// fromPairs returns the object that a list of key-value pairs represents, and any other list as it is.
func (t *mapper) fromPairs(schema, v *node) *node {
	out := object()
	for _, item := range v.items {
		key, value := item.get("key"), item.get("value")
		if len(item.members) != 2 || key == nil || key.kind != '"' || value == nil {
			return v
		}
		out.members = append(out.members, member{key: key.text, raw: key.raw, value: t.convert(valueOfPair(schema), value)})
	}
	return out
}

// object converts the members of an object. On the way forward, members without a property go to the property that
// holds further keys, if there is one.
func (t *mapper) object(schema, v *node) *node {
	properties := orAny(schema.get("properties")).members
	if t.budget -= len(v.members) * len(properties) / 256; t.budget < 0 {
		return t.unchanged(v)
	}
	out, rest := object(), object()
	spreads := slices.ContainsFunc(properties, func(have member) bool { return have.origin.spread })
	for _, m := range v.members {
		i := slices.IndexFunc(properties, func(have member) bool {
			if t.forward {
				return have.origin.key == m.key && !have.origin.spread
			}
			return have.key == m.key
		})
		if i < 0 && t.forward && spreads {
			rest.members = append(rest.members, m)
			continue
		}
		of, origin, name := schema.get("additionalProperties"), &property{}, m.key
		if i >= 0 {
			of, origin, name = properties[i].value, properties[i].origin, properties[i].origin.key
			if t.forward {
				name = properties[i].key
			}
		}
		isNull := m.value.kind == 'n'
		if isNull && (origin.nothing || origin.absent && !t.forward) {
			continue
		}
		m.value = t.convert(of, m.value)
		switch {
		case m.value == nil, t.forward && origin.absent && isNull && m.value.kind == 'n': // null would be read back as an omitted property
			return nil
		case origin.spread && m.value.kind == '{':
			out.members = append(out.members, m.value.members...)
			continue
		case name != m.key:
			m.key, m.raw = name, ""
		}
		out.members = append(out.members, m)
	}
	if t.forward {
		return t.complete(out, rest, properties)
	}
	return out
}

// complete adds further keys and omitted properties to an object in the projected form.
func (t *mapper) complete(out, rest *node, properties []member) *node {
	for _, have := range properties {
		switch {
		case have.origin.spread && (have.origin.always || len(rest.members) > 0):
			value := t.convert(have.value, rest)
			if value == nil {
				return nil
			}
			out.members = append(out.members, member{key: have.key, value: value})
		case have.origin.absent && out.get(have.key) == nil && limits[t.target].required:
			out.members = append(out.members, member{key: have.key, value: word("null")})
		}
	}
	return out
}

// definition returns the projected schema that a reference names, nil if n is no reference.
func (p *Projection) definition(n *node) *node {
	return p.defs[strings.TrimPrefix(n.str("$ref"), "#/$defs/")]
}

// fits reports whether a value matches the structure of a projected schema: types, keys and enum values. hops
// bounds the references and unions followed for this value.
func (t *mapper) fits(schema, v *node, hops int) bool {
	if t.budget--; hops == 0 || t.budget < 0 {
		return false
	}
	if target := t.definition(schema); target != nil {
		return t.fits(target, v, hops-1)
	}
	if schema.get("nullable").is("true") && v.kind == 'n' {
		return true
	}
	if variants := schema.get("anyOf"); variants != nil {
		return slices.ContainsFunc(variants.items, func(s *node) bool { return t.fits(s, v, hops-1) })
	}
	isOf := func(t string) bool { return ofType(v, strings.ToLower(t)) }
	if types := typeWords(schema.get("type")); types != nil && !slices.ContainsFunc(types, isOf) {
		return false
	}
	if values := valuesOf(schema); values != nil && !slices.ContainsFunc(values, func(s *node) bool { return sameScalar(s, v) }) {
		return false
	}
	switch v.kind {
	case '[':
		items := schema.get("items")
		return items == nil || !slices.ContainsFunc(v.items, func(item *node) bool { return !t.fits(items, item, maxHops) })
	case '{':
		properties := schema.get("properties")
		for _, m := range v.members {
			if s := properties.get(m.key); s == nil || !t.fits(s, m.value, maxHops) {
				return false
			}
		}
		return !slices.ContainsFunc(schema.get("required").texts(), func(key string) bool { return v.get(key) == nil })
	}
	return true
}

func ofType(v *node, t string) bool {
	if t == "integer" && !strings.ContainsAny(v.text, "eE") {
		_, fraction, _ := strings.Cut(v.text, ".")
		return v.kind == '0' && strings.Trim(fraction, "0") == ""
	}
	return v.kind == wordKinds[t]
}

func sameScalar(a, b *node) bool {
	if a.kind == '0' && b.kind == '0' {
		return !less(a, b) && !less(b, a)
	}
	return a.kind == b.kind && a.text == b.text && a.kind != '{' && a.kind != '['
}

// disjoint reports whether no value can match both projected schemas.
func (p *projector) disjoint(a, b *node, depth int) bool {
	if p.budget--; depth > maxDisjointDepth || p.budget < 0 {
		return false
	}
	for _, turn := range [][2]*node{{a, b}, {b, a}} {
		if target := p.definition(turn[0]); target != nil {
			return p.disjoint(target, turn[1], depth+1)
		}
		if variants := turn[0].get("anyOf"); variants != nil {
			return !slices.ContainsFunc(variants.items, func(v *node) bool { return !p.disjoint(v, turn[1], depth+1) })
		}
	}
	typesA, typesB := a.get("type"), b.get("type")
	switch {
	case typesA == nil || typesB == nil || a.get("nullable").is("true") && b.get("nullable").is("true"):
		return false
	case !overlap(typeWords(typesA), typeWords(typesB)):
		return true
	}
	if valuesA, valuesB := valuesOf(a), valuesOf(b); valuesA != nil && valuesB != nil {
		return !slices.ContainsFunc(valuesA, func(x *node) bool {
			return slices.ContainsFunc(valuesB, func(y *node) bool { return sameScalar(x, y) })
		})
	}
	if typesA.text != "object" || typesB.text != "object" { // two lists both accept the empty list
		return false
	}
	for _, turn := range [][2]*node{{a, b}, {b, a}} {
		for _, key := range turn[0].get("required").texts() {
			other := turn[1].get("properties").get(key)
			if other == nil || p.disjoint(turn[0].get("properties").get(key), other, depth+1) {
				return true
			}
		}
	}
	return false
}

// maxDisjointDepth bounds the depth to which two schemas are compared.
const maxDisjointDepth = 6

// overlap reports whether two lists of types have a value in common.
func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(t string) bool {
		return slices.ContainsFunc(b, func(u string) bool { return wordKinds[t] == wordKinds[u] })
	})
}

// valuesOf returns the values that an enum or const lists, nil if there is none.
func valuesOf(n *node) []*node {
	if c := n.get("const"); c != nil {
		return []*node{c}
	}
	if e := n.get("enum"); e != nil {
		return e.items
	}
	return nil
}
