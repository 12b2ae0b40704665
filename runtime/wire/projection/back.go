package projection

import (
	"errors"
	"slices"
	"strings"
)

// plan is the way back of a value, and there. A nil plan changes nothing.
type plan struct {
	kind    planKind
	inner   *plan     // of the value in a wrapper, of a map's values, of a definition
	members []planned // of an object
	items   []*plan   // of a list, by position
	other   *plan     // of an object's other keys, of a list's further items
	choices []variant
	only    byte // the kind of a folded value, 0 for any
}

type planKind uint8

const (
	alias    planKind = iota // of a definition
	wrapped                  // the arguments under a key
	keyed                    // an object
	listing                  // a list
	pairs                    // a map, as a list of keys and values
	folding                  // a value, as JSON in a text
	choosing                 // one of several
)

// planned is a property.
type planned struct {
	key, name string // in the tool, and in the projection
	plan      *plan
	absent    bool  // null stands for one that is left out
	fits      *node // where null itself has another form: what a value is that is not null
	spread    bool  // its members are the object's other keys
}

func (m planned) same() bool { return m.key == m.name && m.plan == nil && !m.absent && !m.spread }

// variant is a branch of a union.
type variant struct {
	out  *node
	plan *plan
}

// Back reads arguments that a model wrote under the projected schema as the tool has them. Text that is not JSON, and values that
// have not the projected form, are left as they are, for the decoder to judge.
func (p *Projection) Back(arguments string) string {
	if p.back == nil {
		return arguments
	}
	n, err := parse(arguments)
	if err != nil {
		return arguments
	}
	return p.trip(arguments).backward(p.back, n).String()
}

// trip is the reading or the writing of one call. Left bounds its work: variants of variants may have to be tried in many ways.
type trip struct {
	*Projection
	left int
}

func (p *Projection) trip(arguments string) *trip { return &trip{p, maxTries + len(arguments)} }

// maxTries bounds the work on a call, in nodes that are looked at, beyond its length in bytes.
const maxTries = 100_000

// ErrNoForm is the error of [Projection.Forward] for arguments that have no form under the projected schema.
var ErrNoForm = errors.New("projection: the projected schema has no form for these arguments")

// Forward writes arguments that fit the tool's schema in the form of the projected one, as a conversation has them that is sent back
// to the model. The error is [ErrNoForm] where there is none: a key that no schema declares, in a mode that takes declared keys only.
func (p *Projection) Forward(arguments string) (string, error) {
	n, err := parse(arguments)
	if err != nil {
		return arguments, err
	}
	t := p.trip(arguments)
	out := t.forward(p.back, n)
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

func (t *trip) backward(plan *plan, n *node) *node {
	if t.left--; plan == nil || t.left < 0 {
		return n
	}
	switch plan.kind {
	case alias:
		return t.backward(plan.inner, n)
	case wrapped:
		if n.kind == '{' && len(n.members) == 1 && n.members[0].key == wrapper {
			if inner := t.backward(plan.inner, n.members[0].value); inner.kind == '{' {
				return inner
			}
		}
		return t.backward(plan.inner, n)
	case keyed:
		if n.kind == '{' {
			return t.backwardObject(plan, n)
		}
	case listing:
		return each(plan, n, t.backward)
	case pairs:
		if whole := unpaired(n); whole != nil {
			for i, m := range whole.members {
				whole.members[i].value = t.backward(plan.inner, m.value)
			}
			return whole
		}
	case folding:
		if n.kind == '"' {
			if inner, err := parse(n.text); err == nil && (plan.only == 0 || plan.only == inner.kind) {
				return inner
			}
		}
	case choosing:
		for _, v := range plan.choices {
			if t.fits(v.out, n, maxHops) {
				return t.backward(v.plan, n)
			}
		}
	}
	return n
}

func (t *trip) backwardObject(plan *plan, n *node) *node {
	if t.left -= len(n.members) * len(plan.members) / 256; t.left < 0 {
		return n
	}
	out := object()
	for _, m := range n.members {
		i := slices.IndexFunc(plan.members, func(have planned) bool { return have.name == m.key })
		if i < 0 {
			m.value = t.backward(plan.other, m.value)
			out.members = append(out.members, m)
			continue
		}
		have := plan.members[i]
		switch {
		case have.absent && m.value.kind == 'n':
			continue
		case have.fits != nil && m.value.kind == '{' && len(m.value.members) == 1 && m.value.members[0].key == "null" && m.value.members[0].value.is("true") && !t.fits(have.fits, m.value, maxHops):
			m.value = word("null")
		default:
			m.value = t.backward(have.plan, m.value)
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

// each maps the items of a list.
func each(plan *plan, n *node, do func(*plan, *node) *node) *node {
	if n.kind != '[' {
		return n
	}
	out := list()
	for i, item := range n.items {
		one := plan.other
		if i < len(plan.items) {
			one = plan.items[i]
		}
		item = do(one, item)
		if item == nil {
			return nil
		}
		out.items = append(out.items, item)
	}
	return out
}

// unpaired is the object that a list of keys and values stands for, nil if it is no such list.
func unpaired(n *node) *node {
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

// forward is the way there, nil where there is none.
func (t *trip) forward(plan *plan, n *node) *node {
	if plan == nil {
		return n
	}
	if t.left--; t.left < 0 {
		return nil
	}
	switch plan.kind {
	case alias:
		return t.forward(plan.inner, n)
	case wrapped:
		if n = t.forward(plan.inner, n); n != nil {
			return object(member{key: wrapper, value: n})
		}
		return nil
	case keyed:
		if n.kind == '{' {
			return t.forwardObject(plan, n)
		}
	case listing:
		return each(plan, n, t.forward)
	case pairs:
		if n.kind != '{' {
			return n
		}
		out := list()
		for _, m := range n.members {
			value := t.forward(plan.inner, m.value)
			if value == nil {
				return nil
			}
			out.items = append(out.items, object(member{key: "key", value: &node{kind: '"', text: m.key, raw: m.raw}}, member{key: "value", value: value}))
		}
		return out
	case folding:
		if plan.only == 0 || plan.only == n.kind {
			return text(n.String())
		}
	case choosing:
		for _, v := range plan.choices {
			if out := t.forward(v.plan, n); out != nil && t.fits(v.out, out, maxHops) {
				return out
			}
		}
		if n.kind != 'n' {
			return nil
		}
	}
	return n
}

func (t *trip) forwardObject(plan *plan, n *node) *node {
	if t.left -= len(n.members) * len(plan.members) / 256; t.left < 0 {
		return nil
	}
	out, rest := object(), object()
	for _, m := range n.members {
		i := slices.IndexFunc(plan.members, func(have planned) bool { return have.key == m.key && !have.spread })
		if i < 0 {
			rest.members = append(rest.members, m)
			continue
		}
		have := plan.members[i]
		switch {
		case have.fits != nil && m.value.kind == 'n':
			m.value = object(member{key: "null", value: word("true")})
		case have.absent && m.value.kind == 'n':
			continue // which means the same
		default:
			m.value = t.forward(have.plan, m.value)
		}
		if m.value == nil {
			return nil
		}
		if have.name != have.key {
			m.key, m.raw = have.name, ""
		}
		out.members = append(out.members, m)
	}
	for _, have := range plan.members {
		switch {
		case have.spread && len(rest.members) > 0:
			value := t.forward(have.plan, rest)
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
		if m.value = t.forward(plan.other, m.value); m.value == nil {
			return nil
		}
		out.members = append(out.members, m)
	}
	return out
}

// fits reports whether a value has the form that a projected schema asks for: the types, the keys and the values of enums.
// So many more references and unions may be about that value.
func (t *trip) fits(schema, v *node, hops int) bool {
	if t.left--; hops == 0 || t.left < 0 {
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
	if kind := schema.get("type"); kind != nil && !slices.ContainsFunc(typeWords(kind), func(w string) bool { return ofType(v, strings.ToLower(w)) }) {
		return false
	}
	if e := schema.get("enum"); e != nil && !slices.ContainsFunc(e.items, func(s *node) bool { return sameScalar(s, v) }) {
		return false
	}
	if c := schema.get("const"); c != nil && !sameScalar(c, v) {
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
	switch t {
	case "integer":
		return v.kind == '0' && (!strings.Contains(strings.TrimRight(v.text, "0"), ".") || strings.ContainsAny(v.text, "eE") || strings.HasSuffix(strings.TrimRight(v.text, "0"), "."))
	default:
		return v.kind == map[string]byte{"number": '0', "string": '"', "boolean": 't', "null": 'n', "array": '[', "object": '{'}[t]
	}
}

func sameScalar(a, b *node) bool {
	if a.kind == '0' && b.kind == '0' {
		return !less(a, b) && !less(b, a)
	}
	return a.kind == b.kind && a.text == b.text && a.kind != '{' && a.kind != '['
}

// apart reports whether no value fits two projected schemas at once.
func (p *projector) apart(a, b *node, depth int) bool {
	if p.left--; depth > maxApart || p.left < 0 {
		return false
	}
	for _, turn := range [][2]*node{{a, b}, {b, a}} {
		if ref := turn[0].str("$ref"); ref != "" {
			return p.apart(p.defs[strings.TrimPrefix(ref, "#/$defs/")], turn[1], depth+1)
		}
		if variants := turn[0].get("anyOf"); variants != nil {
			return !slices.ContainsFunc(variants.items, func(v *node) bool { return !p.apart(v, turn[1], depth+1) })
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
	if typesA.text != "object" || typesB.text != "object" { // of lists both take the empty one
		return false
	}
	for _, turn := range [][2]*node{{a, b}, {b, a}} {
		for _, key := range turn[0].get("required").texts() {
			other := turn[1].get("properties").get(key)
			if other == nil || p.apart(turn[0].get("properties").get(key), other, depth+1) {
				return true
			}
		}
	}
	return false
}

// maxApart bounds the depth at which two schemas are compared.
const maxApart = 6

// overlap reports whether a value can be of a type in each of two lists.
func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(t string) bool {
		return slices.Contains(b, t) || t == "integer" && slices.Contains(b, "number") || t == "number" && slices.Contains(b, "integer")
	})
}

// valuesOf are the values that a schema lists, nil if it lists none.
func valuesOf(n *node) []*node {
	if c := n.get("const"); c != nil {
		return []*node{c}
	}
	if e := n.get("enum"); e != nil {
		return e.items
	}
	return nil
}
