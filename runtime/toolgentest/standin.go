package toolgentest

import (
	"encoding/json"
	"math/rand/v2"

	"github.com/toolgen/toolgen/runtime"
)

// StandIn stands for whoever knows the values that a hint asks for. Its Ask belongs into a [Repairer]:
//
//	s := toolgentest.StandIn{Tool: tool, Answers: map[string]json.RawMessage{"method": json.RawMessage(`"cash"`)}}
//	r := toolgentest.Repairer{Ask: s.Ask}
//
// It is honest: what it knows comes from the test, what it does not know is made by the schema, and both are
// counted, so that a call that became valid is never taken for one that the hint has repaired alone.
type StandIn struct {
	// Tool is the tool whose schema values are made by; nil makes none.
	Tool runtime.Tool
	// Answers are the values that the test gives, by the path of the field.
	Answers map[string]json.RawMessage
	// Truth is the call that was meant, where the test knows it: its values count as given.
	Truth []byte
	// Given are the fields whose values came from Answers or Truth, Made those whose values were made.
	Given, Made []string
}

// Ask gives the value of a field.
func (s *StandIn) Ask(field string) (json.RawMessage, bool) {
	if v, ok := s.Answers[field]; ok {
		s.Given = append(s.Given, field)
		return v, true
	}
	if v, ok := Answers(s.Truth)(field); ok {
		s.Given = append(s.Given, field)
		return v, true
	}
	if s.Tool == nil {
		return nil, false
	}
	known, err := newSchemas(s.Tool)
	p, ok := parsePath(field)
	if err != nil || !ok {
		return nil, false
	}
	for try, schema := range known.at(p) {
		r := sampler{schemas: known, Rand: rand.New(rand.NewPCG(uint64(len(field)), uint64(try))), sparse: true}
		if v, ok := r.value(schema, 0); ok {
			s.Made = append(s.Made, field)
			return write(v), true
		}
	}
	return nil, false
}

// at lists the schemas that describe a place, one for each branch that does.
func (s schemas) at(p path) []any {
	list := []any{s.root}
	for _, step := range p {
		var below []any
		for _, schema := range s.branches(list, 0) {
			switch items := schema["items"].(type) {
			case []any:
				if step.isIndex && step.index < len(items) {
					below = append(below, items[step.index])
				}
			case nil:
			default:
				if prefix, _ := schema["prefixItems"].([]any); step.isIndex && step.index >= len(prefix) {
					below = append(below, items)
				}
			}
			if prefix, _ := schema["prefixItems"].([]any); step.isIndex && step.index < len(prefix) {
				below = append(below, prefix[step.index])
			}
			if step.isIndex {
				continue
			}
			if prop, ok := objectOf(schema["properties"])[step.key]; ok {
				below = append(below, prop)
			} else if more, ok := schema["additionalProperties"].(map[string]any); ok {
				below = append(below, more)
			}
		}
		list = below
	}
	return list
}

// branches are the objects of schemas, with those of the choices in them.
func (s schemas) branches(list []any, depth int) (all []map[string]any) {
	for _, schema := range list {
		m := objectOf(s.resolve(schema))
		if m == nil || depth > 8 {
			continue
		}
		all = append(all, m)
		for _, word := range []string{"allOf", "anyOf", "oneOf"} {
			parts, _ := m[word].([]any)
			all = append(all, s.branches(parts, depth+1)...)
		}
	}
	return all
}
