// Package constraint names the constraints of issues that are not JSON Schema keywords, and classifies
// constraints.
package constraint

// Constraints of the text or of the value as a whole.
const (
	JSON         = "json"         // invalid JSON
	Truncated    = "truncated"    // unexpected end of the text
	DuplicateKey = "duplicateKey" // duplicate key in an object
	Range        = "range"        // the number overflows the Go type
	Depth        = "depth"        // nested too deeply; in a Go value: a cycle
	Size         = "size"         // too many bytes; in a Go value: too many parts
	Known        = "known"        // the value is in no result of the conversation
)

// Messages of pattern issues without a verdict.
const (
	Undecided  = "the pattern takes too long on this text; write it shorter or simpler"
	OverBudget = "not checked, since other texts take too long; write those shorter or simpler"
)

// IsExtraKey reports whether a constraint rejects undeclared keys.
func IsExtraKey(constraint string) bool {
	return constraint == "additionalProperties" || constraint == "unevaluatedProperties" || constraint == "propertyNames"
}

// IsListed reports whether a constraint lists allowed values.
func IsListed(constraint string) bool { return constraint == "enum" || constraint == "const" }
