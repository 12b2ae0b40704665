package projection

import (
	"errors"
	"slices"
	"strings"
)

// difference tells how the values of a projected schema differ from the tool's form.
type difference struct {
	as        writtenForm
	differs   bool   // the values, or parts of them, differ; see mark
	base      string // the URI that its references are relative to
	*property        // set if it is the schema of a property
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
	name    string // in the tool's form
	absent  bool   // null represents an omitted property
	nothing bool   // to the tool, null is equivalent to an omitted property
	spread  bool   // the members of this value are further keys of the object
	always  bool   // it is written even if it has no members
}

// mark finds the parts of a projected schema whose values differ from the tool's form.
func mark(n *node) bool {
	n.Note.differs = n.Note.as != asIs
	for _, m := range n.Members {
		differs := mark(m.Value)
		if o := m.Value.Note.property; o != nil {
			differs = differs || o.absent || o.spread || o.name != m.Key
		}
		n.Note.differs = n.Note.differs || differs
	}
	for _, item := range n.Items {
		if mark(item) {
			n.Note.differs = true
		}
	}
	return n.Note.differs
}

// Back converts arguments that a model wrote for the projected schema to the tool's form. Text that is not
// JSON, and values that do not match the projected form, are kept for the decoder to report.
func (p *Projection) Back(arguments string) string {
	if !p.projected.Note.differs {
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
	if schema == nil || !schema.Note.differs {
		return v
	}
	if t.budget--; t.budget < 0 {
		return t.unchanged(v)
	}
	variants := schema.Get("anyOf")
	switch {
	case schema.Note.as == asDefined:
		return t.convert(t.definition(schema), v)
	case variants != nil:
		return t.union(variants.Items, v)
	case schema.Note.as == asPairs && t.forward && v.Kind == '{':
		return t.toPairs(schema, v)
	case schema.Note.as == asPairs && !t.forward && v.Kind == '[':
		return t.fromPairs(schema, v)
	case schema.Note.as == asText && t.forward && !(v.Kind == 'n' && t.fits(schema, v, maxHops)):
		return text(v.String())
	case schema.Note.as == asText && !t.forward && v.Kind == '"':
		if inner, err := parse(v.Text()); err == nil {
			return inner
		}
	case schema.Note.as == asNull && t.forward && v.Kind == 'n':
		return object(member{Key: "null", Value: word("true")})
	case schema.Note.as == asNull && !t.forward:
		return word("null")
	case v.Kind == '{' && schema.Note.as == asIs:
		return t.object(schema, v)
	case v.Kind == '[' && schema.Note.as == asIs:
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
		case variant.Note.as == asNull:
			null = variant
		case variant.Str("type") == "null":
			nullable = true
		default:
			others = append(others, variant)
		}
	}
	fits := func(variant *node) bool { return t.fits(variant, v, maxHops) }
	switch {
	case null != nil && (t.forward && v.Kind == 'n' || !t.forward && fits(null) && !slices.ContainsFunc(others, fits)):
		return t.convert(null, v)
	case nullable && v.Kind == 'n':
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
	if v.Kind == 'n' {
		return v
	}
	return t.unchanged(v)
}

func (t *mapper) list(schema, v *node) *node {
	out, positions := list(), orAny(schema.Get("prefixItems")).Items
	for i, item := range v.Items {
		of := schema.Get("items")
		if i < len(positions) {
			of = positions[i]
		}
		if item = t.convert(of, item); item == nil {
			return nil
		}
		out.Items = append(out.Items, item)
	}
	return out
}

// valueOfPair returns the schema of the values of key-value pairs.
func valueOfPair(schema *node) *node { return schema.Get("items").Get("properties").Get("value") }

func (t *mapper) toPairs(schema, v *node) *node {
	out := list()
	for _, m := range v.Members {
		value := t.convert(valueOfPair(schema), m.Value)
		if value == nil {
			return nil
		}
		key := &node{Kind: '"', Raw: m.Raw}
		out.Items = append(out.Items, object(member{Key: "key", Value: key}, member{Key: "value", Value: value}))
	}
	return out
}

// fromPairs returns the object that a list of key-value pairs represents, and any other list as it is.
func (t *mapper) fromPairs(schema, v *node) *node {
	out := object()
	for _, item := range v.Items {
		key, value := item.Get("key"), item.Get("value")
		if len(item.Members) != 2 || key == nil || key.Kind != '"' || value == nil {
			return v
		}
		out.Members = append(out.Members, member{Key: key.Text(), Raw: key.Raw, Value: t.convert(valueOfPair(schema), value)})
	}
	return out
}

// object converts the members of an object. On the way forward, members without a property go to the property that
// holds further keys, if there is one.
func (t *mapper) object(schema, v *node) *node {
	properties := orAny(schema.Get("properties")).Members
	if t.budget -= len(v.Members) * len(properties) / 256; t.budget < 0 {
		return t.unchanged(v)
	}
	out, rest := object(), object()
	spreads := slices.ContainsFunc(properties, func(have member) bool { return have.Value.Note.spread })
	for _, m := range v.Members {
		i := slices.IndexFunc(properties, func(have member) bool {
			if t.forward {
				return have.Value.Note.name == m.Key && !have.Value.Note.spread
			}
			return have.Key == m.Key
		})
		if i < 0 && t.forward && spreads {
			rest.Members = append(rest.Members, m)
			continue
		}
		of, origin, name := schema.Get("additionalProperties"), &property{}, m.Key
		if i >= 0 {
			of, origin, name = properties[i].Value, properties[i].Value.Note.property, properties[i].Value.Note.name
			if t.forward {
				name = properties[i].Key
			}
		}
		isNull := m.Value.Kind == 'n'
		if isNull && (origin.nothing || origin.absent && !t.forward) {
			continue
		}
		m.Value = t.convert(of, m.Value)
		switch {
		case m.Value == nil, t.forward && origin.absent && isNull && m.Value.Kind == 'n': // null would be read back as an omitted property
			return nil
		case origin.spread && m.Value.Kind == '{':
			out.Members = append(out.Members, m.Value.Members...)
			continue
		case name != m.Key:
			m.Key, m.Raw = name, nil
		}
		out.Members = append(out.Members, m)
	}
	if t.forward {
		return t.complete(out, rest, properties)
	}
	return out
}

// complete adds further keys and omitted properties to an object in the projected form.
func (t *mapper) complete(out, rest *node, properties []member) *node {
	has := map[string]bool{}
	for _, m := range out.Members {
		has[m.Key] = true
	}
	for _, have := range properties {
		switch {
		case have.Value.Note.spread && (have.Value.Note.always || len(rest.Members) > 0):
			value := t.convert(have.Value, rest)
			if value == nil {
				return nil
			}
			out.Members = append(out.Members, member{Key: have.Key, Value: value})
		case have.Value.Note.absent && !has[have.Key] && limits[t.target].required:
			out.Members = append(out.Members, member{Key: have.Key, Value: word("null")})
		}
	}
	return out
}

// definition returns the projected schema that a reference names, nil if n is no reference.
func (p *Projection) definition(n *node) *node {
	return p.defs[strings.TrimPrefix(n.Str("$ref"), "#/$defs/")]
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
	if schema.Get("nullable").Is("true") && v.Kind == 'n' {
		return true
	}
	if variants := schema.Get("anyOf"); variants != nil {
		return slices.ContainsFunc(variants.Items, func(s *node) bool { return t.fits(s, v, hops-1) })
	}
	isOf := func(t string) bool { return ofType(v, strings.ToLower(t)) }
	if types := typeWords(schema.Get("type")); types != nil && !slices.ContainsFunc(types, isOf) {
		return false
	}
	if values := valuesOf(schema); values != nil && !slices.ContainsFunc(values, func(s *node) bool { return sameScalar(s, v) }) {
		return false
	}
	switch v.Kind {
	case '[':
		items := schema.Get("items")
		return items == nil || !slices.ContainsFunc(v.Items, func(item *node) bool { return !t.fits(items, item, maxHops) })
	case '{':
		properties := schema.Get("properties")
		for _, m := range v.Members {
			if s := properties.Get(m.Key); s == nil || !t.fits(s, m.Value, maxHops) {
				return false
			}
		}
		return !slices.ContainsFunc(schema.Get("required").Texts(), func(key string) bool { return v.Get(key) == nil })
	}
	return true
}

func ofType(v *node, t string) bool {
	if t == "integer" && !strings.ContainsAny(v.Text(), "eE") {
		_, fraction, _ := strings.Cut(v.Text(), ".")
		return v.Kind == '0' && strings.Trim(fraction, "0") == ""
	}
	return v.Kind == wordKinds[t]
}

func sameScalar(a, b *node) bool {
	if a.Kind == '0' && b.Kind == '0' {
		return !less(a, b) && !less(b, a)
	}
	return a.Kind == b.Kind && a.Text() == b.Text() && a.Kind != '{' && a.Kind != '['
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
		if variants := turn[0].Get("anyOf"); variants != nil {
			return !slices.ContainsFunc(variants.Items, func(v *node) bool { return !p.disjoint(v, turn[1], depth+1) })
		}
	}
	typesA, typesB := a.Get("type"), b.Get("type")
	switch {
	case typesA == nil || typesB == nil || a.Get("nullable").Is("true") && b.Get("nullable").Is("true"):
		return false
	case !overlap(typeWords(typesA), typeWords(typesB)):
		return true
	}
	if valuesA, valuesB := valuesOf(a), valuesOf(b); valuesA != nil && valuesB != nil {
		return !slices.ContainsFunc(valuesA, func(x *node) bool {
			return slices.ContainsFunc(valuesB, func(y *node) bool { return sameScalar(x, y) })
		})
	}
	if typesA.Text() != "object" || typesB.Text() != "object" { // two lists both accept the empty list
		return false
	}
	for _, turn := range [][2]*node{{a, b}, {b, a}} {
		for _, key := range turn[0].Get("required").Texts() {
			other := turn[1].Get("properties").Get(key)
			if other == nil || p.disjoint(turn[0].Get("properties").Get(key), other, depth+1) {
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
	if c := n.Get("const"); c != nil {
		return []*node{c}
	}
	if e := n.Get("enum"); e != nil {
		return e.Items
	}
	return nil
}
