package model

// Constraint is a keyword that a value must satisfy. The set of implementations is closed; use a type switch.
type Constraint interface {
	// Keyword returns the keyword as spelled in draft 2020-12.
	Keyword() string
}

// Bound is minimum, maximum, exclusiveMinimum, exclusiveMaximum or multipleOf.
type Bound struct {
	Word  string
	Limit string // JSON number, as written
}

// Size is minLength, maxLength (in code points), minItems, maxItems, minProperties or
// maxProperties.
type Size struct {
	Word  string
	Limit int
}

// Engine executes a pattern.
type Engine uint8

const (
	// RE2 runs on package regexp.
	RE2 Engine = iota
	// Backtracking needs look-around or back-references, with a match timeout.
	Backtracking
)

// Pattern is the pattern keyword, or the key of a patternProperties member.
type Pattern struct {
	Source string // ECMA-262, as written
	Expr   string // translated for Engine
	Engine Engine
}

// Format is an asserted format. Only known formats become a Format.
type Format struct {
	Name string
}

// Content is contentEncoding and contentMediaType where the draft asserts them; either may be "".
type Content struct {
	Encoding  string // "base64"
	MediaType string // "application/json"
}

// Unevaluated is unevaluatedProperties or unevaluatedItems: whatever no keyword of Scope evaluated must satisfy
// Type. Scope is the schema object that contains the keyword, without it.
type Unevaluated struct {
	Word  string
	Scope *Type
	Type  *Type
}

// Enum is enum, or const with one value.
type Enum struct {
	Word   string // "enum" or "const"
	Values []Value
}

// Unique is uniqueItems: true.
type Unique struct{}

// Contains is contains with minContains and maxContains.
type Contains struct {
	Type   *Type
	Min    int
	Max    int // valid if HasMax
	HasMax bool
	HasMin bool // minContains is present
	// Evaluates: matching items count as evaluated for unevaluatedItems (2020-12).
	Evaluates bool
}

// PropertyNames checks every key, as a string, against Type.
type PropertyNames struct {
	Type *Type
}

// DependentRequired requires Keys if Key is present.
type DependentRequired struct {
	Key  string
	Keys []string
}

// DependentSchema applies Type to the whole value if Key is present.
type DependentSchema struct {
	Key  string
	Type *Type
}

// Choice is anyOf or oneOf as a constraint on a value with another Go shape.
type Choice struct {
	Word     string // "anyOf" or "oneOf"
	Branches []*Type
	Titles   []string // titles of the branches, "" or missing for none
}

// Not is not.
type Not struct {
	Type *Type
}

// Conditional is if with then and else; either may be nil.
type Conditional struct {
	If, Then, Else *Type
}

// Keyword implements Constraint.
func (c Bound) Keyword() string { return c.Word }

// Keyword implements Constraint.
func (c Size) Keyword() string { return c.Word }

// Keyword implements Constraint.
func (Pattern) Keyword() string { return "pattern" }

// Keyword implements Constraint.
func (Format) Keyword() string { return "format" }

// Keyword implements Constraint.
func (c Content) Keyword() string {
	if c.Encoding != "" {
		return "contentEncoding"
	}
	return "contentMediaType"
}

// Keyword implements Constraint.
func (c Unevaluated) Keyword() string { return c.Word }

// Keyword implements Constraint.
func (c Enum) Keyword() string { return c.Word }

// Keyword implements Constraint.
func (Unique) Keyword() string { return "uniqueItems" }

// Keyword implements Constraint.
func (Contains) Keyword() string { return "contains" }

// Keyword implements Constraint.
func (PropertyNames) Keyword() string { return "propertyNames" }

// Keyword implements Constraint.
func (DependentRequired) Keyword() string { return "dependentRequired" }

// Keyword implements Constraint.
func (DependentSchema) Keyword() string { return "dependentSchemas" }

// Keyword implements Constraint.
func (c Choice) Keyword() string { return c.Word }

// Keyword implements Constraint.
func (Not) Keyword() string { return "not" }

// Keyword implements Constraint.
func (Conditional) Keyword() string { return "if" }

// Value is a JSON value of a schema: a member of enum, a const or a default.
type Value struct {
	Kind ValueKind
	Text string // String: the decoded string; Number: the literal; otherwise compact JSON
	JSON string // compact JSON
}

// ValueKind is the JSON type of a Value.
type ValueKind uint8

// The kinds of JSON values.
const (
	NullValue ValueKind = iota
	BoolValue
	NumberValue
	StringValue
	ArrayValue
	ObjectValue
)
