package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxForeignText is how much of a foreign error's text is read.
const maxForeignText = 16 << 10

// foreign makes issues of an error that has none, as far as its type or its text tells. The text
// is returned where it says more than the issues do.
func (b *hintBuilder) foreign(err error) (issues []ValidationIssue, text string) {
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		if strings.HasPrefix(syntax.Error(), "unexpected end") {
			return []ValidationIssue{{Constraint: constraintTruncated, Message: fmt.Sprintf("the text ends at byte %d", syntax.Offset)}}, ""
		}
		return []ValidationIssue{{Constraint: constraintJSON, Message: fmt.Sprintf("at byte %d: %s", syntax.Offset, clean(syntax.Error(), maxGotInHint))}}, ""
	case errors.As(err, &typed):
		return b.unmarshalIssue(typed), ""
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return []ValidationIssue{{Constraint: constraintTruncated, Message: "the text ends early"}}, ""
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, errInternal):
		return nil, ""
	}
	text = err.Error()
	if b.cfg.kind == FailureInternal {
		return nil, ""
	}
	if key, ok := strings.CutPrefix(clip(text, maxForeignText), "json: unknown field "); ok {
		if name, err := strconv.Unquote(key); err == nil {
			return []ValidationIssue{{Field: keyStep(name), Constraint: "additionalProperties", Got: name}}, ""
		}
	}
	told := clip(text, maxForeignText)
	var library detailed
	if errors.As(err, &library) {
		if issues = b.vetted(outputText(clip(library.GoString(), maxForeignText))); len(issues) > 0 {
			return issues, ""
		}
	}
	if faults := b.foreignText(told, 0); len(faults) > 0 {
		if issues = b.vetted(faults); len(issues) > 0 {
			return issues, ""
		}
		return nil, text // it is about fields that the tool does not have
	}
	for _, path := range b.namedFields(told) {
		issues = append(issues, ValidationIssue{Field: path})
	}
	return issues, text
}

// foreignAction is what may happen after a failure that only its own text tells of. Other arguments may
// mend it, such as a name that the text lists. A tool that writes may have done a part of its work, so that
// another try could do that twice.
func (b *hintBuilder) foreignAction(text string) Action {
	if text == "" || text == internalMessage || b.withholds() || b.spec.Write {
		return Stop
	}
	return Correct
}

// withheldMessage takes the place of a text in which a sensitive value may be.
const withheldMessage = "The tool reported an error; its text is withheld, since the tool takes sensitive values."

// foreignMessage quotes the text of a foreign error, or says why it is not shown.
func (b *hintBuilder) foreignMessage(text string) string {
	if text == "" {
		return internalMessage
	}
	if b.withholds() {
		return withheldMessage
	}
	return "The tool reported: " + quoteCut(text, maxTextInHint)
}
