package runtime

import (
	"encoding/json"
	"maps"
	"slices"
)

// patchObject is an object of a merge patch (RFC 7396), its members in the order in which they
// were set.
type patchObject struct {
	members []patchMember
}

// patchMember is a member of a merge patch: a value, or an object of changes below.
type patchMember struct {
	key   string
	raw   json.RawMessage
	below *patchObject
	taken bool // the value is a number that is within what the field's row says
}

// null takes a member out.
var null = json.RawMessage("null")

func (m *patchMember) removes() bool { return m.below == nil && string(m.raw) == "null" }

func (p *patchObject) member(key string) *patchMember {
	for i := range p.members {
		if p.members[i].key == key {
			return &p.members[i]
		}
	}
	return nil
}

// set puts a value at a path of keys. What is already set, there or above, stays.
func (p *patchObject) set(steps []pathStep, raw json.RawMessage) { p.put(steps, raw, false) }

func (p *patchObject) put(steps []pathStep, raw json.RawMessage, taken bool) {
	m := p.member(steps[0].Key)
	switch {
	case m == nil:
		if p.members == nil {
			p.members = make([]patchMember, 0, 4)
		}
		p.members = append(p.members, patchMember{key: steps[0].Key})
		m = &p.members[len(p.members)-1]
	case m.below == nil:
		return
	}
	if len(steps) == 1 {
		m.raw, m.below, m.taken = raw, nil, taken
		return
	}
	if m.below == nil {
		m.below = &patchObject{}
	}
	m.below.put(steps[1:], raw, taken)
}

// leaf is the member at a path that replaces what is there, nil where there is none.
func (p *patchObject) leaf(steps []pathStep) *patchMember {
	for len(steps) > 0 && p != nil && !steps[0].IsIndex {
		m := p.member(steps[0].Key)
		if m == nil || len(steps) == 1 && m.below != nil {
			return nil
		}
		if len(steps) == 1 {
			return m
		}
		p, steps = m.below, steps[1:]
	}
	return nil
}

// leaves counts the members that replace what is there.
func (p *patchObject) leaves() int {
	n := 0
	for i := range p.members {
		if m := &p.members[i]; m.below != nil {
			n += m.below.leaves()
		} else {
			n++
		}
	}
	return n
}

// append writes the patch as JSON.
func (p *patchObject) append(b []byte) []byte {
	b = append(b, '{')
	for i := range p.members {
		m := &p.members[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendJSONString(b, m.key), ':')
		if m.below != nil {
			b = m.below.append(b)
			continue
		}
		b = append(b, m.raw...)
	}
	return append(b, '}')
}

// appendResult writes what the patch makes of no object at all.
func (p *patchObject) appendResult(b []byte) []byte {
	b = append(b, '{')
	first := true
	for i := range p.members {
		m := &p.members[i]
		if m.removes() {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(appendJSONString(b, m.key), ':')
		if changes := m.changes(); changes != nil {
			b = changes.appendResult(b)
		} else {
			b = append(b, m.raw...)
		}
	}
	return append(b, '}')
}

// changes is the patch that a member is, nil where it replaces what is there: in a merge patch,
// every object is one.
func (m *patchMember) changes() *patchObject {
	if m.below == nil && len(m.raw) > 0 && m.raw[0] == '{' {
		return patchOf(m.raw)
	}
	return m.below
}

// patchOf reads a merge patch, nil where the text is no object.
func patchOf(raw []byte) *patchObject {
	v, _ := parseAny(raw)
	object, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	return patchFrom(object)
}

func patchFrom(object map[string]any) *patchObject {
	p := &patchObject{}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		m := patchMember{key: key}
		if inner, ok := object[key].(map[string]any); ok {
			m.below = patchFrom(inner)
		} else {
			m.raw = writeJSON(object[key])
		}
		p.members = append(p.members, m)
	}
	return p
}

// covers reports whether the patch says what is to be at a place.
func (p *patchObject) covers(steps []pathStep) bool {
	switch {
	case p == nil:
		return false
	case len(steps) == 0:
		return true
	}
	m := p.member(steps[0].Key)
	if m == nil || steps[0].IsIndex {
		return false
	}
	if m.removes() || len(steps) == 1 {
		return true
	}
	if changes := m.changes(); changes != nil {
		return changes.covers(steps[1:])
	}
	return true
}
