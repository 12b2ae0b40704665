package mcpguard

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/wire"
)

// maxFaultText is the length to which a server's error text is truncated, in bytes; maxApprovalText that of one that
// says why a call was not approved, in runes.
const (
	maxFaultText    = 16 << 10
	maxApprovalText = 120
)

// serverError converts an error result to an error. If the server uses mcptool, its machine-readable failure is
// converted back to issues: the hint is then built here, against the known schema, and contains no unquoted
// text of the server.
func serverError(result *mcp.CallToolResult) error {
	if issues := reportedIssues(result); len(issues) > 0 {
		return &argumentError{issues: issues}
	}
	failure := decodeFailure(result)
	text := toolMessage(failure)
	if text == "" {
		texts, _ := textsOf(result)
		text = strings.Join(texts, "\n")
	}
	if text == "" {
		text = "the tool failed without a reason"
	}
	text = show.ClipBytes(text, maxFaultText)
	if failure.Error != nil && failure.Error.Kind == runtime.FailureApproval {
		return runtime.NotApproved(notApproved + ": " + show.Quote(text, maxApprovalText) + ".")
	}
	return errors.New(text)
}

// argumentError is a fault of the arguments found by the server.
type argumentError struct{ issues []runtime.ValidationIssue }

func (e *argumentError) Error() string                     { return "the server rejected the arguments" }
func (e *argumentError) Issues() []runtime.ValidationIssue { return e.issues }

// reportedIssues returns the issues in the machine-readable failure of a result.
func reportedIssues(result *mcp.CallToolResult) []runtime.ValidationIssue {
	if hint := decodeFailure(result).RetryHint; hint != nil && hint.Reason == runtime.InvalidArguments {
		return issuesOf(hint)
	}
	return nil
}

// toolMessage returns the message of a failure that is not the caller's fault, "" if there is none. If the
// message itself quotes another server's report, only the quoted report is returned; the rest is added again
// here.
func toolMessage(failure wire.Failure) string {
	if failure.RetryHint == nil {
		return ""
	}
	message := failure.RetryHint.Message
	for _, prefix := range []string{"The tool reported", notApproved} {
		rest, ok := strings.CutPrefix(message, prefix)
		if !ok {
			continue
		}
		if quoted, ok := strings.CutPrefix(rest, ": "); ok {
			if text, err := strconv.Unquote(strings.TrimSuffix(quoted, ".")); err == nil {
				return text
			}
		}
		return strings.TrimSpace(rest)
	}
	return message
}

// notApproved starts the message of a call that was not approved on the server's side.
const notApproved = "The server did not approve it"

// decodeFailure returns the machine-readable failure of a result, empty if there is none.
func decodeFailure(result *mcp.CallToolResult) wire.Failure {
	for _, form := range []any{result.StructuredContent, result.Meta[wire.MCPFailureKey]} {
		if form == nil {
			continue
		}
		raw, err := json.Marshal(form)
		if err != nil || len(raw) > maxFaultText {
			continue
		}
		var failure wire.Failure
		if json.Unmarshal(raw, &failure) == nil && failure.RetryHint != nil {
			return failure
		}
	}
	return wire.Failure{}
}

// issuesOf converts a hint back to the issues that it shows.
func issuesOf(hint *runtime.RetryHint) []runtime.ValidationIssue {
	var issues []runtime.ValidationIssue
	for _, field := range hint.MissingFields {
		issues = append(issues, runtime.ValidationIssue{Field: field, Constraint: "required"})
	}
	for _, field := range hint.UnknownFields {
		issues = append(issues, runtime.ValidationIssue{Field: field, Constraint: "additionalProperties"})
	}
	for i := range hint.Constraints {
		c := &hint.Constraints[i]
		if slices.Contains(hint.MissingFields, c.Field) || slices.Contains(hint.UnknownFields, c.Field) {
			continue // the local schema has the same information
		}
		issue := runtime.ValidationIssue{Field: c.Field, Constraint: c.Constraint, Expected: expected(c), Got: c.Got}
		// A value that only the backend can reject has no other information than the message.
		if len(hint.Constraints) == 1 && len(hint.MissingFields)+len(hint.UnknownFields) == 0 && issue.Expected == nil {
			issue.Message = hint.Message
		}
		issues = append(issues, issue)
	}
	for _, r := range hint.Rules {
		issue := runtime.ValidationIssue{Constraint: "rule", Rule: r.ID, Message: r.Message, Fields: r.Fields}
		if len(r.Fields) > 0 {
			issue.Field = r.Fields[0]
		}
		issues = append(issues, issue)
	}
	return issues
}

// keywordMembers are the members of a constraint that have the value of the violated keyword.
var keywordMembers = map[string]string{
	"enum": "allowed_values", "type": "type", "const": "const", "pattern": "pattern", "format": "format", "multipleOf": "multiple_of",
	"minimum": "min", "minProperties": "min", "maximum": "max", "maxProperties": "max", "exclusiveMinimum": "exclusive_min",
	"exclusiveMaximum": "exclusive_max", "minLength": "min_length", "maxLength": "max_length", "minItems": "min_items", "maxItems": "max_items",
}

// expected returns the value of the violated keyword, nil if the constraint has none.
func expected(c *runtime.FieldConstraint) any {
	raw, err := json.Marshal(c)
	var members map[string]json.RawMessage
	if err != nil || json.Unmarshal(raw, &members) != nil {
		return nil
	}
	value := members[keywordMembers[c.Constraint]]
	switch {
	case len(value) == 0:
		return nil
	case c.Constraint == "enum":
		return slices.DeleteFunc(slices.Clone(c.AllowedValues), func(v json.RawMessage) bool { return string(v) == `"…"` })
	case strings.Contains(c.Type, "|") && c.Constraint == "type":
		return strings.Split(c.Type, "|")
	}
	return value
}

// withHint adds the hint to an error result that says what to do next, unless it contains one already.
func withHint(result *mcp.CallToolResult, hint *runtime.RetryHint) *mcp.CallToolResult {
	if !result.IsError || len(reportedIssues(result)) > 0 || hint == nil {
		return result
	}
	if hint.Kind == "" && len(hint.MissingFields)+len(hint.Constraints)+len(hint.UnknownFields)+len(hint.Rules) == 0 {
		return result
	}
	added := *result
	added.Content = append(slices.Clone(result.Content), &mcp.TextContent{Text: hint.Text()})
	return &added
}
