package model

import (
	"math/big"
	"slices"
)

// Package is everything that one generated Go package holds.
type Package struct {
	Name    string   // the Go package's name
	Sources []string // names of the sources, for the header of generated files
	Tools   []*Tool  // in source order
}

// Tool is one tool: what it is called, what it takes and what it gives.
type Tool struct {
	Name        string // the name that models call it by
	Title       string
	Description string
	Pos         Pos
	Source      string // the source it came from, as it goes into the file header

	GoName string // the tool variable: CreatePayment, or FooTool for a bare schema
	File   string // base name of its generated file, without directory

	Args   *Type // the arguments; always named
	Result *Type // the result; nil where no output schema is known

	InputSchema  string // compact JSON as advertised to models
	FullSchema   string // the same with what models are not shown, marked as such; "" where there is nothing
	OutputSchema string // compact JSON, "" where there is none
	Annotations  Annotations

	// Types are all named types of the tool, Args first, each before those it refers to, Result's last.
	Types []*Type
	// ResultTypes are the named types that belong to the result: shape only, never validated.
	ResultTypes []*Type
	// Secret says which of the arguments are sensitive; nil where none is.
	Secret *Secret

	// Rules are all rules of the arguments, in the order of the types that they hang on.
	Rules []Rule

	// Write says that the tool changes something; WriteKnown, that somebody said whether it does.
	Write, WriteKnown bool
	Confirm           Confirm
	Approval          *Approval // nil: nobody has to approve
	// Unchecked is why the owner accepts that a write is not protected, "" where nobody has said so.
	Unchecked string
	// BlankIsMissing says that blank text and null count as absent.
	BlankIsMissing bool
	Remedies       []Remedy
	// Known says which values of fields must have been in the results of a conversation.
	Known []Known
	// Verify names the tool that tells whether a write went through; nil where nothing is said.
	Verify *Remedy
	// Retry says whether a failed call may be sent again: "after" a wait, "never", or "" where nothing is said.
	Retry string
	// Advice are sentences that say each rule, for descriptions and reports.
	Advice []string
}

// Annotations are the hints of MCP's ToolAnnotations; nil means not said.
type Annotations struct {
	ReadOnly, Destructive, Idempotent, OpenWorld *bool
}

// Kind is the Go shape of a type's values.
type Kind uint8

// The kinds of Go types.
const (
	Any    Kind = iota // any: nil, bool, json.Number, string, []any, map[string]any
	Bool               // bool
	Int                // int64, or as Bits and Unsigned say
	Float              // float64, or float32 where Bits is 32
	Number             // json.Number: the text of the number is kept
	String             // string; a named string type with constants where Consts is set
	Slice              // []T of Items
	Map                // map[string]T of Additional, no declared fields
	Struct             // a Go struct of Fields
	Union              // a struct around a sealed interface, see Union
)

// JSONTypes is a set of the types of JSON Schema.
type JSONTypes uint8

// The JSON types.
const (
	JSONNull JSONTypes = 1 << iota
	JSONBoolean
	JSONInteger // a number with zero fraction
	JSONNumber  // any number; implies JSONInteger
	JSONString
	JSONArray
	JSONObject

	JSONAll = JSONNull | JSONBoolean | JSONInteger | JSONNumber | JSONString | JSONArray | JSONObject
)

// Type is one schema after lowering: the Go shape of its values and every constraint on them.
//
// The same Type serves as the static type of a Go field and, within Choice, Not, Conditional and
// the like, as a schema that a value of some other static type is held against.
type Type struct {
	Kind Kind
	Name string // exported Go name of a named type, else ""
	// Same is the type whose Go declaration this one uses, nil for one of its own: null is a value of this
	// one, and nothing else tells them apart.
	Same    *Type
	Doc     []string
	Title   string
	Pos     Pos
	Pointer string
	// Deprecated says that the schema calls the value so.
	Deprecated bool

	// Accepts is the set of JSON types that the schema allows. JSONNull in it makes a type of
	// Kind other than Any nullable: a pointer, or runtime.Nullable where it is optional too.
	Accepts JSONTypes
	// Declared is what the type keyword says, in source order ("string", "null"); nil where
	// there is no type keyword (then a wrong JSON type violates Implied, or nothing).
	Declared []string
	// Implied is "enum" or "const" where one of these, and no type keyword, limits Accepts.
	Implied string

	Bits     int  // Int: 8, 16, 32 or 64; Float: 32 or 64; 0 is 64
	Unsigned bool // Int only

	Fields     []*Field     // declared properties, in source order
	Patterns   []PatternSet // patternProperties with the additionalProperties beside them
	Additional *Type        // of keys no property names: nil says nothing; IsNever means closed
	Closed     bool         // Additional is false: unknown keys are faults
	ClosedBy   string       // the keyword that they violate; "" is additionalProperties
	// KeepUnknown says that unknown keys are kept in an AdditionalProperties map.
	KeepUnknown bool

	Prefix []*Type // prefixItems
	// Each is the Go shape of all items where there are Prefix and their types have one; nil is any.
	Each  *Type
	Items *Type // of the items after Prefix: nil says nothing

	Consts []EnumConst // constants of a named string type, in source order
	Union  *UnionInfo  // Kind Union only

	// Constraints on the value as a whole, in source order: bounds, lengths, pattern, format,
	// enum, const, uniqueItems, and the applicators that no static type expresses.
	Constraints []Constraint

	// Rules are the CEL rules whose self is the value, in source order.
	Rules []Rule
	// Blank says of an object that blank text and null count as absent members: for required, for
	// the sugar of the rules (FieldGroup, FieldPairs) and for has in rules.
	Blank bool
	// Sensitive values are never shown. Injected ones are filled by the server, and hidden from
	// what models see. Question is how a user is asked for the value.
	Sensitive, Injected bool
	Question            string
	// Masked says of a struct which issues show no value.
	Masked   Masked
	Remedies []Remedy // with empty Field and, where nothing is said, empty Fills
	Known    []Known  // with empty Field where it is that of the value

	Default *Value
	Unsound bool // Default breaks its own schema
	// Never is the false schema: nothing is valid. NeverKeyword is the keyword that an issue names: the
	// one that holds the false schema, as draft 2020-12 calls it, or what contradicts itself.
	Never        bool
	NeverKeyword string
	// GoType replaces the Go type of the value (x-go-type), with its import path.
	GoType, GoImport string
}

// ImpliedValues are the values of the keyword that Implied names, of which a value of another JSON type
// is told; none where it is no list of values.
func (t *Type) ImpliedValues() []Value {
	for _, c := range t.Constraints {
		if enum, ok := c.(Enum); ok && enum.Word == t.Implied {
			return enum.Values
		}
	}
	return nil
}

// Masked says which members of an object have values that are never shown, be they theirs or within
// them. What an object within hides by itself is left to that.
type Masked struct {
	Fields []int    // indexes of declared properties
	Rest   bool     // the values under other keys
	Words  []string // the keys that schemas declare below these members: no others may be shown
}

// Nullable reports whether null is a value of the type and its Go shape needs a pointer for it.
func (t *Type) Nullable() bool { return t.Accepts&JSONNull != 0 && t.Kind != Any }

// Narrow reports whether the Go number of the type has fewer than 64 bits.
func (t *Type) Narrow() bool { return t.Bits != 0 && t.Bits < 64 }

// BeyondInt64 reports whether the Go integer of the type has values that an int64 does not hold.
func (t *Type) BeyondInt64() bool { return t.Unsigned && !t.Narrow() }

// IntRange is the smallest and the largest value of the Go integer of the type.
func (t *Type) IntRange() (least, greatest *big.Int) {
	if t.Narrow() {
		return IntRange(t.Bits, t.Unsigned)
	}
	return IntRange(64, t.Unsigned)
}

// IntRange is the smallest and the largest integer of some bits.
func IntRange(bits int, unsigned bool) (least, greatest *big.Int) {
	one := big.NewInt(1)
	if unsigned {
		return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one)
	}
	half := new(big.Int).Lsh(one, uint(bits-1))
	return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
}

// Declaration is the type whose Go declaration a type uses.
func (t *Type) Declaration() *Type {
	if t.Same != nil {
		return t.Same
	}
	return t
}

// ClosedKeyword is the keyword that an unknown key violates where no schema allows it; by is what the
// false schema for such keys says of itself.
func ClosedKeyword(by string) string {
	if by == "unevaluatedProperties" {
		return by
	}
	return "additionalProperties"
}

// Form is how a field holds its value: the three states absent, null and value.
type Form uint8

const (
	// ValueForm is T: required; or an optional slice or map, where nil is absent.
	ValueForm Form = iota
	// PointerForm is *T: nil is absent (optional) or null (required and nullable).
	PointerForm
	// NullableForm is runtime.Nullable[T]: optional and nullable.
	NullableForm
)

// Said is what a schema says of a value without limiting it. Where a reference leads to a shared
// definition, what stands beside the reference goes first, and holds for that place alone: a Type,
// which all places share, has only what the definition itself says.
type Said struct {
	Doc     []string
	Title   string
	Default *Value
	// Unsound says that Default breaks its own schema.
	Unsound bool
}

// Field is one declared property of a struct.
type Field struct {
	Key  string // the JSON key
	Name string // the Go field name
	Said
	Required bool
	Form     Form
	// Apart says that a NullableForm keeps its value behind a pointer: runtime.NullablePointer[T].
	Apart bool
	Type  *Type
	Pos   Pos
	// Getter is the name of the getter method, "" for none (required fields have none).
	Getter string
	// Deprecated says that the schema of the property, or what it refers to, calls it so.
	Deprecated bool
	// Hoisted says that no properties keyword declares the key: required names it, or a branch
	// (anyOf, if, dependentSchemas, …) does.
	Hoisted bool
}

// PatternSet is one patternProperties with the additionalProperties of the same schema object:
// Additional applies to keys that neither Keys nor a pattern covers.
type PatternSet struct {
	Patterns   []PatternProperty
	Keys       []string // the properties of that schema object
	Additional *Type    // nil says nothing
}

// PatternProperty is one member of patternProperties.
type PatternProperty struct {
	Pattern Pattern
	Type    *Type
}

// EnumConst is a Go constant of a named string type.
type EnumConst struct {
	Name  string
	Value string
}

// Select is how the variant of a union is chosen, in falling preference.
type Select uint8

const (
	// SelectProperty reads a property whose const or enum tells the variants apart, where they are
	// objects, and looks at the JSON type for the others; exclusive.
	SelectProperty Select = iota
	// SelectKind looks at the JSON type of the value; exclusive.
	SelectKind
	// SelectTry decodes every variant: oneOf wants exactly one match, anyOf the first. Keys
	// (required keys that only one variant has) tell which variant's issues to report.
	SelectTry
)

// UnionInfo describes the variants of a union.
type UnionInfo struct {
	Keyword   string // "oneOf" or "anyOf"
	Interface string // Go name of the sealed interface
	Select    Select
	Property  string // SelectProperty: the discriminator; SelectTry: one that may be absent, "" for none
	Variants  []*Variant
	Pos       Pos
}

// Mixed reports whether some variants are told apart by a property and others are no objects.
func (u *UnionInfo) Mixed() bool {
	return u.Select == SelectProperty && slices.ContainsFunc(u.Variants, func(v *Variant) bool { return v.Type.Kind != Struct })
}

// Variant is one branch of a union.
type Variant struct {
	Type  *Type
	Label string    // how issues name it: its title, discriminator value or type name
	Ctor  string    // Go name of the constructor
	Value []Value   // the values that Property has in the variant
	Kinds JSONTypes // SelectKind: JSON types of the variant
	Keys  []string  // SelectTry: required keys that no other variant has
}
