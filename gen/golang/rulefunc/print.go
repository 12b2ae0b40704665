// Package rulefunc prints compiled rules as Go functions. Its only decision is where Go needs parentheses.
package rulefunc

import (
	"math"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan/rulecode"
)

// Names provides names of the generated package.
type Names interface {
	// Runtime prints a name of the runtime.
	Runtime(name string) *jen.Statement
	// Type prints the Go type of a schema.
	Type(t *model.Type) *jen.Statement
	// Field returns the name of a struct field.
	Field(name string) string
	// Pattern prints the variable of a compiled pattern in RE2 syntax.
	Pattern(source string) *jen.Statement
	// Text prints a string literal.
	Text(s string) *jen.Statement
}

// Body prints the statements of a function.
func Body(names Names, list []*rulecode.Stmt) []jen.Code {
	p := printer{names}
	return p.block(list)
}

type printer struct{ Names }

func (p printer) block(list []*rulecode.Stmt) []jen.Code {
	out := make([]jen.Code, len(list))
	for i, s := range list {
		out[i] = p.stmt(s)
	}
	return out
}

func (p printer) stmt(s *rulecode.Stmt) *jen.Statement {
	values := p.list(s.Values)
	switch s.Op {
	case rulecode.Define:
		return ids(s.Names).Op(":=").Add(values)
	case rulecode.Declare:
		decl := jen.Var().Add(ids(s.Names)).Add(p.goType(s.Type))
		if len(s.Values) > 0 {
			decl.Op("=").Add(values)
		}
		return decl
	case rulecode.Assign:
		return ids(s.Names).Op("=").Add(values)
	case rulecode.Do:
		return values
	case rulecode.Increment:
		return ids(s.Names).Op("++")
	case rulecode.If:
		head := []jen.Code{values}
		if s.Init != nil {
			head = []jen.Code{p.stmt(s.Init), values}
		}
		made := jen.If(head...).Block(p.block(s.Body)...)
		if len(s.Else) > 0 {
			made.Else().Block(p.block(s.Else)...)
		}
		return made
	case rulecode.Range:
		return p.loop(s, values)
	case rulecode.Break:
		return jen.Break()
	case rulecode.Return:
		return jen.Return(values)
	}
	panic("rulefunc: unknown statement")
}

func ids(names []string) *jen.Statement {
	list := make([]jen.Code, len(names))
	for i, name := range names {
		list[i] = jen.Id(name)
	}
	return jen.List(list...)
}

func (p printer) loop(s *rulecode.Stmt, over *jen.Statement) *jen.Statement {
	body := p.block(s.Body)
	switch len(s.Names) {
	case 0:
		return jen.For(jen.Range().Add(over)).Block(body...)
	case 1:
		return jen.For(jen.List(jen.Id("_"), jen.Id(s.Names[0])).Op(":=").Range().Add(over)).Block(body...)
	}
	index := jen.Id(s.Names[0])
	place := jen.Id(s.Names[1]).Op(":=").Op("&").Add(p.expr(s.Values[0], primary)).Index(index)
	return jen.For(jen.Add(index).Op(":=").Range().Add(over)).Block(append([]jen.Code{place}, body...)...)
}

// Operator precedence, in the order of the Go specification.
const (
	lowest  = 1
	compare = 3
	unary   = 6
	primary = 7
)

var precedence = map[string]int{"||": 1, "&&": 2, "+": 4, "-": 4, "|": 4, "^": 4, "*": 5, "/": 5, "&": 5}

// expr prints an expression, in parentheses if its precedence is below least.
func (p printer) expr(e *rulecode.Expr, least int) *jen.Statement {
	code, own := p.code(e)
	if own < least {
		return jen.Parens(code)
	}
	return code
}

// code prints an expression and returns its precedence.
func (p printer) code(e *rulecode.Expr) (code *jen.Statement, own int) {
	switch e.Op {
	case rulecode.Name:
		return jen.Id(e.Text), primary
	case rulecode.Literal:
		return p.literal(e.Lit)
	case rulecode.Field:
		return p.expr(e.Args[0], primary).Dot(p.Names.Field(e.Text)), primary
	case rulecode.Call:
		return p.qualified(e.Text).Call(p.list(e.Args)), primary
	case rulecode.Method:
		return p.expr(e.Args[0], primary).Dot(e.Text).Call(p.list(e.Args[1:])), primary
	case rulecode.Index:
		return p.expr(e.Args[0], primary).Index(p.expr(e.Args[1], lowest)), primary
	case rulecode.Convert:
		return p.goType(e.Type).Call(p.list(e.Args)), primary
	case rulecode.Composite:
		return p.goType(e.Type).Values(p.list(e.Args)), primary
	case rulecode.Pattern:
		return p.Pattern(e.Text), primary
	case rulecode.Unary:
		least := unary
		if e.Text == "-" || e.Text == "^" {
			least = primary // --x is not an expression
		}
		return jen.Op(e.Text).Add(p.expr(e.Args[0], least)), unary
	}
	own, left := precedence[e.Text], precedence[e.Text]
	if own == 0 {
		own, left = compare, compare+1 // for readability
	}
	return jen.Add(p.expr(e.Args[0], left)).Op(e.Text).Add(p.expr(e.Args[1], own+1)), own
}

func (p printer) list(args []*rulecode.Expr) *jen.Statement {
	out := make([]jen.Code, len(args))
	for i, arg := range args {
		out[i] = p.expr(arg, lowest)
	}
	return jen.List(out...)
}

func (p printer) literal(v any) (code *jen.Statement, own int) {
	text := ""
	switch v := v.(type) {
	case nil:
		return jen.Nil(), primary
	case string:
		return p.Text(v), primary
	case bool:
		return jen.Lit(v), primary
	case int:
		text = strconv.Itoa(v)
	case int64:
		text = strconv.FormatInt(v, 10)
	case float64:
		if v == 0 && math.Signbit(v) { // -0.0 in Go is 0.0
			return jen.Qual("math", "Copysign").Call(jen.Lit(0), jen.Lit(-1)), primary
		}
		text = strconv.FormatFloat(v, 'g', -1, 64)
		if !strings.ContainsAny(text, ".eIN") {
			text += ".0" // otherwise an integer in Go
		}
	}
	own = primary
	if text[0] == '-' {
		own = unary
	}
	return jen.Op(text), own
}

// qualified prints a name with its package.
func (p printer) qualified(name string) *jen.Statement {
	dot := strings.LastIndexByte(name, '.')
	switch {
	case dot < 0:
		return jen.Id(name)
	case name[:dot] == "gencode":
		return p.Runtime(name[dot+1:])
	}
	return jen.Qual(name[:dot], name[dot+1:])
}

func (p printer) goType(t *rulecode.Type) *jen.Statement {
	switch {
	case t.Model != nil:
		return p.Type(t.Model)
	case t.Elem != nil:
		return jen.Op(t.Prefix).Add(p.goType(t.Elem))
	}
	return p.qualified(t.Name)
}
