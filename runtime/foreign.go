package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/foreign"
)

// detailed is what the validation errors of santhosh-tekuri/jsonschema have beside Error: a text
// that names the place in the instance and in the schema of every fault.
type detailed interface {
	error
	GoString() string
}

// foreignIssues makes issues of an error that has none, as far as its type or its text tells. The text
// is returned where it says more than the issues do.
func foreignIssues(err error, spec *ToolSpec, call []byte) (issues []ValidationIssue, text string) {
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	var library detailed
	check := func(faults []foreign.Fault) []ValidationIssue {
		known, _ := readPlain(call)
		return issuesOfFaults(foreign.Check(faults, spec.schema(), known))
	}
	switch {
	case errors.As(err, &syntax):
		if strings.HasPrefix(syntax.Error(), "unexpected end") {
			return []ValidationIssue{{Constraint: constraintTruncated, Message: fmt.Sprintf("the text ends at byte %d", syntax.Offset)}}, ""
		}
		return []ValidationIssue{{Constraint: constraintJSON, Message: fmt.Sprintf("at byte %d: %s", syntax.Offset, clean(syntax.Error(), maxGotInHint))}}, ""
	case errors.As(err, &typed):
		return check([]foreign.Fault{foreign.Mismatch(typed.Value, typed.Field, typed.Type)}), ""
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return []ValidationIssue{{Constraint: constraintTruncated, Message: "the text ends early"}}, ""
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, errInternal):
		return nil, ""
	case errors.As(err, &library):
		if issues = check(foreign.Read(library.GoString())); len(issues) > 0 {
			return issues, ""
		}
	}
	text = err.Error()
	if key, ok := strings.CutPrefix(text, "json: unknown field "); ok {
		if name, err := strconv.Unquote(key); err == nil {
			return []ValidationIssue{{Field: keyStep(name), Constraint: "additionalProperties", Got: name}}, ""
		}
	}
	faults := foreign.Read(text)
	if issues = check(faults); len(issues) > 0 {
		return issues, ""
	}
	if len(faults) > 0 && !faults[0].Guessed() {
		return nil, text // it is about fields that the tool does not have
	}
	for _, path := range foreign.Places(text, spec.schema(), maxConstraints) {
		issues = append(issues, ValidationIssue{Field: fieldOf(path)})
	}
	return issues, text
}

// issuesOfFaults are faults in the form of issues.
func issuesOfFaults(faults []foreign.Fault) []ValidationIssue {
	var issues []ValidationIssue
	for _, f := range faults {
		issue := ValidationIssue{Field: fieldOf(f.Path), Constraint: f.Keyword, Expected: f.Want, Message: f.Message}
		if f.Got != nil {
			issue.Got = scalarGot(f.Got)
		}
		issues = append(issues, issue)
	}
	return issues
}

// fieldOf is the dotted path of steps.
func fieldOf(steps []foreign.Step) string {
	path := make([]pathStep, len(steps))
	for i, s := range steps {
		path[i] = pathStep(s)
	}
	return joinSteps(path)
}

// foreignAction is what may happen after a failure that is known by its text only. Other arguments may
// mend it, such as a name that the text lists. A tool that writes may have done a part of its work, so that
// another try could do that twice.
func foreignAction(spec *ToolSpec, text string) Action {
	if text == "" || text == internalMessage || spec.withholds() || spec.Write {
		return Stop
	}
	return Correct
}

// withheldMessage takes the place of a text in which a sensitive value may be.
const withheldMessage = "The tool reported an error; its text is withheld, since the tool takes sensitive values."

// foreignMessage quotes the text of a foreign error, or says why it is not shown.
func foreignMessage(spec *ToolSpec, text string) string {
	if text == "" {
		return internalMessage
	}
	if spec.withholds() {
		return withheldMessage
	}
	return "The tool reported: " + quoteCut(text, maxTextInHint)
}
