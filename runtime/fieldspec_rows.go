package runtime

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fields"
)

// AllFields lists the fields of the arguments, in the order of the schema, with those that the server fills.
// They are read from the schema when they are first needed; a spec that was written by hand may have them in
// Fields. The slice must not be changed.
func (s *ToolSpec) AllFields() []FieldSpec {
	s.fields.rowsOnce.Do(func() {
		if s.fields.rows = s.Fields; len(s.Fields) > 0 {
			return
		}
		for _, r := range fields.Of(s.schemaText()) {
			f := FieldSpec{
				Path: r.Path, Variant: r.Variant, Type: r.Type, Format: r.Format, Pattern: r.Pattern, Title: r.Title,
				Description: r.Description, Required: r.Required, Nullable: r.Nullable, Closed: r.Closed, Enum: r.Enum,
				Default: r.Default, SameAs: r.SameAs, HasSameAs: r.HasSameAs, Sensitive: r.Sensitive, Injected: r.Injected,
				Question: r.Question,
			}
			for _, b := range r.Bounds {
				f.Bounds = append(f.Bounds, BoundSpec{Keyword: b[0], Limit: b[1]})
			}
			s.fields.rows = append(s.fields.rows, f)
		}
	})
	return s.fields.rows
}

// schemaText is the schema with all that models are not shown.
func (s *ToolSpec) schemaText() string {
	if s.FullSchema != "" {
		return s.FullSchema
	}
	return s.InputSchema
}

// injects reports whether some field is filled by the server.
func (s *ToolSpec) injects() bool {
	s.mark()
	return s.fields.maybeInjected && s.tree() != nil && s.fields.injected
}

// conceals reports whether some field is sensitive.
func (s *ToolSpec) conceals() bool {
	s.mark()
	return s.fields.maybeSensitive && s.tree() != nil && s.fields.sensitive
}

// mark finds out, once, whether the text of the schema may mark fields. Most tools have no such fields, and
// need no list of them.
func (s *ToolSpec) mark() {
	s.fields.markOnce.Do(func() {
		text, byHand := s.schemaText(), len(s.Fields) > 0
		s.fields.maybeInjected = byHand || strings.Contains(text, `"injected"`)
		s.fields.maybeSensitive = byHand || strings.Contains(text, `"sensitive"`)
	})
}
