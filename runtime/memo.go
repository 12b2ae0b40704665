package runtime

import (
	"encoding/json"
	"reflect"
)

// memo is what was found out about parts of a value in the course of one check.
type memo struct {
	verdicts answers[bool]
	faults   answers[Closeness]
	repeats  answers[told]
	named    map[uintptr]bool // whether the function at an address captures no variables
	enums    [4]*keptEnum
	// trial is the list that issues are recorded in: 0 for the one that is told, and one of trials that
	// were made for a trial on the side, whose issues are forgotten.
	trial, trials int
}

// question asks what a check function says of a part of the value. Objects and arrays are told
// apart by their identity; the pointer keeps them alive, so that no other takes their place.
type question struct {
	check  uintptr
	at     any
	length int
}

// answers are what is known.
type answers[A any] struct{ parts, scalars map[question]A }

// mostScalars is how many answers about scalars are kept, of which a value may have millions.
const mostScalars = 4096

func (a *answers[A]) get(q question) (answer A, known bool) {
	if q.length == ofScalar {
		answer, known = a.scalars[q]
	} else {
		answer, known = a.parts[q]
	}
	return answer, known
}

func (a *answers[A]) set(q question, answer A) {
	at := &a.parts
	if q.length == ofScalar {
		if at = &a.scalars; len(*at) == mostScalars {
			clear(*at)
		}
	}
	if *at == nil {
		*at = map[question]A{}
	}
	(*at)[q] = answer
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
		c.memo = &memo{named: map[uintptr]bool{}}
	}
}
