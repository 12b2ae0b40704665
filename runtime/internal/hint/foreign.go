package hint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/foreign"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/shown"
)

// detailed is what the validation errors of santhosh-tekuri/jsonschema have beside Error: a text
// that names the place in the instance and in the schema of every fault.
type detailed interface {
	error
	GoString() string
}

// ForeignIssues reads the issues of an error that has no Issues method, by its type or by the text of another
// validator. If there are none, the text is left to be read.
func ForeignIssues(err error, schema *repair.Schema, call []byte) (issues []Issue, text string) {
	var syntax *json.SyntaxError
	var library detailed
	check := func(faults []foreign.Fault) []Issue {
		known, _ := show.Parse(call)
		return issuesOfFaults(foreign.Check(faults, schema, known))
	}
	switch {
	case errors.As(err, &syntax):
		if strings.HasPrefix(syntax.Error(), "unexpected end") {
			return []Issue{{Constraint: constraint.Truncated, Message: fmt.Sprintf("the text ends at byte %d", syntax.Offset)}}, ""
		}
		return []Issue{{Constraint: constraint.JSON, Message: fmt.Sprintf("at byte %d: %s", syntax.Offset, show.Clean(syntax.Error(), show.MaxGot))}}, ""
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return []Issue{{Constraint: constraint.Truncated, Message: "the text ends early"}}, ""
	case errors.Is(err, context.Canceled):
		return nil, ""
	case errors.As(err, &library):
		if issues = check(foreign.Read(library.GoString())); len(issues) > 0 {
			return issues, ""
		}
	}
	text = err.Error()
	return check(foreign.Read(text)), text
}

// issuesOfFaults are faults in the form of issues.
func issuesOfFaults(faults []foreign.Fault) []Issue {
	var issues []Issue
	for _, f := range faults {
		issue := Issue{Field: fieldpath.Join(f.Path), Constraint: f.Keyword, Expected: f.Want, Message: f.Message}
		if f.Got != nil {
			issue.Got = shown.Scalar(f.Got)
		}
		issues = append(issues, issue)
	}
	return issues
}
