package gencode

import (
	"encoding/json"
	"reflect"
	goruntime "runtime"
	"strings"
	"sync"
	"unsafe"
)

// memo is what one check has found out about parts of a value.
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
	told     map[question]int  // how often this checker recorded the issues of a part
}

func newAnswers() answers {
	return answers{map[question]bool{}, map[question]Closeness{}, map[question]bool{}, map[question]int{}}
}

// mostScalars is how many answers of a kind are kept about scalars: a value may have millions.
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

// question identifies a check function and a part of the value. Objects and arrays are identified by their pointer,
// which keeps them alive, so that no other takes their place.
type question struct {
	check  uintptr
	at     any
	length int
}

// checksForScalars is how many checks a value has cost before anything is remembered of scalars, which are
// quickly checked anew.
const checksForScalars = 100_000

// question is the question what check says of v. It is not ok for scalars before the value has cost very
// many checks, nor for numbers of Go, whose text may say more.
func (c *Checker) question(v any, check func(*Checker, any)) (q question, ok bool) {
	if q, ok = questionOf(v, check); ok || c.held <= checksForScalars {
		return q, ok
	}
	switch v.(type) {
	case nil, bool, string, json.Number:
		return question{check: identity(check), at: v, length: ofScalar}, true
	}
	return q, false
}

// ofScalar is the length in the question about a scalar, which is identified by its value.
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
	q.check = identity(check)
	return q, true
}

// identity identifies a check: the address of its code, or for a check of [Interpreted] the address
// of its closure, since all of those have the same code.
func identity(check func(*Checker, any)) uintptr {
	at := reflect.ValueOf(check).Pointer()
	if at == interpretedCode() {
		return *(*uintptr)(unsafe.Pointer(&check))
	}
	return at
}

var interpreted struct {
	sync.Once
	code uintptr
}

func interpretedCode() uintptr {
	interpreted.Do(func() { interpreted.code = reflect.ValueOf(Interpreted(nil)).Pointer() })
	return interpreted.code
}

// Interpreted makes a check of an interpreter's function, which captures the schema. It is made once for each
// schema and lives as long as the tool: what it finds is remembered by its own address.
//
//go:noinline
func Interpreted(check func(*Checker, any)) func(*Checker, any) {
	return func(c *Checker, v any) { check(c, v) }
}

func (c *Checker) remember() {
	if c.memo == nil {
		c.memo = &memo{parts: newAnswers(), named: map[uintptr]bool{}}
	}
}

// Schemas that apply twice to one value, as properties and dependentSchemas beside each other do, and
// that refer to themselves below it, ask for the same check of the same part of a value as often as two
// to the power of its depth. What has been found out is remembered once a value has cost far more checks
// than it has parts, so that all others pay for a counter and no more.

const (
	// checksForAny is how many parts are checked before anything is remembered.
	checksForAny = 5000
	// mostRepeats is how often one check reports the issues of one part. A part may stand in
	// several places of a value of Go, so that it must be more than once.
	mostRepeats = 8
	// mostEqual is the same for scalars and empty lists: many places may hold equal ones.
	mostEqual = 1000
)

// Also checks a value against a further schema, as then and dependentSchemas do. The check is a function
// that is declared by a name. Definitions that lead to each other in several ways would have this done anew
// for each way, and there can be two to the power of their number.
func (c *Checker) Also(v any, check func(*Checker, any)) {
	if c.held++; c.held <= checksForAny {
		check(c, v)
		return
	}
	q, ok := c.question(v, check)
	switch {
	case !ok:
		check(c, v)
	case q.length == 0 || q.length == ofScalar:
		c.holdOnce(q, v, check, mostEqual)
	default:
		c.holdOnce(q, v, check, mostRepeats)
	}
}

// hold checks a member or an item.
func (c *Checker) hold(v any, check func(*Checker, any)) {
	if c.held++; c.held <= checksForAny {
		check(c, v)
		return
	}
	c.holdAgain(v, check)
}

// holdAgain is hold for a value that has cost many checks already.
func (c *Checker) holdAgain(v any, check func(*Checker, any)) {
	q, ok := questionOf(v, check)
	if !ok || q.length == 0 || !c.capturesNothing(q.check) { // all empty lists are one to Go
		check(c, v)
		return
	}
	c.holdOnce(q, v, check, mostRepeats)
}

// holdOnce checks a value unless the outcome is known. Its issues are reported at most that many times.
func (c *Checker) holdOnce(q question, v any, check func(*Checker, any), most int) {
	c.remember()
	answers := c.memo.answers(q)
	if answers.sound[q] {
		return
	}
	told := answers.told[q]
	if told > 0 && c.quiet || told >= most {
		c.total++ // it is counted, and not reported again
		c.events++
		return
	}
	total := c.total
	check(c, v)
	if c.total == total {
		answers.sound[q] = true
		return
	}
	answers.told[q] = told + 1
}

// capturesNothing reports whether the code at an address belongs to a function that is declared by a
// name: what it finds depends on the value alone. A function literal has the same address whatever the
// variables that it captures, and a method has the same address for every receiver.
func (c *Checker) capturesNothing(at uintptr) bool {
	c.remember()
	named, known := c.memo.named[at]
	if !known {
		f := goruntime.FuncForPC(at)
		name := f.Name()
		name = name[strings.LastIndexByte(name, '/')+1:]
		// There is no code at the address of a check of Interpreted, which captures the same at each call.
		named = f == nil || strings.Count(name, ".") == 1 && !strings.ContainsAny(name, "[(-")
		c.memo.named[at] = named
	}
	return named
}
