package model

import (
	"iter"
	"slices"
)

// RuleCode is a parsed and type-checked rule, the input of the printer.
type RuleCode struct {
	// Cond is the rule: a bool, or a string that is empty on success.
	Cond *Expr
	// Text is the messageExpression, or nil.
	Text *Expr
	// Reads are the fields that the rule and its message read, relative to the annotated node, in source order:
	// "Lines[].DebitAmount".
	Reads []string
	// Field is the field to report, relative to the annotated node; "" is the node itself.
	Field string
	// Keys are the declared keys of the annotated object that the rule reads. All means that it reads the node
	// as a whole.
	Keys []string
	All  bool
	// TextKeys and TextAll are the same for the message, which is omitted if they are invalid.
	TextKeys []string
	TextAll  bool
}

// Op is the operation of an expression.
type Op uint8

const (
	// Literal is the value in Lit.
	Literal Op = iota
	// Var is self or the variable of an enclosing macro, Text.
	Var
	// ReadField is the value of Field of the object Args[0]; an error if absent or null.
	ReadField
	// HasField reports whether Field of the object Args[0] is present and not null.
	HasField
	// ReadKey is the value of key Args[1] of the map Args[0]; an error if absent.
	ReadKey
	// HasKey reports whether the map Args[0] has the key Args[1].
	HasKey
	// IsNull reports whether the variable Args[0] is null.
	IsNull
	// ReadIndex is item Args[1] of the list Args[0]; an error if out of range.
	ReadIndex
	// MaybeField is ReadField as an optional.
	MaybeField
	// MaybeKey is ReadKey as an optional.
	MaybeKey
	// MaybeIndex is ReadIndex as an optional.
	MaybeIndex
	// Some is Args[0] as an optional.
	Some
	// None is the empty optional.
	None
	// OrOptional is the optional Args[0] if it has a value, else the optional Args[1].
	OrOptional
	// OrValue is the value of the optional Args[0], else Args[1].
	OrValue
	// HasValue reports whether the optional Args[0] has a value.
	HasValue
	// TakeValue is the value of the optional Args[0]; an error if it has none.
	TakeValue
	// And is false if one side is false, even if the other is an error.
	And
	// Or is true if one side is true, even if the other is an error.
	Or
	// If is Args[1] if Args[0] is true, else Args[2].
	If
	// All evaluates Args[1] for each item of Args[0] (for a map, each key), bound to the name Text. One false
	// item decides, even if others are errors.
	All
	// Exists is like All, but one true item decides.
	Exists
	// ExistsOne is true if exactly one item satisfies the test.
	ExistsOne
	// MapItems is the list of Args[1] for the items of Args[0], filtered by Args[2] if present.
	MapItems
	// FilterItems is the list of items of Args[0] that satisfy Args[1].
	FilterItems
	// Bind is Args[1] with Args[0] bound to Text.
	Bind
	// List is the list of Args.
	List
	// Call is a function call: Text is an operator as spelled in CEL ("+", "<", "!", "in", "neg") or a function
	// name ("size", "math.abs").
	Call
)

// Expr is a node of a rule.
type Expr struct {
	Op     Op
	Type   *ExprType
	Args   []*Expr
	Text   string // Var, macros and Bind: the variable; Call: the function
	Field  *Field // ReadField, HasField, MaybeField
	Lit    any    // Literal: bool, int64, float64 or string
	Offset int    // position in the source, in runes
	// Guarded: the value is certainly present where this node reads it.
	Guarded bool
	// Bound is the expression of cel.bind for this variable, nil for other variables. If it has no value,
	// reading the variable fails; a rule may succeed without reading it.
	Bound *Expr
	// Sure: the expression of cel.bind cannot fail. It is cached, because recomputing it would take exponential
	// time in nested bindings.
	Sure bool
}

// All iterates over the expression and its subexpressions, outer ones first.
func (e *Expr) All() iter.Seq[*Expr] {
	return func(yield func(*Expr) bool) { e.visit(yield) }
}

func (e *Expr) visit(yield func(*Expr) bool) bool {
	return yield(e) && !slices.ContainsFunc(e.Args, func(arg *Expr) bool { return !arg.visit(yield) })
}

// ExprKind is the kind of an expression's value.
type ExprKind uint8

// The types of expressions.
const (
	BoolExpr ExprKind = iota
	IntExpr
	DoubleExpr
	StringExpr
	ObjectExpr
	ListExpr
	MapExpr
	OptionalExpr
	TimestampExpr
	DurationExpr
	URLExpr
	IPExpr
	CIDRExpr
	// AnyExpr is a value of unknown type, which only supports presence tests.
	AnyExpr
)

// ExprType is the type of an expression.
type ExprType struct {
	Kind ExprKind
	// Elem is the type of list items, map values or an optional's value; see Item.
	Elem *ExprType
	// Model is the type of a value read from the arguments, which determines its Go shape; nil for computed
	// values.
	Model *Type
	// Nullable: the value may be null, as an item of a list or a value of a map.
	Nullable bool
}

// ExprTypeOf returns the type of non-null values of t.
func ExprTypeOf(t *Type) *ExprType {
	of := &ExprType{Kind: AnyExpr, Model: t}
	if t.Never || t.GoType != "" {
		return of
	}
	switch t.Kind {
	case Bool:
		of.Kind = BoolExpr
	case Int:
		of.Kind = IntExpr
	case Float:
		of.Kind = DoubleExpr
	case Number:
		of.Kind = DoubleExpr
		if t.Accepts&JSONNumber == 0 {
			of.Kind = IntExpr
		}
	case String:
		of.Kind = StringExpr
	case Slice:
		of.Kind = ListExpr
	case Map:
		of.Kind = MapExpr
	case Struct:
		of.Kind = ObjectExpr
	}
	return of
}

// Item returns the type of list items, map values or an optional's value.
func (t *ExprType) Item() *ExprType {
	if t.Elem != nil || t.Model == nil {
		return t.Elem
	}
	item := t.Model.Element()
	if t.Kind == MapExpr {
		item = t.Model.Values()
	}
	if item == nil {
		return &ExprType{Kind: AnyExpr}
	}
	of := ExprTypeOf(item)
	of.Nullable = item.Nullable()
	return of
}
