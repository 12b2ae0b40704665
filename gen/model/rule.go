package model

import "strings"

// Rule is one CEL rule on a value. A rule hangs on the type whose values its `self` is, in
// Type.Rules; Tool.Rules lists all of a tool's rules in the order of their sources.
type Rule struct {
	ID            string // unique within the tool; a rule without one is numbered: "rule-1"
	Source        string // the CEL expression: a bool, or a string whose emptiness means success
	Message       string // fixed text, "" for none
	MessageSource string // messageExpression, "" for none
	// FieldPath is the field to look at, relative to At, in the form of issues: "Lines[].Amount";
	// "" is left to what the rule reads.
	FieldPath string
	Reason    string // Kubernetes' reason, "" for none
	// At is the path of the annotated node within the arguments, "Lines[]"; "" is their root.
	At  string
	Pos Pos // of the expression in its file

	// MessageSourcePos is the position of messageExpression.
	MessageSourcePos Pos
	// Pointer is the JSON Pointer of the expression in its file.
	Pointer string
	// OptionalOldSelf says that Kubernetes' optionalOldSelf was written: the rule also runs where
	// there is no old value.
	OptionalOldSelf bool
	// Kubernetes says that the rule was read from x-kubernetes-validations, where reading a field
	// that is absent is an error at run time, and not before.
	Kubernetes bool
	// Code is the rule after type checking, nil before.
	Code *RuleCode
}

// PointerTo is the JSON Pointer of another word of the rule.
func (r *Rule) PointerTo(word string) string {
	if of, ok := strings.CutSuffix(r.Pointer, "/rule"); ok {
		return of + "/" + word
	}
	return r.Pointer
}

// Fallback is the message of a rule whose messageExpression cannot be evaluated or is not there: its fixed
// message, or else its source on one line.
func (r *Rule) Fallback() string {
	if r.Message != "" {
		return r.Message
	}
	return strings.Join(strings.Fields(r.Source), " ")
}
