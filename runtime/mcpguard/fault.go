package mcpguard

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// maxFaultText is how much of a server's error is read, in bytes.
const maxFaultText = 16 << 10

// serverFault is the error that a result is. Of a server that uses this package, and so says in
// its hint what it found, the finding becomes issues: the hint is made anew of them, against the
// schema that is known here, and nothing of the server's wording gets into it unquoted.
func serverFault(result *mcp.CallToolResult) error {
	if issues := findings(result); len(issues) > 0 {
		return &remoteError{issues: issues}
	}
	failure := failureOf(result)
	text := reported(failure)
	if text == "" {
		texts, _ := textsOf(result)
		text = strings.Join(texts, "\n")
	}
	if text == "" {
		text = "the tool failed and gave no reason"
	}
	text = text[:min(len(text), maxFaultText)]
	if failure.Error != nil && failure.Error.Kind == runtime.FailureApproval {
		const most = 120 // bytes, so that the closing quote is not cut off
		text = strings.ToValidUTF8(text[:min(len(text), most)], "")
		return runtime.NotApproved(notApproved + ": " + strconv.Quote(text) + ".")
	}
	return errors.New(text)
}

// remoteError is a fault of the arguments that a server has found.
type remoteError struct{ issues []runtime.ValidationIssue }

func (e *remoteError) Error() string                     { return "the server refuses the arguments" }
func (e *remoteError) Issues() []runtime.ValidationIssue { return e.issues }

// findings are the issues that the machines' form of an error lists.
func findings(result *mcp.CallToolResult) []runtime.ValidationIssue {
	if hint := failureOf(result).RetryHint; hint != nil && hint.Reason == runtime.InvalidArguments {
		return issuesOf(hint)
	}
	return nil
}

// reported is what a server that uses this package says of a failure which is not the caller's, "" if
// there is none. Where its message quotes what its own tool, or a server behind it, reported, it is that: what is made of it
// here is about the same tool, and says the rest anew.
func reported(failure wire.Failure) string {
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

// notApproved begins what is said of a call that the server's side has not approved.
const notApproved = "The server did not approve it"

// failureOf is the machines' form of an error, with nothing in it where there is none.
func failureOf(result *mcp.CallToolResult) wire.Failure {
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

// issuesOf reads a hint back into the issues that it was made of, as far as it shows them.
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
			continue // what the entry says of the field, the schema says here as well
		}
		issue := runtime.ValidationIssue{Field: c.Field, Constraint: c.Constraint, Expected: expected(c), Got: c.Got}
		// For a value that only the backend can refuse, the message is all that there is to say.
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

// expected is the value of the keyword that a constraint is about.
func expected(c *runtime.FieldConstraint) any {
	number := func(n json.Number) any {
		if n == "" {
			return nil
		}
		return n
	}
	count := func(n *int) any {
		if n == nil {
			return nil
		}
		return *n
	}
	text := func(s string) any {
		if s == "" {
			return nil
		}
		return s
	}
	switch c.Constraint {
	case "enum":
		return values(c.AllowedValues)
	case "type":
		if names := strings.Split(c.Type, "|"); len(names) > 1 {
			return names
		}
		return text(c.Type)
	case "const":
		if len(c.Const) > 0 {
			return c.Const
		}
	case "pattern":
		return text(c.Pattern)
	case "format":
		return text(c.Format)
	case "minimum", "minProperties":
		return number(c.Min)
	case "maximum", "maxProperties":
		return number(c.Max)
	case "exclusiveMinimum":
		return number(c.ExclusiveMin)
	case "exclusiveMaximum":
		return number(c.ExclusiveMax)
	case "multipleOf":
		return number(c.MultipleOf)
	case "minLength":
		return count(c.MinLength)
	case "maxLength":
		return count(c.MaxLength)
	case "minItems":
		return count(c.MinItems)
	case "maxItems":
		return count(c.MaxItems)
	}
	return nil
}

// values are allowed values without the mark for those that were cut.
func values(raws []json.RawMessage) any {
	var list []any
	for _, raw := range raws {
		if string(raw) != `"…"` {
			list = append(list, raw)
		}
	}
	if list == nil {
		return nil
	}
	return list
}

// withHint adds to an error of a server what it says of the arguments, if it says something and
// has not said it as a hint already.
func withHint(inv *runtime.Invocation, result *mcp.CallToolResult) *mcp.CallToolResult {
	if !result.IsError || len(findings(result)) > 0 {
		return result
	}
	hint := runtime.BuildHint(inv.Tool, serverFault(result), runtime.WithCall(inv.Raw))
	if len(hint.MissingFields)+len(hint.Constraints)+len(hint.UnknownFields)+len(hint.Rules) == 0 {
		return result
	}
	added := *result
	added.Content = append(slices.Clone(result.Content), &mcp.TextContent{Text: hint.Text()})
	return &added
}
