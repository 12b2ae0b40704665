package gencode

import (
	goruntime "runtime"
	"strings"
)

// Schemas that apply twice to one value, as properties and dependentSchemas beside each other do, and
// that refer to themselves below it, ask for the same check of the same part of a value as often as two
// to the power of its depth. What has been found out is remembered once a value has cost far more checks
// than it has parts, so that all others pay for a counter and no more.

const (
	// checksForAny is how many parts are checked before anything is remembered.
	checksForAny = 5000
	// mostRepeats is how often the issues of one part are told, by one check. A part may stand in
	// several places of a value of Go, so that it must be more than once.
	mostRepeats = 8
	// mostEqual is the same for scalars and empty lists, of which many places may hold equal ones.
	mostEqual = 1000
)

// Also holds a value against a further schema, as then and dependentSchemas do. The check is a function
// that is declared by a name. Definitions that lead to each other in several ways would have this done anew
// for each way, of which there are as many as two to the power of their number.
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

// hold checks a part of a value that is a member or an item.
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

// holdOnce checks a value unless what comes of it is known. Its issues are told so many times at most.
func (c *Checker) holdOnce(q question, v any, check func(*Checker, any), most int) {
	c.remember()
	answers := c.memo.answers(q)
	if answers.sound[q] {
		return
	}
	told := answers.told[q]
	if told > 0 && c.quiet || told >= most {
		c.IssueAgain()
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

// IssueAgain counts an issue that has been told before, without telling it. It serves interpreters of
// schemas.
func (c *Checker) IssueAgain() {
	c.total++
	c.events++
}

// capturesNothing reports whether the code at an address is that of a function which is declared by a
// name: what it finds depends on the value alone. A function literal has the same address whatever the
// variables that it captures, and a method whatever its receiver.
func (c *Checker) capturesNothing(at uintptr) bool {
	c.remember()
	named, known := c.memo.named[at]
	if !known {
		name := goruntime.FuncForPC(at).Name()
		name = name[strings.LastIndexByte(name, '/')+1:]
		named = strings.Count(name, ".") == 1 && !strings.ContainsAny(name, "[(-")
		c.memo.named[at] = named
	}
	return named
}
