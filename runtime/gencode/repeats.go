package gencode

import (
	"encoding/json"
	"reflect"
	"unsafe"
)

// Schemas that apply twice to one value, as properties and dependentSchemas beside each other do, and
// that refer to themselves below it, ask for the same check of the same part of a value as often as two
// to the power of its depth. What has been found out is remembered once a value has cost far more checks
// than it has parts, so that all others pay for a counter and no more.

const (
	// checksForParts is how many checks a value costs before what is found of objects and arrays is remembered.
	checksForParts = 5000
	// checksForScalars is the same for scalars, which are quickly checked anew.
	checksForScalars = 100_000
	// mostScalars is how many answers of a kind are kept about scalars, and how many checks whose issues were
	// reported: a value may have millions.
	mostScalars, mostReported = 4096, 1 << 16
	// mostRepeats is how often one check reports the issues of one part. A part may stand in
	// several places of a value of Go, so that it must be more than once.
	mostRepeats = 8
	// mostEqual is the same for scalars and empty lists: many places may hold equal ones.
	mostEqual = 1000
)

// memo is what one check has found out about parts of a value.
type memo struct {
	parts, scalars answers
	enums          [4]*keptEnum
}

// remember returns the memo, which it makes at the first use.
func (c *Checker) remember() *memo {
	if c.memo == nil {
		c.memo = new(memo)
	}
	return c.memo
}

// answers are what is known.
type answers struct {
	verdicts map[question]bool // whether the check finds nothing wrong
	faults   map[question]Closeness
}

// answers are where the answer to a question is, or goes.
func (m *memo) answers(q question) *answers {
	at := &m.parts
	if q.length == ofScalar {
		at = &m.scalars
	}
	if at.verdicts == nil || at == &m.scalars && max(len(at.verdicts), len(at.faults)) >= mostScalars {
		*at = answers{map[question]bool{}, map[question]Closeness{}}
	}
	return at
}

// question is what a check says of a part of the value. The check is identified by its closure, objects and arrays by
// their pointer. The pointers keep both alive, so that no other takes their place.
type question struct {
	check  unsafe.Pointer
	at     any
	length int // of an array; else ofObject or ofScalar
}

const (
	ofObject = -1
	ofScalar = -2 // a scalar is identified by its value
)

// question is the question what check says of v. It is not ok for scalars before the value has cost very
// many checks, nor for numbers of Go, whose text may say more.
func (c *Checker) question(v any, check func(*Checker, any)) (q question, ok bool) {
	q.check = *(*unsafe.Pointer)(unsafe.Pointer(&check))
	switch v := v.(type) {
	case map[string]any:
		q.at, q.length = reflect.ValueOf(v).UnsafePointer(), ofObject
	case []any:
		q.at, q.length = reflect.ValueOf(v).UnsafePointer(), len(v)
	case nil, bool, string, json.Number:
		q.at, q.length = v, ofScalar
		return q, c.checks > checksForScalars
	default:
		return q, false
	}
	return q, true
}

// Also checks a value against a further schema, as then and dependentSchemas do. Definitions that lead to each other
// in several ways would have this done anew for each way, and there can be two to the power of their number.
func (c *Checker) Also(v any, check func(*Checker, any)) {
	if c.checks++; c.checks > checksForParts {
		if q, ok := c.question(v, check); ok {
			c.checkOnce(q, v, check)
			return
		}
	}
	check(c, v)
}

// checkPart is Also for a member or an item. Only objects and lists are remembered there, and no empty ones, since all
// empty lists are one to Go.
func (c *Checker) checkPart(v any, check func(*Checker, any)) {
	if c.checks++; c.checks > checksForParts {
		if q, ok := c.question(v, check); ok && q.length != 0 && q.length != ofScalar {
			c.checkOnce(q, v, check)
			return
		}
	}
	check(c, v)
}

// checkOnce checks a value unless the outcome is known. Its issues are reported a limited number of times.
func (c *Checker) checkOnce(q question, v any, check func(*Checker, any)) {
	answers := c.remember().answers(q)
	most := mostRepeats
	if q.length == 0 || q.length == ofScalar {
		most = mostEqual
	}
	sound, known := answers.verdicts[q]
	switch {
	case sound:
		return
	case known && c.quiet || c.reported[q] >= most:
		c.total++ // it is counted, and not reported again
		c.events++
		return
	}
	total := c.total
	check(c, v)
	answers.verdicts[q] = c.total == total
	if c.total == total {
		return
	}
	if c.reported == nil || len(c.reported) >= mostReported {
		c.reported = map[question]int{}
	}
	c.reported[q]++
}
