package runtime

import (
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// variants lists the labels of the variants that a node's children belong to, in schema order.
func (n *fieldNode) variants() []string {
	var labels []string
	for _, c := range n.children {
		for _, r := range c.rows {
			if r.Variant != "" && !slices.Contains(labels, r.Variant) {
				labels = append(labels, r.Variant)
			}
		}
	}
	return labels
}

// rowOf is the node's row for a variant; nil where the variant does not have the field.
func (n *fieldNode) rowOf(variant string) *FieldSpec {
	for _, r := range n.rows {
		if r.Variant == variant || r.Variant == "" {
			return r
		}
	}
	return nil
}

// flagged reports whether the field at path, or anything that holds it, satisfies is. Fields that
// no row describes inherit from what holds them.
func (s *ToolSpec) flagged(steps []fieldpath.Step, is func(*FieldSpec) bool) bool {
	n := s.tree()
	for i := 0; ; i++ {
		if slices.ContainsFunc(n.rows, is) {
			return true
		}
		if i == len(steps) {
			return false
		}
		if n = s.step(n, steps[i]); n == nil {
			return false
		}
	}
}

// sensitive reports whether the field at a path, or anything that holds it, is sensitive.
func (s *ToolSpec) sensitive(steps []fieldpath.Step) bool {
	return s.conceals() && s.flagged(steps, isSensitive)
}

// injected reports whether the field at a path, or anything that holds it, is injected.
func (s *ToolSpec) injected(steps []fieldpath.Step) bool {
	return s.injects() && s.flagged(steps, isInjected)
}

// IsInjected reports whether an issue is about what the server fills: an injected field, or the items of
// a list of which all are. No caller can mend it.
func (s *ToolSpec) IsInjected(issue ValidationIssue) bool {
	steps := fieldpath.Split(issue.Field)
	if s.injected(steps) {
		return true
	}
	if !s.injects() || issue.Constraint == "type" || issue.Constraint == "required" {
		return false
	}
	n := s.node(steps)
	if n == nil {
		return false
	}
	items := s.below(n).at(itemsStep)
	return items != nil && len(items.rows) > 0 && !slices.ContainsFunc(items.rows, func(f *FieldSpec) bool { return !f.Injected })
}

func isSensitive(f *FieldSpec) bool { return f.Sensitive }
func isInjected(f *FieldSpec) bool  { return f.Injected }

// hidesValues reports whether something in the subtree at a node is sensitive.
func (s *ToolSpec) hidesValues(n *fieldNode) bool {
	return s.conceals() && s.anywhere(n, isSensitive, 4)
}

// anywhere reports whether the subtree at a node has a row that satisfies is. depth bounds the
// descent, since types may be recursive; beyond it the answer is yes, the careful one.
func (s *ToolSpec) anywhere(n *fieldNode, is func(*FieldSpec) bool, depth int) bool {
	if slices.ContainsFunc(n.rows, is) {
		return true
	}
	if redirected := s.below(n); redirected != n {
		if depth <= 0 {
			return slices.ContainsFunc(s.AllFields(), func(f FieldSpec) bool { return is(&f) })
		}
		n = redirected
	}
	for _, c := range n.children {
		if s.anywhere(c, is, depth-1) {
			return true
		}
	}
	return false
}
