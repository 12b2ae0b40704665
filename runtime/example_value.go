package runtime

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Bounds of what an example invents.
const (
	maxPlaceholderDepth = 6
	maxPlaceholderItems = 5
	maxPlaceholderSize  = 600 // bytes of one value
)

// placeholder makes values that satisfy what the schema says of a field, as far as the rows tell.
// What cannot be satisfied for sure is left out rather than guessed.
type placeholder struct {
	spec   *ToolSpec
	schema *inputSchema
	high   bool // prefer the upper bound: the value that came was above it
	made   int  // the number of values by now
	free   bool // the schema would have taken other values, too
}

// maxPlaceholders bounds the values that are made for one place: types may be recursive, and wide.
const maxPlaceholders = 500

func (b *hintBuilder) newPlaceholder(constraint string) *placeholder {
	return &placeholder{spec: b.spec, schema: b.schema(), high: constraint == "maximum" || constraint == "exclusiveMaximum"}
}

// value makes a value for the field at a node.
func (p *placeholder) value(n *fieldNode, key string, depth int) (json.RawMessage, bool) {
	return p.nth(n, "", key, 0, depth)
}

// nth makes a value that differs from those of other n, for the items of a set.
func (p *placeholder) nth(at *fieldNode, variant, key string, nth, depth int) (json.RawMessage, bool) {
	if depth > maxPlaceholderDepth || len(at.rows) == 0 || p.made == maxPlaceholders {
		return nil, false
	}
	p.made++
	row := at.rows[0]
	if variant != "" {
		row = at.row(variant)
	}
	if v, ok := parseAny([]byte(row.Default)); ok && nth == 0 && v != nil && !p.high && hasType(row.Type, v) && p.spec.allows(row, v) {
		p.free = p.free || depth > 0
		return rawValue(json.RawMessage(row.Default), maxPlaceholderSize)
	}
	if len(row.Enum) > 0 {
		p.free = p.free || len(row.Enum) > 1
		if row.Sample != "" && nth == 0 {
			return rawValue(row.Sample, maxPlaceholderSize)
		}
		for _, raw := range rawValues(row.Enum) {
			if string(raw) == "null" {
				continue
			}
			if nth == 0 {
				return rawValue(raw, maxPlaceholderSize)
			}
			nth--
		}
		return nil, false
	}
	types := strings.Split(row.Type, "|")
	if len(types) > 1 {
		types = slices.DeleteFunc(types, func(t string) bool { return t == "null" })
	}
	raw, ok := p.ofType(types[0], at, row, key, nth, depth)
	return raw, ok && len(raw) <= maxPlaceholderSize
}

func (p *placeholder) ofType(name string, at *fieldNode, row *FieldSpec, key string, nth, depth int) (json.RawMessage, bool) {
	p.free = p.free || name != "object"
	switch name {
	case "boolean":
		return json.RawMessage(strconv.FormatBool(nth == 1)), nth < 2
	case "integer", "number":
		s, ok := p.number(row, name == "integer", nth)
		return json.RawMessage(s), ok
	case "string":
		s, ok := p.text(row, key, nth)
		return json.RawMessage(jsonText(s)), ok
	case "array":
		return p.array(at, row, key, depth)
	case "object":
		return p.objectNth(at, nth, depth)
	case "null":
		return nil, false // a merge patch cannot say it
	}
	switch below := p.spec.below(at); {
	case below.byKey[itemsStep] != nil:
		return p.array(at, row, key, depth)
	case len(below.children) > 0:
		return p.objectNth(at, nth, depth)
	}
	s, ok := p.text(row, key, nth)
	return json.RawMessage(jsonText(s)), ok
}

// array makes an array of as many items as it needs, and of one where it needs none, to show
// what an item looks like.
func (p *placeholder) array(at *fieldNode, row *FieldSpec, key string, depth int) (json.RawMessage, bool) {
	need, _ := row.count("minItems")
	if need > maxPlaceholderItems {
		return nil, false
	}
	want := max(need, 1)
	if tuple := p.tuple(at); len(tuple) <= maxPlaceholderItems {
		want = max(want, len(tuple))
	}
	if most, ok := row.count("maxItems"); ok {
		want = min(want, most)
	}
	if row.bound("maxItems") == "0" || need == 0 && depth > 0 && p.spec.below(at).endless() {
		want = 0
	}
	b := []byte{'['}
	for i := range want {
		raw, ok := p.item(at, key, i, depth)
		if !ok {
			if need > 0 {
				return nil, false
			}
			break
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, raw...)
	}
	return append(b, ']'), true
}

// item makes the nth item of the array at a node.
func (p *placeholder) item(at *fieldNode, key string, nth, depth int) (json.RawMessage, bool) {
	items := p.spec.below(at).byKey[itemsStep]
	if tuple := p.tuple(at); nth < len(tuple) {
		s := p.sampler()
		if raw, ok := s.value(tuple[nth], key, nth, depth+1); ok {
			return raw, true
		}
		return s.value(tuple[nth], key, 0, depth+1) // items of a tuple may be the same
	}
	if items == nil || len(items.rows) == 0 {
		s, ok := p.text(&FieldSpec{}, key, nth)
		return json.RawMessage(jsonText(s)), ok && items == nil
	}
	return p.nth(items, "", key, nth, depth+1)
}

// object makes an object of the required keys of a node, in schema order.
func (p *placeholder) object(at *fieldNode, depth int) (json.RawMessage, bool) {
	return p.objectNth(at, 0, depth)
}

// objectNth makes an object; its first scalar tells it apart from others.
func (p *placeholder) objectNth(at *fieldNode, nth, depth int) (json.RawMessage, bool) {
	below := p.spec.below(at)
	variant, need := "", 0
	if labels := below.variants(); len(labels) > 0 {
		variant = labels[0]
		p.free = p.free || len(labels) > 1
		if depth > 0 && below.comesAgain(variant) {
			for _, label := range labels[1:] {
				if !below.comesAgain(label) {
					variant = label // or there would be no end to it
					break
				}
			}
		}
	}
	for _, r := range at.rows {
		if n, ok := r.count("minProperties"); ok {
			need = n
		}
	}
	b, count := []byte{'{'}, 0
	add := func(c *fieldNode, key string, nth int) bool {
		raw, ok := p.nth(c, variant, key, nth, depth+1)
		if !ok {
			return false
		}
		if count++; count > 1 {
			b = append(b, ',')
		}
		b = append(append(append(b, jsonText(key)...), ':'), raw...)
		return true
	}
	var optional []*fieldNode
	for _, c := range below.children {
		row := c.rowOf(variant)
		switch {
		case c.key == itemsStep || c.key == restStep || row == nil || row.Injected || row.Sensitive:
		case !row.Required:
			optional = append(optional, c)
		case !add(c, c.key, nth):
			if nth == 0 || !add(c, c.key, 0) {
				continue // only the caller knows it; the rest is still of use
			}
		default:
			nth = 0
		}
	}
	for _, c := range optional {
		if count < need || nth > 0 {
			p.free = true
			add(c, c.key, nth)
			nth = 0
		}
	}
	if rest := below.byKey[restStep]; rest != nil {
		for i := 1; count < need && i <= maxPlaceholderItems; i++ {
			p.free = true
			if !add(rest, "key"+strconv.Itoa(i), 0) {
				break
			}
		}
	}
	return append(b, '}'), count >= need && nth == 0
}

// endless reports whether the items of an array are of a type that holds the array itself.
func (n *fieldNode) endless() bool {
	items := n.byKey[itemsStep]
	return items != nil && slices.ContainsFunc(items.rows, func(r *FieldSpec) bool {
		return r.HasSameAs && strings.HasPrefix(items.path, r.SameAs)
	})
}

// comesAgain reports whether a variant requires something of a type that was met before, and so may be of
// the union's own.
func (n *fieldNode) comesAgain(variant string) bool {
	for _, c := range n.children {
		row := c.rowOf(variant)
		if row == nil || !row.Required {
			continue
		}
		if items := c.byKey[itemsStep]; row.HasSameAs || items != nil && slices.ContainsFunc(items.rows, func(r *FieldSpec) bool { return r.HasSameAs }) {
			return true
		}
	}
	return false
}
