package model

import "strings"

// Rule is a CEL rule on a value. Type.Rules lists the rules whose self is a value of the type; Tool.Rules lists
// all rules of a tool in source order.
type Rule struct {
	ID            string // unique within the tool; by default numbered: "rule-1"
	Source        string // CEL expression: a bool, or a string that is empty on success
	Message       string // fixed text, or ""
	MessageSource string // messageExpression, or ""
	// FieldPath is the field to report, relative to At, in the form of issues: "Lines[].Amount"; "" means the
	// fields that the rule reads.
	FieldPath string
	// At is the path of the annotated node in the arguments, "Lines[]"; "" is the root.
	At  string
	Pos Pos // position of the expression

	MessageSourcePos Pos
	// Pointer is the JSON Pointer of the expression in its file.
	Pointer string
	// Kubernetes: the rule comes from x-kubernetes-validations, where reading an absent field is a runtime
	// error rather than a compile error.
	Kubernetes bool
	// Code is the compiled rule, nil before type checking.
	Code *RuleCode
}

// PointerTo returns the JSON Pointer of another member of the rule.
func (r *Rule) PointerTo(word string) string {
	if of, ok := strings.CutSuffix(r.Pointer, "/rule"); ok {
		return of + "/" + word
	}
	return r.Pointer
}

// Fallback returns the message of a rule without a usable messageExpression: its fixed message, or its source
// on one line.
func (r *Rule) Fallback() string {
	if r.Message != "" {
		return r.Message
	}
	return strings.Join(strings.Fields(r.Source), " ")
}
