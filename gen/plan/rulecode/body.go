package rulecode

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/gen/model"
)

// body is the function being generated.
type body struct {
	block *[]ast.Stmt    // statements of the innermost block
	count map[string]int // uses of each name
	steps *steps
	names Names
}

// steps are the steps of a test that may fail.
type steps struct {
	block *[]ast.Stmt
	start int
	oks   []ast.Expr
	flag  string // variable set by steps in inner blocks, or ""
}

// literal is a constant of the rule.
func (b *body) literal(v any) ast.Expr {
	if s, ok := v.(string); ok {
		return &ast.BasicLit{Kind: token.STRING, Value: b.names.Text(s)}
	}
	return lit(v)
}

func (b *body) emit(code ...ast.Stmt) { *b.block = append(*b.block, code...) }

// inner generates a nested block.
func (b *body) inner(code func()) []ast.Stmt {
	outer := b.block
	b.block = new([]ast.Stmt)
	code()
	made := *b.block
	b.block = outer
	return made
}

// define introduces a variable with a value, declare one with a type, and the zero value without another.
func (b *body) define(hint string, v ast.Expr) ast.Expr {
	n := b.fresh(hint)
	b.emit(set(token.DEFINE, []ast.Expr{name(n)}, v))
	return name(n)
}

func (b *body) declare(hint string, t ast.Expr, values ...ast.Expr) ast.Expr {
	n := b.fresh(hint)
	b.emit(variable(n, t, values...))
	return name(n)
}

func (b *body) assign(to, v ast.Expr) { b.emit(set(token.ASSIGN, []ast.Expr{to}, v)) }

func (b *body) increment(count ast.Expr) { b.emit(&ast.IncDecStmt{X: count, Tok: token.INC}) }

// when generates a block under a condition.
func (b *body) when(test ast.Expr, code func()) {
	switch {
	case is(test, true):
		code()
	case !is(test, false):
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
func (b *body) end(outer *steps) ast.Expr {
	made := b.steps
	b.steps = outer
	if made.flag != "" {
		*made.block = slices.Insert(*made.block, made.start, variable(made.flag, name("bool")))
		made.oks = append(made.oks, not(name(made.flag)))
	}
	return all(made.oks...)
}

// need fails the step unless the condition holds.
func (b *body) need(ok ast.Expr) {
	switch {
	case is(ok, true):
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
func (b *body) attempt(call ast.Expr) ast.Expr {
	v, ok := name(b.fresh("v")), name(b.fresh("ok"))
	b.emit(set(token.DEFINE, []ast.Expr{v, ok}, call))
	b.need(ok)
	return v
}

// store assigns a value to a variable, so that it is computed once.
func (b *body) store(v value, n string) value {
	made := value{t: v.t, pointer: v.t.Kind == model.ObjectExpr}
	if isConstant(v.code) {
		made.code = b.declare(n, b.goType(v.t), v.code)
	} else {
		made.code = b.define(n, v.whole())
	}
	return made
}

// simple stores a value that is expensive to repeat.
func (b *body) simple(v value) value {
	if cheap(v.code) {
		return v
	}
	return b.store(v, "v")
}
