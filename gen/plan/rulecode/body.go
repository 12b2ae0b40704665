package rulecode

import (
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/gen/model"
)

// body is the function being generated.
type body struct {
	block *[]*Stmt       // statements of the innermost block
	count map[string]int // uses of each name
	steps *steps
}

// steps are the steps of a test that may fail.
type steps struct {
	block *[]*Stmt
	start int
	oks   []*Expr
	flag  string // variable set by steps in inner blocks, or ""
}

func newBody() *body { return &body{block: new([]*Stmt), count: map[string]int{}} }

func (b *body) emit(code ...*Stmt) { *b.block = append(*b.block, code...) }

// inner generates a nested block.
func (b *body) inner(code func()) []*Stmt {
	outer := b.block
	b.block = new([]*Stmt)
	code()
	made := *b.block
	b.block = outer
	return made
}

// define introduces a variable with a value, declare one with the zero value.
func (b *body) define(hint string, v *Expr) *Expr {
	n := b.fresh(hint)
	b.emit(&Stmt{Op: Define, Names: []string{n}, Values: []*Expr{v}})
	return name(n)
}

func (b *body) declare(hint string, t *Type) *Expr {
	n := b.fresh(hint)
	b.emit(&Stmt{Op: Declare, Names: []string{n}, Type: t})
	return name(n)
}

func (b *body) assign(variable, v *Expr) { b.emit(set(variable, v)) }

// set assigns values to variables: the first to the first of them, and so on.
func set(variable, v *Expr, more ...*Expr) *Stmt {
	s := &Stmt{Op: Assign, Names: []string{variable.Text}, Values: []*Expr{v}}
	for i := 0; i < len(more); i += 2 {
		s.Names, s.Values = append(s.Names, more[i].Text), append(s.Values, more[i+1])
	}
	return s
}

func (b *body) increment(count *Expr) { b.emit(&Stmt{Op: Increment, Names: []string{count.Text}}) }

func giveBack(values ...*Expr) *Stmt { return &Stmt{Op: Return, Values: values} }

// branch is if test { then } else { otherwise }.
func branch(test *Expr, then []*Stmt, otherwise ...*Stmt) *Stmt {
	return &Stmt{Op: If, Values: []*Expr{test}, Body: then, Else: otherwise}
}

// when generates a block under a condition.
func (b *body) when(test *Expr, code func()) {
	switch {
	case test.is(true):
		code()
	case !test.is(false):
		b.emit(branch(test, b.inner(code)))
	}
}

// fresh returns an unused variable name.
func (b *body) fresh(name string) string {
	b.count[name]++
	if n := b.count[name]; n > 1 {
		return name + strconv.Itoa(n)
	}
	return name
}

// taken are names that variables of rules must not shadow: of Go, of packages, and of generated code.
var taken = strings.Fields(`a c d o runtime gencode slices strings math time json
	v ok key i list broken holds is isNot text sum n there place
	any bool float64 int64 string nil true false len append new make min max int byte rune error cap copy clear close
	delete panic print println recover real imag complex iota`)

// named returns a variable name for a variable of the rule.
func (b *body) named(name string) string {
	name = strings.TrimRight(name, "0123456789")
	plain := !strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII || r == '_' })
	if !plain || !token.IsIdentifier(name) || slices.Contains(taken, name) {
		name = "item"
	}
	return b.fresh(name)
}

// begin starts the steps of a test, or of a value on which everything else depends.
func (b *body) begin() (outer *steps) {
	outer = b.steps
	b.steps = &steps{block: b.block, start: len(*b.block)}
	return outer
}

// end returns the condition that all steps since begin succeeded.
func (b *body) end(outer *steps) *Expr {
	made := b.steps
	b.steps = outer
	if made.flag != "" {
		*made.block = slices.Insert(*made.block, made.start, &Stmt{Op: Declare, Names: []string{made.flag}, Type: basic("bool")})
		made.oks = append(made.oks, not(name(made.flag)))
	}
	return all(made.oks...)
}

// need fails the step unless the condition holds.
func (b *body) need(ok *Expr) {
	switch {
	case ok.is(true):
	case b.block == b.steps.block:
		b.steps.oks = append(b.steps.oks, ok)
	default:
		if b.steps.flag == "" {
			b.steps.flag = b.fresh("broken")
		}
		b.when(not(ok), func() { b.assign(name(b.steps.flag), lit(true)) })
	}
}

// attempt calls a function that returns a value and whether there is one.
func (b *body) attempt(call *Expr) *Expr {
	v, ok := b.fresh("v"), b.fresh("ok")
	b.emit(&Stmt{Op: Define, Names: []string{v, ok}, Values: []*Expr{call}})
	b.need(name(ok))
	return name(v)
}

// store assigns a value to a variable, so that it is computed once.
func (b *body) store(v value, n string) value {
	stored := b.define(n, v.whole())
	if v.code.Op == Literal {
		made := (*b.block)[len(*b.block)-1]
		made.Op, made.Type = Declare, goType(v.t)
	}
	return value{code: stored, t: v.t, pointer: v.t.Kind == model.ObjectExpr}
}

// simple stores a value that is expensive to repeat.
func (b *body) simple(v value) value {
	if v.code.cheap() {
		return v
	}
	return b.store(v, "v")
}
