package runtime

import (
	"github.com/toolgen/toolgen/runtime/internal/hint"
)

// ValidationIssue is one fault of one value. It is data: texts and hints are made from it.
type ValidationIssue struct {
	Field      string   `json:"field"`              // "Lines[2].DebitAmount"; "" is the whole value
	Constraint string   `json:"constraint"`         // the JSON Schema keyword, or one of ours
	Expected   any      `json:"expected,omitempty"` // what the constraint asks for
	Got        any      `json:"got,omitempty"`      // scalars only, cut to 64 runes
	Rule       string   `json:"rule,omitempty"`     // id of the rule that failed
	Message    string   `json:"message,omitempty"`  // a rule's own message
	Fields     []string `json:"fields,omitempty"`   // all the fields that a rule read
}

// String describes the issue in one line, for logs and error texts: the field, the constraint, and
// what the value has to be, in the words of hints. The line is bounded and holds no line break,
// whatever the value at fault contains.
func (i ValidationIssue) String() string {
	plain := hint.Issue(i)
	return plain.String()
}
