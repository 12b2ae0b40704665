package rulecode

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// Op is the operation of an expression.
type Op uint8

const (
	// Name is the variable Text.
	Name Op = iota
	// Literal is the constant Lit: nil, bool, int, int64, float64 or string.
	Literal
	// Field is the field Text of Args[0].
	Field
	// Call calls the function Text: "len", or with its package: "strings.Contains".
	Call
	// Method calls the method Text of Args[0] with the other Args.
	Method
	// Index is Args[0][Args[1]].
	Index
	// Unary is the operator Text before Args[0]: ! - ^ * &.
	Unary
	// Binary is the operator Text between Args[0] and Args[1].
	Binary
	// Convert is Args[0] as a Type.
	Convert
	// Composite is a Type{Args…}.
	Composite
	// Pattern is the compiled pattern Text, in the syntax of package regexp.
	Pattern
)

// Expr is an immutable expression, so statements may share it.
type Expr struct {
	Op   Op
	Text string
	Args []*Expr
	Type *Type
	Lit  any
	// Unordered means that the comparison is false for NaN, so the opposite operator is not its negation.
	Unordered bool
}

// Type is a Go type: a name, a type of the model, or a composite of Elem.
type Type struct {
	Name   string // "int64", or with its package: "time.Time"
	Model  *model.Type
	Prefix string // "*", "[]" or "[...]" of Elem
	Elem   *Type
}

// Stmt is a statement.
type Stmt struct {
	Op     StmtOp
	Names  []string
	Type   *Type // of Declare
	Values []*Expr
	Init   *Stmt // the Define within an If, or nil
	// Body is the block of an If or Range, Else that of an If.
	Body, Else []*Stmt
}

// StmtOp is the kind of a statement.
type StmtOp uint8

const (
	// Define is Names := Values.
	Define StmtOp = iota
	// Declare is var Names Type, with Values if there are any.
	Declare
	// Assign is Names = Values.
	Assign
	// Do is the call Values[0], whose result is ignored.
	Do
	// Increment is Names[0]++.
	Increment
	// If is if Init; Values[0] { Body } else { Else }.
	If
	// Range iterates over Values[0]. Names are none, the item, or an index and a pointer to the item.
	Range
	// Break leaves a loop.
	Break
	// Return ends the function.
	Return
)

func name(s string) *Expr { return &Expr{Op: Name, Text: s} }
func lit(v any) *Expr     { return &Expr{Op: Literal, Lit: v} }

func call(function string, args ...*Expr) *Expr {
	return &Expr{Op: Call, Text: function, Args: args}
}

func method(on *Expr, name string, args ...*Expr) *Expr {
	return &Expr{Op: Method, Text: name, Args: append([]*Expr{on}, args...)}
}

func index(list, at *Expr) *Expr { return &Expr{Op: Index, Args: []*Expr{list, at}} }

func unary(op string, x *Expr) *Expr { return &Expr{Op: Unary, Text: op, Args: []*Expr{x}} }

func binary(left *Expr, op string, right *Expr) *Expr {
	return &Expr{Op: Binary, Text: op, Args: []*Expr{left, right}}
}

func convert(to string, x *Expr) *Expr { return &Expr{Op: Convert, Type: basic(to), Args: []*Expr{x}} }

func basic(name string) *Type { return &Type{Name: name} }

// String returns a canonical form: equal only for equal expressions.
func (e *Expr) String() string {
	args := make([]string, len(e.Args))
	for i, arg := range e.Args {
		args[i] = arg.String()
	}
	return fmt.Sprintf("%d%q%#v%t(%s)", e.Op, e.Text, e.Lit, e.Unordered, strings.Join(args, ","))
}

// is reports whether an expression is this constant.
func (e *Expr) is(v any) bool { return e.Op == Literal && e.Lit == v }

// cheap reports whether an expression may be repeated.
func (e *Expr) cheap() bool {
	switch e.Op {
	case Name, Literal:
		return true
	case Field:
		return e.Args[0].Op == Name
	case Unary, Convert:
		return e.Args[0].cheap()
	}
	return false
}
