package toolgentest

import (
	"encoding/json"
	"math/rand/v2"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
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
	p, ok := parsePath(field)
	if truth, isJSON := show.Parse(s.Truth); ok && isJSON {
		if v, there := get(truth, p); there {
			s.Given = append(s.Given, field)
			return show.JSON(v), true
		}
	}
	if s.Tool == nil || !ok {
		return nil, false
	}
	root, err := schemaOf(s.Tool)
	if err != nil || !root.Root().At(field).Known() {
		return nil, false
	}
	r := sampler{Rand: rand.New(rand.NewPCG(uint64(len(field)), 0)), sparse: true}
	v, ok := r.value(root.At(field), 0)
	if ok {
		s.Made = append(s.Made, field)
	}
	return show.JSON(v), ok
}
