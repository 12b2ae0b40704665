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

// OverBudget is the message of a pattern issue that was not evaluated because the patterns of the call exceeded
// their time limit.
const OverBudget = "not matched: the patterns take too long on the texts of this call"

// SeveralVariants introduces the matching variants in the message of a oneOf issue.
const SeveralVariants = "more than one variant matches: "

// IsExtraKey reports whether a constraint rejects undeclared keys.
func IsExtraKey(constraint string) bool {
	return constraint == "additionalProperties" || constraint == "unevaluatedProperties" || constraint == "propertyNames"
}

// IsListed reports whether a constraint lists allowed values.
func IsListed(constraint string) bool { return constraint == "enum" || constraint == "const" }
