// Package projection gives the schema of a tool as a provider takes it, and the way back: from what a model writes under that
// schema to the arguments that the tool has.
//
//	p := projection.Of(schema, projection.OpenAIStrict)
//	if len(p.Reasons) == 0 {
//		// the request has p.Schema and strict: true
//	}
//	arguments = p.Back(arguments) // before they are decoded
//
// A strict mode takes part of JSON Schema only. What it does not take moves into descriptions, in words, and is enforced by the
// decoder as ever. Where a mode has no form for a value, the model writes another one: null for a property that is left out, a list
// of pairs for a map, a union at the root within an object, and JSON in a text for what has no type, for what is nested too deeply,
// and for variants that could not be told apart. Package wire does all of that, see there.
package projection

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Projection is the schema of a tool in the form of a target.
type Projection struct {
	// Schema is what the request has. If there are reasons it is what comes closest.
	Schema json.RawMessage
	// Reasons say why the target does not take the schema. Without any it is within the documented limits.
	Reasons []Note
	// Moved are the keywords that the target does not take, and that a description says in words.
	Moved []Note
	// Changed are the places at which a model writes something else than the tool has. [Projection.Back] undoes it.
	Changed []Note
	// Warnings are what the target may refuse: sources disagree, or it has been seen with some models only.
	Warnings []Note
	// Optional are the properties that may be left out, Unions the places with more than one type. Providers bound their sum over
	// a request.
	Optional, Unions int
	// Gain is how much of the schema a strict mode enforces: a number to compare tools by.
	Gain int

	target Target
	back   *plan
	defs   map[string]*node
}

// Note is what happened at a place of the schema.
type Note struct {
	Pointer string // a JSON Pointer, "" is the root
	Text    string
}

// String is the note with its place.
func (n Note) String() string {
	if n.Pointer == "" {
		return n.Text
	}
	return n.Pointer + ": " + n.Text
}

// Bounds of the work on one schema, which may be hostile: the nodes that are read or made, their nesting, and the notes that are kept.
const (
	maxNodes    = 40_000
	maxNesting  = 48
	maxNotes    = 100
	maxDetail   = 1_000 // the bytes of a schema in a description
	objectsOnly = "the arguments of a tool are an object, which this schema does not allow"
)

// Of is the projection of a tool's input schema.
func Of(schema string, target Target) *Projection {
	result := &Projection{target: target, Schema: json.RawMessage(`{"type":"object"}`), defs: map[string]*node{}}
	if schema == "" || schema == "true" {
		schema = "{}"
	}
	root, err := parse(schema)
	if err == nil {
		if nodes, nesting := extent(root); nodes > maxNodes/2 || nesting > 4*maxNesting {
			result.refuse("", "the schema is too large")
			return result
		}
	}
	switch {
	case err != nil || root.kind != '{':
		result.refuse("", fmt.Sprintf("the input schema is not a JSON object: %.40q", schema))
		return result
	}
	p := &projector{Projection: result, root: root, left: maxNodes, limit: limits[target], named: map[string]*node{}, made: map[*node]*definition{}}
	p.name(root)
	for _, draft := range []string{"draft-04", "draft-06", "draft-07"} {
		p.beside = p.beside || strings.Contains(root.str("$schema"), draft)
	}
	var out *node
	if p.limit.form == verbatim || p.limit.form == open && !p.refuses(root, true) {
		out = p.asItIs()
	} else {
		out, result.back = p.projectRoot()
	}
	if p.left < 0 {
		result.Reasons = nil
		result.refuse("", "the schema is too large")
	}
	result.measure(out)
	if p.limit.form == typed {
		out = shouted(out)
	}
	result.Schema = json.RawMessage(out.String())
	return result
}

// shouted is a schema with its types in upper case.
func shouted(n *node) *node {
	out := &node{kind: n.kind, text: n.text, raw: n.raw}
	for _, m := range n.members {
		if m.key == "type" && m.value.kind == '"' {
			m.value = text(strings.ToUpper(m.value.text))
		} else if m.key == "properties" {
			properties := object()
			for _, one := range m.value.members {
				properties.members = append(properties.members, member{key: one.key, value: shouted(one.value)})
			}
			m.value = properties
		} else if m.key == "items" || m.key == "anyOf" {
			m.value = shouted(m.value)
		}
		out.members = append(out.members, m)
	}
	for _, item := range n.items {
		out.items = append(out.items, shouted(item))
	}
	return out
}

// extent is how many nodes a value has, and how deeply they are nested.
func extent(n *node) (nodes, nesting int) {
	count := func(below *node) {
		more, deeper := extent(below)
		nodes, nesting = nodes+more, max(nesting, deeper)
	}
	for _, m := range n.members {
		count(m.value)
	}
	for _, item := range n.items {
		count(item)
	}
	return nodes + 1, nesting + 1
}

func note(to *[]Note, at, text string) {
	if n := (Note{at, text}); len(*to) < maxNotes {
		for _, have := range *to {
			if have == n {
				return
			}
		}
		*to = append(*to, n)
	}
}

func (p *Projection) refuse(at, why string)  { note(&p.Reasons, at, why) }
func (p *Projection) changed(at, how string) { note(&p.Changed, at, how) }

// step is a pointer with one more key.
func step(at, key string) string {
	return at + "/" + strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}
