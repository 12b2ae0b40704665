package toolgentest

import (
	"encoding/json"
	"math/rand/v2"

	"github.com/toolgen/toolgen/runtime"
)

// StandIn answers for the user or model who knows the values that a hint asks for. Use its Ask in a [Repairer]:
//
//	s := toolgentest.StandIn{Tool: tool, Answers: map[string]json.RawMessage{"method": json.RawMessage(`"cash"`)}}
//	r := toolgentest.Repairer{Ask: s.Ask}
//
// Values come from the test, or else from the schema. Both are counted, so that a call that needed them is not
// credited to the hint alone.
type StandIn struct {
	// Tool provides the schema for generated values; nil generates none.
	Tool runtime.Tool
	// Answers are values from the test, by field path.
	Answers map[string]json.RawMessage
	// Truth is the intended call, if known; its values count as given.
	Truth []byte
	// Given lists the fields answered from Answers or Truth, Made those with generated values.
	Given, Made []string
}

// Ask returns the value of a field.
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

// at returns the schemas that describe a place, one per matching branch.
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

// branches returns the object schemas in a list, including those inside unions.
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
