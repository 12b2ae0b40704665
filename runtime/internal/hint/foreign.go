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
)

// detailed is what the validation errors of santhosh-tekuri/jsonschema have beside Error: a text
// that names the place in the instance and in the schema of every fault.
type detailed interface {
	error
	GoString() string
}

// ForeignIssues reads the issues of an error that has no Issues method, by its type or by the text of another
// validator. If there are none, it returns the text that a model may read, "" for none: what Go says of its own types,
// or of a text that the tool has read elsewhere, says nothing about the call.
func ForeignIssues(err error, schema *repair.Schema, call []byte) (issues []Issue, text string) {
	var syntax *json.SyntaxError
	var misfit *json.UnmarshalTypeError
	var library detailed
	read := func(text string) (issues []Issue) {
		known, _ := show.Parse(call)
		for _, f := range foreign.Check(foreign.Read(text), schema, known) {
			issues = append(issues, Issue{
				Field: fieldpath.Join(f.Path), Constraint: f.Keyword, Expected: f.Want, Got: show.Scalar(f.Got), Message: f.Message,
			})
		}
		return issues
	}
	ofCall := !json.Valid(call)
	isSyntax := errors.As(err, &syntax)
	switch {
	case isSyntax && ofCall && strings.HasPrefix(syntax.Error(), "unexpected end"):
		return []Issue{{Constraint: constraint.Truncated, Message: fmt.Sprintf("the text ends at byte %d", syntax.Offset)}}, ""
	case isSyntax && ofCall:
		return []Issue{{Constraint: constraint.JSON, Message: fmt.Sprintf("at byte %d: %s", syntax.Offset, show.Clean(syntax.Error(), show.MaxGot))}}, ""
	case ofCall && (errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF):
		return []Issue{{Constraint: constraint.Truncated, Message: "the text ends early"}}, ""
	case isSyntax || errors.Is(err, context.Canceled):
		return nil, ""
	case errors.As(err, &library):
		if issues = read(library.GoString()); len(issues) > 0 {
			return issues, ""
		}
	}
	text = err.Error()
	if issues = read(text); len(issues) == 0 && errors.As(err, &misfit) {
		text = ""
	}
	return issues, text
}
