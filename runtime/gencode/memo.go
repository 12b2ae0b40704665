package gencode

import (
	"encoding/json"
	"reflect"
)

// memo is what was found out about parts of a value in the course of one check.
type memo struct {
	parts, scalars answers
	named          map[uintptr]bool // whether the function at an address captures no variables
	enums          [4]*keptEnum
}

// answers are what is known. The type is not generic, since generated packages would have it compiled anew.
type answers struct {
	verdicts map[question]bool
	faults   map[question]Closeness
	sound    map[question]bool // parts that were checked and had no issues
	told     map[question]int  // how often the issues of a part were recorded by this checker
}

func newAnswers() answers {
	return answers{map[question]bool{}, map[question]Closeness{}, map[question]bool{}, map[question]int{}}
}

// mostScalars is how many answers of a kind are kept about scalars, of which a value may have millions.
const mostScalars = 4096

// answers are where the answer to a question is, or goes.
func (m *memo) answers(q question) *answers {
	if q.length != ofScalar {
		return &m.parts
	}
	if s := &m.scalars; s.told == nil || max(len(s.verdicts), len(s.faults), len(s.sound), len(s.told)) >= mostScalars {
		*s = newAnswers()
	}
	return &m.scalars
}

// question asks what a check function says of a part of the value. Objects and arrays are told
// apart by their identity; the pointer keeps them alive, so that no other takes their place.
type question struct {
	check  uintptr
	at     any
	length int
}

// checksForScalars is how many checks a value has cost before anything is remembered of scalars, which are
// quickly checked anew.
const checksForScalars = 100_000

// question is the question what check says of v. It is not ok for scalars before the value has cost very
// many checks, nor for numbers of Go, of which the text may say more.
func (c *Checker) question(v any, check func(*Checker, any)) (q question, ok bool) {
	if q, ok = questionOf(v, check); ok || c.held <= checksForScalars {
		return q, ok
	}
	switch v.(type) {
	case nil, bool, string, json.Number:
		return question{check: reflect.ValueOf(check).Pointer(), at: v, length: ofScalar}, true
	}
	return q, false
}

// ofScalar is the length in the question about a scalar, which is told apart by its value.
const ofScalar = -2

// questionOf is the question what check says of an object or an array.
func questionOf(v any, check func(*Checker, any)) (q question, ok bool) {
	switch v := v.(type) {
	case map[string]any:
		q.at, q.length = reflect.ValueOf(v).UnsafePointer(), -1
	case []any:
		q.at, q.length = reflect.ValueOf(v).UnsafePointer(), len(v)
	default:
		return q, false
	}
	q.check = reflect.ValueOf(check).Pointer()
	return q, true
}

func (c *Checker) remember() {
	if c.memo == nil {
		c.memo = &memo{parts: newAnswers(), named: map[uintptr]bool{}}
	}
}
