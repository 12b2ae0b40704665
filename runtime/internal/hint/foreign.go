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
	read := func(text string) (issues []Issue) {
		known, _ := show.Parse(call)
		for _, f := range foreign.Check(foreign.Read(text), schema, known) {
			issues = append(issues, Issue{
				Field: fieldpath.Join(f.Path), Constraint: f.Keyword, Expected: f.Want, Got: shown.Scalar(f.Got), Message: f.Message,
			})
		}
		return issues
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
		if issues = read(library.GoString()); len(issues) > 0 {
			return issues, ""
		}
	}
	text = err.Error()
	return read(text), text
}
