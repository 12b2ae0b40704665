package golang

import (
	"go/token"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// rulePrinter prints one function of a rule.
//
// An error of CEL is no panic and no early return: a step that can fail gives its value and
// whether there is one, later steps go on with what they got, and the test at the end of the chain
// asks whether all steps had a value. A test that has to come out as something even where it
// cannot be decided comes out as what its context gives it: false where only true counts, true
// under a negation. So && and || of Go do what those of CEL do.
type rulePrinter struct {
	f     *file
	block *[]jen.Code // the statements so far of the block that is being printed
	vars  map[string]*ruleVar
	count map[string]int
	steps *steps
}

// ruleVar is a variable of the rule.
type ruleVar struct {
	value ruleValue
	ok    cond // the variable of cel.bind has a value
	used  bool
}

// ruleValue is a Go expression for a value of CEL. Scalars are bool, int64, float64 and string.
// Lists and maps that are read from the arguments have the Go type of the schema, others are
// slices of scalars, or of pointers to structs. An object is what fields are selected from.
type ruleValue struct {
	code    expr
	t       *model.ExprType
	pointer bool // of an object: the expression is a pointer
	deref   bool // of a list or a map: the expression begins with *
	literal bool // the expression is a constant of Go without a type
}

// steps are the steps of one test that may fail.
type steps struct {
	block *[]jen.Code
	start int
	oks   []cond
	flag  string // a variable that steps within inner blocks set; "" for none
}

func (f *file) newRulePrinter(t *model.Type) *rulePrinter {
	p := &rulePrinter{f: f, block: new([]jen.Code), vars: map[string]*ruleVar{}, count: map[string]int{}}
	self := ruleValue{code: id("a"), t: model.ExprTypeOf(t), pointer: true}
	p.vars["self"] = &ruleVar{value: self}
	return p
}

func (p *rulePrinter) emit(code ...jen.Code) { *p.block = append(*p.block, code...) }

// inner prints into a block of its own.
func (p *rulePrinter) inner(print func()) []jen.Code {
	outer := p.block
	p.block = new([]jen.Code)
	print()
	made := *p.block
	p.block = outer
	return made
}

// fresh is a name for a variable that no other variable of the function has.
func (p *rulePrinter) fresh(name string) string {
	p.count[name]++
	if n := p.count[name]; n > 1 {
		return name + strconv.Itoa(n)
	}
	return name
}

// taken are the names that variables of rules must not hide.
var taken = []string{"a", "c", "d", "o", "runtime", "strings", "math", "time", "json", "v", "ok", "key", "i", "list", "broken", "holds", "is", "isNot", "text", "sum", "n", "there", "place"}

// named is a name for a variable that the rule calls name.
func (p *rulePrinter) named(name string) string {
	name = strings.TrimRight(name, "0123456789")
	plain := !strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII || r == '_' })
	if !plain || !token.IsIdentifier(name) || slices.Contains(taken, name) || builtin(name) {
		name = "item"
	}
	return p.fresh(name)
}

func builtin(name string) bool {
	return slices.Contains([]string{
		"any", "bool", "float64", "int64", "string", "nil", "true", "false", "len", "append", "new", "make", "min", "max", "int", "byte", "rune", "error", "cap", "copy", "clear", "close", "delete", "panic", "print", "println", "recover", "real", "imag", "complex", "iota",
	}, name)
}

// begin starts the steps of a test, or of a value on which all else depends.
func (p *rulePrinter) begin() (outer *steps) {
	outer = p.steps
	p.steps = &steps{block: p.block, start: len(*p.block)}
	return outer
}

// end is the condition that all steps since begin had a value.
func (p *rulePrinter) end(outer *steps) cond {
	made := p.steps
	p.steps = outer
	if made.flag != "" {
		decl := jen.Var().Id(made.flag).Bool()
		*made.block = slices.Insert(*made.block, made.start, jen.Code(decl))
		made.oks = append(made.oks, flagged(made.flag).not())
	}
	return all(made.oks...)
}

// need says that a step has no value unless the condition is true.
func (p *rulePrinter) need(ok cond) {
	if ok.constant == alwaysTrue {
		return
	}
	if p.block == p.steps.block {
		p.steps.oks = append(p.steps.oks, ok)
		return
	}
	if p.steps.flag == "" {
		p.steps.flag = p.fresh("broken")
	}
	broken := jen.Id(p.steps.flag).Op("=").True()
	if ok.constant == alwaysFalse {
		p.emit(broken)
		return
	}
	p.emit(jen.If(ok.no()).Block(broken))
}

// flagged is the condition that a variable of type bool is true.
func flagged(name string) cond {
	return cond{yes: id(name), no: func() *jen.Statement { return jen.Op("!").Id(name) }, flag: name}
}

// attempt calls a function that gives a value and whether there is one.
func (p *rulePrinter) attempt(call *jen.Statement, t *model.ExprType) ruleValue {
	v, ok := p.fresh("v"), p.fresh("ok")
	p.emit(jen.List(jen.Id(v), jen.Id(ok)).Op(":=").Add(call))
	p.need(flagged(ok))
	return ruleValue{code: id(v), t: t}
}

// store puts a value into a variable, so that it is worked out once.
func (p *rulePrinter) store(v ruleValue, name string) ruleValue {
	name = p.fresh(name)
	if v.literal {
		p.emit(jen.Var().Id(name).Add(p.goType(v.t)).Op("=").Add(v.code()))
	} else {
		p.emit(jen.Id(name).Op(":=").Add(p.whole(v)))
	}
	return ruleValue{code: id(name), t: v.t, pointer: v.t.Kind == model.ObjectExpr}
}

// whole is a value as it is stored: objects are stored as pointers.
func (p *rulePrinter) whole(v ruleValue) *jen.Statement {
	if v.t.Kind == model.ObjectExpr && !v.pointer {
		return jen.Op("&").Add(v.code())
	}
	return v.code()
}

// goType is the Go type that values of a type are stored as.
func (p *rulePrinter) goType(t *model.ExprType) *jen.Statement {
	switch t.Kind {
	case model.BoolExpr:
		return jen.Bool()
	case model.IntExpr:
		return jen.Int64()
	case model.DoubleExpr:
		return jen.Float64()
	case model.StringExpr:
		return jen.String()
	case model.TimestampExpr:
		return jen.Qual("time", "Time")
	case model.DurationExpr:
		return jen.Qual("time", "Duration")
	case model.URLExpr:
		return p.f.rt("RuleURL")
	case model.IPExpr:
		return p.f.rt("RuleIP")
	case model.CIDRExpr:
		return p.f.rt("RuleCIDR")
	case model.ObjectExpr:
		return jen.Op("*").Add(p.f.goType(t.Model))
	case model.ListExpr, model.MapExpr:
		if t.Model != nil {
			return p.f.goType(t.Model)
		}
		if t.Kind == model.ListExpr {
			return jen.Index().Add(p.goType(t.Item()))
		}
	}
	p.f.fail("a rule has a value of a type that no Go type stands for")
	return jen.Any()
}

// value prints an expression that must have a value; where it has none, a step has failed.
func (p *rulePrinter) value(e *model.Expr) ruleValue {
	switch e.Op {
	case model.Literal:
		return ruleValue{code: p.literal(e), t: e.Type, literal: true}
	case model.Var:
		return p.variable(e)
	case model.ReadField:
		return p.readField(e)
	case model.ReadKey:
		return p.readKey(e)
	case model.ReadIndex:
		return p.readIndex(e)
	case model.OrValue, model.TakeValue:
		return p.orValue(e)
	case model.HasField, model.HasKey, model.HasValue, model.IsNull, model.And, model.Or, model.All, model.Exists, model.ExistsOne:
		return p.boolValue(e)
	case model.If:
		return p.conditional(e)
	case model.Bind:
		p.bind(e)
		return p.value(e.Args[1])
	case model.MapItems, model.FilterItems, model.List:
		return p.listValue(e)
	case model.Call:
		return p.callValue(e)
	}
	p.f.fail("a rule has an expression that cannot be compiled")
	return ruleValue{code: id("nil"), t: e.Type}
}

// bind gives a variable its value. Where there is none, the steps that read the variable fail.
func (p *rulePrinter) bind(e *model.Expr) {
	outer := p.begin()
	v := p.value(e.Args[0])
	bound := &ruleVar{value: v, used: true, ok: p.end(outer)}
	if e.Args[0].Op != model.Var && e.Args[0].Op != model.ReadField {
		bound.value = p.store(v, p.named(e.Text))
	}
	p.vars[e.Text] = bound
}

func (p *rulePrinter) literal(e *model.Expr) expr {
	switch v := e.Lit.(type) {
	case string:
		return func() *jen.Statement { return text(v) }
	case int64:
		return func() *jen.Statement { return jen.Op(strconv.FormatInt(v, 10)) }
	case float64:
		if v == 0 && math.Signbit(v) { // -0.0 in Go is 0.0
			return func() *jen.Statement { return jen.Qual("math", "Copysign").Call(jen.Lit(0), jen.Lit(-1)) }
		}
		return func() *jen.Statement { return jen.Op(floatText(v)) }
	case bool:
		return func() *jen.Statement { return jen.Lit(v) }
	}
	return id("nil")
}

// floatText is a float64 constant. Typed where Go would take it for an integer.
func floatText(v float64) string {
	s := strconv.FormatFloat(v, 'g', -1, 64)
	if !strings.ContainsAny(s, ".eIN") {
		s += ".0"
	}
	return s
}

// variable reads a variable of the rule.
func (p *rulePrinter) variable(e *model.Expr) ruleValue {
	v := p.vars[e.Text]
	if v == nil {
		p.f.fail("a rule has a variable %s without a value", strconv.Quote(e.Text))
		return ruleValue{code: id("nil"), t: e.Type}
	}
	v.used = true
	if e.Bound != nil {
		p.need(v.ok)
	}
	if !e.Type.Nullable {
		if v.value.t.Kind != model.ListExpr && v.value.t.Kind != model.MapExpr && v.value.t.Kind != model.ObjectExpr && v.value.t.Model != nil {
			return p.scalar(v.value.code, v.value.t)
		}
		return v.value
	}
	// The item is a pointer.
	place := v.value.code
	if !e.Guarded {
		place = p.attempt(p.f.rt("RulePlace").Call(place()), e.Type).code
	}
	return p.atPlace(place, e.Type)
}

// atPlace is the value that a pointer points to.
func (p *rulePrinter) atPlace(place expr, t *model.ExprType) ruleValue {
	if t.Kind == model.ObjectExpr {
		return ruleValue{code: place, t: t, pointer: true}
	}
	made := p.scalar(func() *jen.Statement { return jen.Op("*").Add(place()) }, t)
	made.deref = t.Kind == model.ListExpr || t.Kind == model.MapExpr
	return made
}

// scalar converts a value of the Go type that the schema has to that which rules compute with.
func (p *rulePrinter) scalar(read expr, t *model.ExprType) ruleValue {
	m := t.Model
	made := ruleValue{code: read, t: t}
	if m == nil {
		return made
	}
	convert := func(to *jen.Statement) expr {
		return func() *jen.Statement { return to.Clone().Call(read()) }
	}
	plain := &model.ExprType{Kind: t.Kind}
	switch t.Kind {
	case model.BoolExpr:
		if m.Name != "" {
			made.code = convert(jen.Bool())
		}
	case model.StringExpr:
		if m.Name != "" {
			made.code = convert(jen.String())
		}
	case model.IntExpr:
		switch {
		case m.Kind == model.Number:
			return p.attempt(p.f.rt("RuleInteger").Call(p.basicNumber(m, read)), plain)
		case m.BeyondInt64():
			return p.attempt(p.f.rt("RuleUint").Call(jen.Uint64().Call(read())), plain)
		case m.Narrow() || m.Unsigned || m.Name != "":
			made.code = convert(jen.Int64())
		}
	case model.DoubleExpr:
		switch {
		case m.Kind == model.Number:
			return p.attempt(p.f.rt("RuleNumber").Call(p.basicNumber(m, read)), plain)
		case m.Bits == 32 || m.Name != "":
			made.code = convert(jen.Float64())
		}
	default:
		return made // lists, maps and objects stay what they are
	}
	made.t = plain
	return made
}

func (p *rulePrinter) basicNumber(m *model.Type, read expr) *jen.Statement {
	if m.Name == "" {
		return read()
	}
	return jen.Qual("encoding/json", "Number").Call(read())
}

// conditional prints a choice between two values.
func (p *rulePrinter) conditional(e *model.Expr) ruleValue {
	if e.Type.Kind == model.BoolExpr {
		return p.boolValue(e)
	}
	test := p.decided(e.Args[0])
	name := p.fresh("v")
	made := ruleValue{code: id(name), t: storedType(e.Type), pointer: true}
	p.emit(jen.Var().Id(name).Add(p.goType(made.t)))
	branch := func(e *model.Expr) []jen.Code {
		return p.inner(func() { p.emit(jen.Id(name).Op("=").Add(p.fit(p.value(e), made.t))) })
	}
	p.emit(jen.If(condition(test)).Block(branch(e.Args[1])...).Else().Block(branch(e.Args[2])...))
	return made
}

// storedType is the type of a variable for values of a type: scalars are those of Go.
func storedType(t *model.ExprType) *model.ExprType {
	switch t.Kind {
	case model.ListExpr, model.MapExpr, model.ObjectExpr:
		return &model.ExprType{Kind: t.Kind, Elem: t.Elem, Model: t.Model}
	}
	return &model.ExprType{Kind: t.Kind}
}

// fit is a value as an expression of the Go type that values of t are stored as.
func (p *rulePrinter) fit(v ruleValue, t *model.ExprType) *jen.Statement {
	if t.Kind == model.ListExpr && t.Model == nil && v.t.Model != nil {
		v = p.canonical(v)
	}
	return p.whole(v)
}
