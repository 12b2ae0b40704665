package runtime

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/decimal"
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

// The constraints that no JSON Schema keyword names.
const (
	constraintJSON         = constraint.JSON
	constraintTruncated    = constraint.Truncated
	constraintDuplicateKey = constraint.DuplicateKey
	constraintRange        = constraint.Range
	constraintDepth        = constraint.Depth
	constraintSize         = constraint.Size
)

// jsonText is the compact JSON of a value of an issue. It is only used on the way to a text, so
// that a value that cannot be marshalled is named by its absence.
func jsonText(v any) string {
	if s, ok := v.(string); ok && plainJSON(s) {
		return `"` + s + `"`
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "?"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// appendJSONText is jsonText without the text in between.
func appendJSONText(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return appendJSONString(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case json.Number:
		if decimal.IsNumber(string(v)) {
			return append(b, v...)
		}
	}
	return append(b, jsonText(v)...)
}

// String describes the issue in one line, for logs and error texts: the field, the constraint, and
// what the value has to be, in the words of hints. The line is bounded and holds no line break,
// whatever the value at fault contains.
func (i ValidationIssue) String() string {
	plain := hint.Issue(i)
	return plain.String()
}

// plainJSON reports whether a text is within JSON what it is without.
func plainJSON(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f || s[i] == '"' || s[i] == '\\' {
			return false
		}
	}
	return true
}
