package gencode

import (
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"slices"
	"strings"
)

// Mask takes the values of sensitive fields out of the issues and receipts of an object. Generated
// code calls it last, so that whatever was recorded is covered.
func (d *Decoder) Mask(o *Object) {
	d.Checker.Mask(o)
	for i := o.walk.opened; i < len(d.receipts); i++ {
		r := &d.receipts[i]
		before := r.Field
		if o.Spec.hides(&r.Field) {
			r.From, r.To = nil, nil
			if r.Field != before {
				r.Suggest = "" // it may be what the key is near to
			}
		}
	}
}

// Mask takes the values of sensitive fields out of the issues of an object.
func (c *Checker) Mask(o *Object) {
	for i := o.walk.first; i < len(c.issues); i++ {
		issue := &c.issues[i].ValidationIssue
		before := issue.Field
		if o.Spec.hides(&issue.Field) {
			issue.Got = nil
			if issue.Constraint == "format" {
				issue.Message = "" // a Go type's own words, which may repeat the value
			}
			if issue.Field != before && constraint.IsExtraKey(issue.Constraint) {
				issue.Expected = nil // it may be what the key is near to
			}
		}
		for at, field := range issue.Fields {
			if o.Spec.hides(&field) && field != issue.Fields[at] {
				issue.Fields = slices.Clone(issue.Fields)
				issue.Fields[at] = field
			}
		}
	}
}

// hides reports whether a path begins with a sensitive key. What stands below it under a key that no
// schema declares is masked in the path.
func (s *ObjectSpec) hides(field *string) bool {
	secret, rest := s.sensitive(*field)
	if !secret || rest == "" {
		return secret
	}
	steps := fieldpath.Split(*field)
	masked := false
	for i := 1; i < len(steps); i++ {
		if step := &steps[i]; !step.IsIndex && !slices.Contains(s.Words, step.Key) {
			step.Key, masked = runtime.Redacted, true
		}
	}
	if masked {
		*field = fieldpath.Join(steps)
	}
	return true
}

// sensitive reports whether a path begins with a sensitive key, and gives what follows it.
func (s *ObjectSpec) sensitive(field string) (secret bool, rest string) {
	for _, i := range s.Sensitive {
		if rest, ok := strings.CutPrefix(field, s.step(i)); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return true, rest
		}
	}
	if !s.SensitiveRest || field == "" {
		return false, ""
	}
	steps := fieldpath.Split(field)
	if steps[0].IsIndex || slices.Contains(s.Keys, steps[0].Key) {
		return false, ""
	}
	return true, fieldpath.Join(steps[1:])
}
