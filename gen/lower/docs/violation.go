package docs

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// Violation describes how a value violates the schema at a node of a document. It is "" if the value is valid or if
// that is unknown.
func (l *Library) Violation(d *Document, n, value *tooldef.Node) string {
	s, err := l.compile(d.location(n))
	if err != nil {
		return ""
	}
	return violates(s, plain(value))
}

// violates describes how a value violates a compiled schema, "" if it is valid.
func violates(s *jsonschema.Schema, v any) (problem string) {
	defer func() {
		if recover() != nil {
			problem = "" // the library panicked on a number: unknown
		}
	}()
	err := s.Validate(v)
	if verr, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		innermost := slices.MinFunc(leaves(verr), func(a, b *jsonschema.ValidationError) int {
			return cmp.Or(len(b.InstanceLocation)-len(a.InstanceLocation),
				strings.Compare(pointerOf(a.InstanceLocation), pointerOf(b.InstanceLocation)))
		})
		return localized(innermost)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}
