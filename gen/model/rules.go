package model

import "time"

// Confirm is how a person confirms a call.
type Confirm struct {
	Tier   int    // 0 is no confirmation; 3 is the strictest
	Phrase string // phrase to type at tier 3
	// Question is the question, with placeholders {Field}; "" if not set.
	Question string
}

// Approval is who must approve a call.
type Approval struct {
	Roles []string
	TTL   time.Duration // 0 is the runtime's default
}

// Remedy is a call that supplies the value of a field.
type Remedy struct {
	Field string // path of the field with the remedy
	Call  string // the tool to call first
	Fills string // path of the field that gets the value
	From  string // path of the value in the tool's result, "" if not set
	Text  string
	Pos   Pos
	// Pointer is the JSON Pointer of the remedy in its file.
	Pointer string
}

// Known is the source of a field's values.
type Known struct {
	Field   string // path of the field
	From    string // tool whose results contain the values
	At      string // path in the result: a JSONPath in the rules, converted to a field path by the check
	Pos     Pos
	Pointer string
}

// FieldGroup limits how many fields of a group are present: exactlyOneOf, atLeastOneOf or atMostOneOf.
type FieldGroup struct {
	Word string
	Keys []string
}

// FieldPairs relates the presence of fields: requires or excludes.
type FieldPairs struct {
	Word string
	Key  string
	Keys []string
}

// Keyword implements Constraint.
func (c FieldGroup) Keyword() string { return c.Word }

// Keyword implements Constraint.
func (c FieldPairs) Keyword() string { return c.Word }
