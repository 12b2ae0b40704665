package model

import (
	"iter"
	"slices"
)

// RuleCode is a rule after parsing and type checking: what the printer compiles to Go.
type RuleCode struct {
	// Cond is the rule: a bool, or a string whose emptiness means success.
	Cond *Expr
	// Text is the messageExpression, nil for none.
	Text *Expr
	// Reads are all fields that the rule and its message look at, relative to the annotated node, in
	// the order of the expression: "Lines[].DebitAmount".
	Reads []string
	// Field is the field to look at, relative to the annotated node; "" is the node itself.
	Field string
	// Keys are the declared keys of the annotated object that the rule itself reads. Where All is
	// set, it looks at the node as a whole.
	Keys []string
	All  bool
	// TextKeys and TextAll are the same of the message, which is left out where they are not sound.
	TextKeys []string
	TextAll  bool
}

// Op is what an expression does.
type Op uint8

const (
	// Literal is the value in Lit.
	Literal Op = iota
	// Var is self or the variable of an enclosing macro, Text.
	Var
	// ReadField is the value of Field of the object Args[0]; an error where it is absent or null.
	ReadField
	// HasField says whether Field of the object Args[0] is there and not null.
	HasField
	// ReadKey is the value under the key Args[1] of the map Args[0]; an error where there is none.
	ReadKey
	// HasKey says whether the map Args[0] has the key Args[1].
	HasKey
	// IsNull says whether the variable Args[0] is null.
	IsNull
	// ReadIndex is the item Args[1] of the list Args[0]; an error beyond its ends.
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
	// OrOptional is the optional Args[0] where it has a value, else the optional Args[1].
	OrOptional
	// OrValue is the value of the optional Args[0], else Args[1].
	OrValue
	// HasValue says whether the optional Args[0] has a value.
	HasValue
	// TakeValue is the value of the optional Args[0]; an error where it has none.
	TakeValue
	// And is decided as soon as one side is false, even where the other side is an error.
	And
	// Or is decided as soon as one side is true, even where the other side is an error.
	Or
	// If is Args[1] where Args[0] is true, else Args[2].
	If
	// All runs the test Args[1] on each item of Args[0], bound to the name Text; on a map, on its keys.
	// It decides as soon as one item does, even where others are errors.
	All
	// Exists is like All, but one item is enough.
	Exists
	// ExistsOne is true where exactly one item passes the test.
	ExistsOne
	// MapItems is the list of Args[1] for the items of Args[0]; only those that pass Args[2], where
	// there is one.
	MapItems
	// FilterItems is the list of those items of Args[0] that pass Args[1].
	FilterItems
	// Bind is Args[1] with Args[0] as Text.
	Bind
	// List is the list of Args.
	List
	// Call is the function Text of Args: an operator as CEL spells it ("+", "<", "!", "in", "neg"),
	// or the function's name ("size", "math.abs").
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
	Offset int    // where it stands in the source, in runes
	// Guarded says that a value is certainly there where this node reads it.
	Guarded bool
	// Bound is what cel.bind gave the variable, nil for other variables. Where that has no value, it
	// is the variable that has none: a rule may still go on without reading it.
	Bound *Expr
	// Sure says of what cel.bind gives a variable that it cannot fail. It is kept here since variables
	// that read others twice would double the work of finding it out each time.
	Sure bool
}

// All are the expression and all that it is made of, outer ones first.
func (e *Expr) All() iter.Seq[*Expr] {
	return func(yield func(*Expr) bool) { e.visit(yield) }
}

func (e *Expr) visit(yield func(*Expr) bool) bool {
	return yield(e) && !slices.ContainsFunc(e.Args, func(arg *Expr) bool { return !arg.visit(yield) })
}

// ExprKind is the kind of value that an expression gives.
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
	// AnyExpr is a value of no known type: its presence can be asked for, nothing else.
	AnyExpr
)

// ExprType is the type of an expression.
type ExprType struct {
	Kind ExprKind
	// Elem is the type of a list's items, of a map's values, of an optional's value; see Item.
	Elem *ExprType
	// Model is the type whose Go shape the value has where it is read from the arguments; nil for a
	// value that the rule computes.
	Model *Type
	// Nullable says that the value may be null: an item of a list, a value of a map.
	Nullable bool
}

// ExprTypeOf is the type of values of t that are not null.
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

// Item is the type of a list's items, of a map's values, of an optional's value.
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
