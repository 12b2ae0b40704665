package model

import (
	"math/big"
	"slices"
)

// Package is the content of a generated Go package.
type Package struct {
	Name    string   // Go package name
	Sources []string // names of the sources, for the header of generated files
	Tools   []*Tool  // in source order
	Broken  []*Tool  // tools with a fault, which get no code and no names: they may have further faults
}

// Tool is a tool with its arguments and result.
type Tool struct {
	Name        string // name for models
	Title       string
	Description string
	Pos         Pos
	Source      string // source, for the file header

	GoName string // the tool variable: CreatePayment, or FooTool for a bare schema
	File   string // base name of its generated file, without directory

	Args   *Type // the arguments; always named
	Result *Type // nil without a usable output schema

	InputSchema  string // compact JSON, as shown to models
	FullSchema   string // same, including hidden parts, marked as such; "" if there are none
	OutputSchema string // compact JSON, or ""
	Annotations  Annotations

	// Types are the named types of the tool: Args first, each before those it refers to, Result's last.
	Types []*Type
	// ResultTypes are the named types of the result, which are never validated.
	ResultTypes []*Type
	// Secret marks the sensitive arguments; nil if there are none.
	Secret *Secret

	// Rules are all rules of the arguments, in the order of their types.
	Rules []Rule

	// Write: the tool changes something. WriteKnown: this was declared.
	Write, WriteKnown bool
	Confirm           Confirm
	Approval          *Approval // nil if none is required
	// Unchecked is the owner's reason for accepting an unprotected write, or "".
	Unchecked string
	// BlankIsMissing: blank text and null count as absent.
	BlankIsMissing bool
	Remedies       []Remedy
	// Known lists fields whose values must occur in results of the conversation.
	Known []Known
	// Verify names the tool that checks whether a write succeeded, or nil.
	Verify *Remedy
	// Retry is "after", "never", or "" if not set.
	Retry string
	// Advice are sentences that describe the rules, for descriptions and reports.
	Advice []string
}

// Annotations are the hints of MCP's ToolAnnotations; nil means not set.
type Annotations struct {
	ReadOnly, Destructive, Idempotent, OpenWorld *bool
}

// Kind is the Go shape of a type.
type Kind uint8

// The kinds of Go types.
const (
	Any    Kind = iota // any: nil, bool, json.Number, string, []any, map[string]any
	Bool               // bool
	Int                // int64, or as Bits and Unsigned say
	Float              // float64, or float32 where Bits is 32
	Number             // json.Number, which keeps the literal
	String             // string; with Consts, a named string type with constants
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
	JSONInteger // number with zero fraction
	JSONNumber  // any number; implies JSONInteger
	JSONString
	JSONArray
	JSONObject

	JSONAll = JSONNull | JSONBoolean | JSONInteger | JSONNumber | JSONString | JSONArray | JSONObject
)

// TypeNames are the names of the JSON types, in the order of their bits.
var TypeNames = [...]string{"null", "boolean", "integer", "number", "string", "array", "object"}

// Type is a lowered schema: the Go shape of its values and all their constraints.
//
// A Type serves as the static type of a Go field and, inside Choice, Not, Conditional and the like, as a schema
// that checks values of another static type.
type Type struct {
	Kind Kind
	Name string // Go name of a named type, else ""
	// Same is the type whose Go declaration this one uses, or nil. This type differs from it only in accepting
	// null.
	Same *Type
	Said
	Pos     Pos
	Pointer string
	// Deprecated says that the schema marks the value as deprecated.
	Deprecated bool

	// Accepts is the set of allowed JSON types. JSONNull makes a type of Kind other than Any nullable: a
	// pointer, or runtime.Nullable if also optional.
	Accepts JSONTypes
	// Declared is the type keyword in source order ("string", "null"); nil without one (a wrong JSON type then
	// violates Implied, or nothing).
	Declared []string
	// Implied is "enum" or "const" if that keyword, without a type keyword, determines Accepts.
	Implied string

	Bits     int  // Int: 8, 16, 32 or 64; Float: 32 or 64; 0 is 64
	Unsigned bool // Int only

	Fields     []*Field     // declared properties, in source order
	Patterns   []PatternSet // patternProperties with their sibling additionalProperties
	Additional *Type        // undeclared keys: nil is unconstrained; IsNever means closed
	Closed     bool         // Additional is false: unknown keys are invalid
	ClosedBy   string       // the violated keyword; "" is additionalProperties
	// KeepUnknown: unknown keys are kept in an AdditionalProperties map.
	KeepUnknown bool

	Prefix []*Type // prefixItems
	// Each is the common Go shape of all items if there are Prefix; nil is any.
	Each  *Type
	Items *Type // items after Prefix; nil is unconstrained

	Consts []EnumConst // constants of a named string type, in source order
	Union  *UnionInfo  // Kind Union only

	// Constraints apply to the value as a whole, in source order: bounds, lengths, pattern, format, enum,
	// const, uniqueItems, and applicators without a static type.
	Constraints []Constraint

	// Rules are the CEL rules on the value, in source order.
	Rules []Rule
	// Blank: blank text and null count as absent members for required, FieldGroup, FieldPairs, and has in
	// rules.
	Blank bool
	// Sensitive values are never shown. Injected values are filled by the server and hidden from models.
	// Question asks a user for the value.
	Sensitive, Injected bool
	Question            string
	// Masked lists the members of a struct whose issues show no value.
	Masked   Masked
	Remedies []Remedy // with empty Field and, by default, empty Fills
	Known    []Known  // with empty Field for the value itself

	// Never is the false schema. NeverKeyword is the keyword for issues: the one that contains the false schema
	// (as named in draft 2020-12), or the contradictory one.
	Never        bool
	NeverKeyword string
	// GoType is the Go type from x-go-type, with its import path.
	GoType, GoImport string
}

// ImpliedValues returns the values of the keyword in Implied, for issues about a wrong JSON type; nil if it has
// none.
func (t *Type) ImpliedValues() []Value {
	for _, c := range t.Constraints {
		if enum, ok := c.(Enum); ok && enum.Word == t.Implied {
			return enum.Values
		}
	}
	return nil
}

// Masked lists the members of an object that contain values that are never shown. Objects inside mask their own
// members.
type Masked struct {
	Fields []int    // indexes of declared properties
	Rest   bool     // values of other keys
	Words  []string // declared keys below these members; no others may be shown
}

// Nullable reports whether the type accepts null and its Go shape needs a pointer for it.
func (t *Type) Nullable() bool { return t.Accepts&JSONNull != 0 && t.Kind != Any }

// Narrow reports whether the Go number has fewer than 64 bits.
func (t *Type) Narrow() bool { return t.Bits != 0 && t.Bits < 64 }

// BeyondInt64 reports whether the Go integer has values outside of int64.
func (t *Type) BeyondInt64() bool { return t.Unsigned && !t.Narrow() }

// IntRange returns the range of the Go integer.
func (t *Type) IntRange() (least, greatest *big.Int) {
	if t.Narrow() {
		return IntRange(t.Bits, t.Unsigned)
	}
	return IntRange(64, t.Unsigned)
}

// IntRange returns the range of an integer type.
func IntRange(bits int, unsigned bool) (least, greatest *big.Int) {
	one := big.NewInt(1)
	if unsigned {
		return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one)
	}
	half := new(big.Int).Lsh(one, uint(bits-1))
	return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
}

// Declaration returns the type whose Go declaration a type uses.
func (t *Type) Declaration() *Type {
	if t.Same != nil {
		return t.Same
	}
	return t
}

// ClosedKeyword returns the keyword that unknown keys violate; by is the keyword of the false schema for such
// keys.
func ClosedKeyword(by string) string {
	if by == "unevaluatedProperties" {
		return by
	}
	return "additionalProperties"
}

// Form is how a field represents absent, null and value.
type Form uint8

const (
	// ValueForm is T: required, or an optional slice or map, whose nil is absent.
	ValueForm Form = iota
	// PointerForm is *T: nil is absent (optional) or null (required and nullable).
	PointerForm
	// NullableForm is runtime.Nullable[T]: optional and nullable.
	NullableForm
)

// Said is what a schema says about a value without constraining it. Siblings of a reference take precedence
// over the definition and apply to that place only; a Type, which all places share, has what the definition
// says.
type Said struct {
	Doc     []string
	Title   string
	Default *Value
	// Unsound: Default violates its own schema.
	Unsound bool
}

// Field is a declared property of a struct.
type Field struct {
	Key  string // JSON key
	Name string // Go field name
	Said
	Required bool
	Form     Form
	// Apart: a NullableForm keeps its value behind a pointer, as runtime.NullablePointer[T].
	Apart bool
	Type  *Type
	Pos   Pos
	// Getter is the name of the getter, or "" (required fields have none).
	Getter string
	// Deprecated says that the property's schema, or its reference target, is deprecated.
	Deprecated bool
	// Hoisted: no properties keyword declares the key, only required or a branch (anyOf, if, dependentSchemas,
	// …).
	Hoisted bool
}

// PatternSet is a patternProperties with the additionalProperties of the same schema object, which applies to
// keys that neither Keys nor a pattern covers.
type PatternSet struct {
	Patterns   []PatternProperty
	Keys       []string // properties of that schema object
	Additional *Type    // nil is unconstrained
}

// PatternProperty is a member of patternProperties.
type PatternProperty struct {
	Pattern Pattern
	Type    *Type
}

// EnumConst is a Go constant of a named string type.
type EnumConst struct {
	Name  string
	Value string
}

// Select is how the variant of a union is selected, in order of preference.
type Select uint8

const (
	// SelectProperty selects by a property whose const or enum identifies object variants, and by JSON type for the
	// others; exclusive.
	SelectProperty Select = iota
	// SelectKind selects by the JSON type; exclusive.
	SelectKind
	// SelectTry means to decode every variant. oneOf requires exactly one match, anyOf takes the first. Keys (required
	// keys of only one variant) decide which variant's issues are reported.
	SelectTry
)

// UnionInfo describes the variants of a union.
type UnionInfo struct {
	Keyword   string // "oneOf" or "anyOf"
	Interface string // Go name of the sealed interface
	Select    Select
	Property  string // the discriminator (SelectProperty), an optional one (SelectTry), or ""
	Variants  []*Variant
}

// Mixed reports whether some variants are selected by a property and others are not objects.
func (u *UnionInfo) Mixed() bool {
	return u.Select == SelectProperty && slices.ContainsFunc(u.Variants, func(v *Variant) bool { return v.Type.Kind != Struct })
}

// Variant is a branch of a union.
type Variant struct {
	Type  *Type
	Label string    // title, name of its definition, or discriminator value; "" if it has none
	Ctor  string    // Go name of the constructor
	Value []Value   // values of Property in the variant
	Kinds JSONTypes // JSON types of the variant, for SelectKind
	Keys  []string  // required keys of only this variant, for SelectTry
}
