// Package constraint names the constraints of issues that no keyword of JSON Schema names, and sorts
// those that are about keys and values.
package constraint

// The constraints of the text and of the value as a whole.
const (
	JSON         = "json"         // the text does not parse
	Truncated    = "truncated"    // the text ends early
	DuplicateKey = "duplicateKey" // a key stands twice in one object
	Range        = "range"        // the number does not fit the Go type, or JSON
	Depth        = "depth"        // nested too deeply; a Go value: without end
	Size         = "size"         // too many bytes; a Go value: too many parts
	Known        = "known"        // no result of the conversation had the value
)

// OverBudget is the message of a pattern issue whose text was not matched, because the patterns of the
// call have used up their time.
const OverBudget = "not matched: the patterns take too long on the texts of this call"

// SeveralVariants introduces, in the message of a oneOf issue, the variants that a value fits of which it may
// fit one.
const SeveralVariants = "more than one variant matches: "

// IsExtraKey reports whether a constraint refuses a key that the schema does not declare.
func IsExtraKey(constraint string) bool {
	return constraint == "additionalProperties" || constraint == "unevaluatedProperties" || constraint == "propertyNames"
}

// IsListed reports whether a constraint lists the values that are allowed.
func IsListed(constraint string) bool { return constraint == "enum" || constraint == "const" }
