package model

import "time"

// Confirm is how a person is asked before a tool runs.
type Confirm struct {
	Tier   int    // 0 asks nobody; 3 is the strictest
	Phrase string // what the person types at tier 3
	// Question is the sentence that the person is asked, with values as {Field}; "" where nothing is said.
	Question string
}

// Approval is who has to approve a call before it runs.
type Approval struct {
	Roles []string
	TTL   time.Duration // 0 leaves it to the runtime
}

// Remedy is a call that supplies what a field needs.
type Remedy struct {
	Field string // path of the field that the remedy belongs to
	Call  string // the tool to call first
	Fills string // path of the field that takes the value
	From  string // where in the called tool's result the value is, "" where nothing is said
	Text  string
	Pos   Pos
	// Pointer is the JSON Pointer of the remedy in its file.
	Pointer string
}

// Known says where the values of a field come from.
type Known struct {
	Field   string // path of the field
	From    string // the tool whose results have the values
	At      string // where in a result they are: a JSONPath as in the rules, and after the check a path as of fields
	Pos     Pos
	Pointer string
}

// FieldGroup says how many of some fields an object has: exactlyOneOf, atLeastOneOf or
// atMostOneOf.
type FieldGroup struct {
	Word string
	Keys []string
	Pos  Pos
}

// FieldPairs says what the presence of one field means for others: with requires they have to be
// there, with excludes they must not.
type FieldPairs struct {
	Word string
	Key  string
	Keys []string
	Pos  Pos
}

// Keyword implements Constraint.
func (c FieldGroup) Keyword() string { return c.Word }

// Keyword implements Constraint.
func (c FieldPairs) Keyword() string { return c.Word }

func (FieldGroup) constraint() {}
func (FieldPairs) constraint() {}
