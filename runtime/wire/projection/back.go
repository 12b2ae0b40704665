package projection

import (
	"errors"
	"slices"
	"strings"
)

// mapping tells how to convert a value between the tool's form and the projected form. A nil mapping leaves the
// value unchanged.
type mapping struct {
	kind    mappingKind
	inner   *mapping          // of the wrapped value, the map's values, or the definition
	members []propertyMapping // of an object
	items   []*mapping        // of a list, by position
	other   *mapping          // of an object's other keys or a list's further items
	choices []variant
	only    byte // the kind of a serialized value, 0 for any
}

type mappingKind uint8

const (
	mapAlias    mappingKind = iota // a definition
	mapWrapped                     // the arguments wrapped in an object
	mapObject                      // an object
	mapList                        // a list
	mapPairs                       // a map as a list of key-value pairs
	mapJSONText                    // a value serialized as a JSON string
	mapUnion                       // one of several variants
)

// propertyMapping maps a property.
type propertyMapping struct {
	key, name string // in the tool's form and in the projected form
	mp        *mapping
	absent    bool  // null represents an omitted property
	nothing   bool  // to the tool, null is equivalent to an omitted property
	fits      *node // if null itself has another form: the schema of a value other than null
	spread    bool  // the members of this value are further keys of the object
}

func (m propertyMapping) same() bool {
	return m.key == m.name && m.mp == nil && !m.absent && !m.spread
}

// variant is a branch of a union.
type variant struct {
	out *node
	mp  *mapping
}

// Back converts arguments that a model wrote for the projected schema to the tool's form. Text that is not
// JSON, and values that do not match the projected form, are kept for the decoder to report.
func (p *Projection) Back(arguments string) string {
	if p.back == nil {
		return arguments
	}
	n, err := parse(arguments)
	if err != nil {
		return arguments
	}
	return p.newMapper(arguments, false).convert(p.back, n).String()
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
	out := t.convert(p.back, n)
	if out == nil {
		return arguments, ErrNoForm
	}
	if limits[p.target].form > listed {
		schema, err := parse(string(p.Schema))
		if err != nil || !t.fits(schema, out, maxHops) {
			return arguments, ErrNoForm
		}
	}
	return out.String(), nil
}

// convert returns a value in its other form. On the way back, a value that does not have the projected form is kept; on
// the way forward, the result is nil for a value that has no projected form.
func (t *mapper) convert(mp *mapping, n *node) *node {
	if mp == nil {
		return n
	}
	if t.budget--; t.budget < 0 {
		return t.unchanged(n)
	}
	switch {
	case mp.kind == mapAlias:
		return t.convert(mp.inner, n)
	case mp.kind == mapWrapped:
		return t.wrapped(mp, n)
	case mp.kind == mapObject && n.kind == '{':
		if t.budget -= len(n.members) * len(mp.members) / 256; t.budget < 0 {
			return t.unchanged(n)
		}
		if t.forward {
			return t.forwardObject(mp, n)
		}
		return t.backwardObject(mp, n)
	case mp.kind == mapList && n.kind == '[':
		out := list()
		for i, item := range n.items {
			of := mp.other
			if i < len(mp.items) {
				of = mp.items[i]
			}
			if item = t.convert(of, item); item == nil {
				return nil
			}
			out.items = append(out.items, item)
		}
		return out
	case mp.kind == mapPairs && t.forward && n.kind == '{':
		out := list()
		for _, m := range n.members {
			value := t.convert(mp.inner, m.value)
			if value == nil {
				return nil
			}
			key := &node{kind: '"', text: m.key, raw: m.raw}
			out.items = append(out.items, object(member{key: "key", value: key}, member{key: "value", value: value}))
		}
		return out
	case mp.kind == mapPairs && !t.forward:
		if whole := pairsToObject(n); whole != nil {
			for i, m := range whole.members {
				whole.members[i].value = t.convert(mp.inner, m.value)
			}
			return whole
		}
	case mp.kind == mapJSONText && t.forward && (mp.only == 0 || mp.only == n.kind):
		return text(n.String())
	case mp.kind == mapJSONText && !t.forward && n.kind == '"':
		if inner, err := parse(n.text); err == nil && (mp.only == 0 || mp.only == inner.kind) {
			return inner
		}
	case mp.kind == mapUnion:
		for _, v := range mp.choices {
			if !t.forward && t.fits(v.out, n, maxHops) {
				return t.convert(v.mp, n)
			}
			if t.forward {
				if out := t.convert(v.mp, n); out != nil && t.fits(v.out, out, maxHops) {
					return out
				}
			}
		}
		if n.kind != 'n' {
			return t.unchanged(n)
		}
	}
	return n
}

// unchanged is the result for a value that cannot be converted.
func (t *mapper) unchanged(n *node) *node {
	if t.forward {
		return nil
	}
	return n
}

// wrapped converts arguments that are wrapped in an object.
func (t *mapper) wrapped(mp *mapping, n *node) *node {
	if t.forward {
		if n = t.convert(mp.inner, n); n == nil {
			return nil
		}
		return object(member{key: wrapper, value: n})
	}
	if n.kind == '{' && len(n.members) == 1 && n.members[0].key == wrapper {
		if inner := t.convert(mp.inner, n.members[0].value); inner.kind == '{' {
			return inner
		}
	}
	return t.convert(mp.inner, n)
}

func (t *mapper) backwardObject(mp *mapping, n *node) *node {
	out := object()
	for _, m := range n.members {
		i := slices.IndexFunc(mp.members, func(have propertyMapping) bool { return have.name == m.key })
		if i < 0 {
			m.value = t.convert(mp.other, m.value)
			out.members = append(out.members, m)
			continue
		}
		have := mp.members[i]
		switch {
		case have.absent && m.value.kind == 'n':
			continue
		case have.fits != nil && m.value.kind == '{' && len(m.value.members) == 1 && m.value.members[0].key == "null" && m.value.members[0].value.is("true") && !t.fits(have.fits, m.value, maxHops):
			m.value = word("null")
		default:
			m.value = t.convert(have.mp, m.value)
		}
		if have.spread && m.value.kind == '{' {
			out.members = append(out.members, m.value.members...)
			continue
		}
		if have.name != have.key {
			m.key, m.raw = have.key, ""
		}
		out.members = append(out.members, m)
	}
	return out
}

// pairsToObject returns the object that a list of key-value pairs represents, nil for other values.
func pairsToObject(n *node) *node {
	if n.kind != '[' {
		return nil
	}
	out := object()
	for _, item := range n.items {
		key, value := item.get("key"), item.get("value")
		if len(item.members) != 2 || key == nil || key.kind != '"' || value == nil {
			return nil
		}
		out.members = append(out.members, member{key.text, key.raw, value})
	}
	return out
}

func (t *mapper) forwardObject(mp *mapping, n *node) *node {
	out, rest := object(), object()
	for _, m := range n.members {
		i := slices.IndexFunc(mp.members, func(have propertyMapping) bool { return have.key == m.key && !have.spread })
		if i < 0 {
			rest.members = append(rest.members, m)
			continue
		}
		have := mp.members[i]
		switch {
		case have.fits != nil && m.value.kind == 'n':
			m.value = object(member{key: "null", value: word("true")})
		case have.absent && m.value.kind == 'n' && have.nothing:
			continue
		case have.absent && m.value.kind == 'n':
			return nil // it would be read back as an omitted property
		default:
			m.value = t.convert(have.mp, m.value)
		}
		if m.value == nil {
			return nil
		}
		if have.name != have.key {
			m.key, m.raw = have.name, ""
		}
		out.members = append(out.members, m)
	}
	for _, have := range mp.members {
		switch {
		case have.spread && len(rest.members) > 0:
			value := t.convert(have.mp, rest)
			if value == nil {
				return nil
			}
			out.members = append(out.members, member{key: have.name, value: value})
			rest = object()
		case have.absent && out.get(have.name) == nil && limits[t.target].required:
			out.members = append(out.members, member{key: have.name, value: word("null")})
		}
	}
	for _, m := range rest.members {
		if m.value = t.convert(mp.other, m.value); m.value == nil {
			return nil
		}
		out.members = append(out.members, m)
	}
	return out
}

// fits reports whether a value matches the structure of a projected schema: types, keys and enum values. hops
// bounds the references and unions followed for this value.
func (t *mapper) fits(schema, v *node, hops int) bool {
	if t.budget--; hops == 0 || t.budget < 0 {
		return false
	}
	if ref := schema.str("$ref"); ref != "" {
		return t.fits(t.defs[strings.TrimPrefix(ref, "#/$defs/")], v, hops-1)
	}
	if schema.get("nullable").is("true") && v.kind == 'n' {
		return true
	}
	if variants := schema.get("anyOf"); variants != nil {
		return slices.ContainsFunc(variants.items, func(s *node) bool { return t.fits(s, v, hops-1) })
	}
	if kinds := typeWords(schema.get("type")); kinds != nil && !slices.ContainsFunc(kinds, func(w string) bool { return ofType(v, strings.ToLower(w)) }) {
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
		if ref := turn[0].str("$ref"); ref != "" {
			return p.disjoint(p.defs[strings.TrimPrefix(ref, "#/$defs/")], turn[1], depth+1)
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
