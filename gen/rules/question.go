package rules

import (
	"fmt"
	"regexp"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// placeholder matches a reference to an argument in a question.
var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// placeholders checks that the fields in a question exist in the arguments.
func (r *reader) placeholders(t *model.Tool, question *tooldef.Node) {
	for _, m := range placeholder.FindAllStringSubmatch(question.Text, -1) {
		field := m[1]
		if len(fieldAt(t.Args, field)) > 0 {
			continue
		}
		fix := "write the path of an argument between the braces, as in {Amount}"
		if guess := near.Name(field, paths(t)); guess != "" {
			fix = fmt.Sprintf("did you mean {%s}?", guess)
		}
		r.fail(question, fmt.Sprintf("the question names %q, which the arguments do not have", cut(field)), fix)
	}
}
