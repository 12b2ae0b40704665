package runtime

import (
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// fieldNode is a place in the tree of a tool's fields. The tree is made of the rows' paths; a
// place may have no row of its own, or one for each variant of a union.
type fieldNode struct {
	path     string
	key      string // the last step of path: a key, itemsStep or restStep
	rows     []*FieldSpec
	shared   *FieldSpec            // what several rows agree on
	children []*fieldNode          // in schema order
	byKey    map[string]*fieldNode // of children
}

// Steps of a path that stand for every item of an array and every unnamed key of an object.
const (
	itemsStep = "\xff[]"
	restStep  = fieldpath.Rest
)

// maxRedirects bounds how often one step follows SameAs, which a faulty table might loop.
const maxRedirects = 8

// tree returns the root of the fields, and builds it at first use.
func (s *ToolSpec) tree() *fieldNode {
	s.fields.once.Do(func() {
		root := &fieldNode{}
		all := s.AllFields()
		for i := range all {
			row := &all[i]
			at := root
			for _, key := range specSteps(row.Path) {
				at = at.child(key)
			}
			at.path = row.Path
			at.rows = append(at.rows, row)
			s.fields.sensitive = s.fields.sensitive || row.Sensitive
			s.fields.injected = s.fields.injected || row.Injected
		}
		root.share()
		s.fields.root = root
	})
	return s.fields.root
}

// child returns the child under key, and makes it where there is none.
func (n *fieldNode) child(key string) *fieldNode {
	if c := n.byKey[key]; c != nil {
		return c
	}
	c := &fieldNode{key: key}
	if n.byKey == nil {
		n.byKey = map[string]*fieldNode{}
	}
	n.byKey[key] = c
	n.children = append(n.children, c)
	return c
}

// specSteps takes the path of a row apart into keys, itemsStep and restStep.
func specSteps(path string) []string {
	var keys []string
	for _, step := range fieldpath.Pattern(path) {
		if step.IsIndex {
			step.Key = itemsStep
		}
		keys = append(keys, step.Key)
	}
	return keys
}

// below returns the node whose children describe what is below n, following SameAs.
func (s *ToolSpec) below(n *fieldNode) *fieldNode {
	for range maxRedirects {
		var row *FieldSpec
		for _, r := range n.rows {
			if r.HasSameAs {
				row = r
				break
			}
		}
		if row == nil {
			return n
		}
		to := s.tree()
		for _, key := range specSteps(row.SameAs) {
			if to = to.byKey[key]; to == nil {
				return n
			}
		}
		if to == n {
			return n
		}
		n = to
	}
	return n
}

// step goes from a node to the place of one step of a call's path, nil where no row describes it.
func (s *ToolSpec) step(n *fieldNode, step fieldpath.Step) *fieldNode {
	n = s.below(n)
	if step.IsIndex {
		return n.at(itemsStep)
	}
	if c := n.at(step.Key); c != nil {
		return c
	}
	return n.at(restStep)
}

// at is the child under key, nil where there is none.
func (n *fieldNode) at(key string) *fieldNode {
	if len(n.children) > manyChildren {
		return n.byKey[key]
	}
	for _, c := range n.children {
		if c.key == key {
			return c
		}
	}
	return nil
}

// node returns the place that describes the path of an issue, such as "Lines[2].Amount"; nil
// where no row describes it.
func (s *ToolSpec) node(steps []fieldpath.Step) *fieldNode {
	n := s.tree()
	for _, step := range steps {
		if n = s.step(n, step); n == nil {
			return nil
		}
	}
	return n
}

// row returns the row of a path, nil where there is none. Where the variants of a union
// describe the field differently, the row says only what they agree on.
func (s *ToolSpec) row(path string) *FieldSpec {
	n := s.node(fieldpath.Split(path))
	if n == nil {
		return nil
	}
	return n.row("")
}

// row returns the row of a node for a variant. Without a variant, several rows are merged into
// what they agree on: a hint that is right for one branch and wrong for another is worse than none.
func (n *fieldNode) row(variant string) *FieldSpec {
	switch {
	case len(n.rows) == 0:
		return nil
	case len(n.rows) == 1:
		return n.rows[0]
	}
	if variant != "" {
		for _, r := range n.rows {
			if r.Variant == variant {
				return r
			}
		}
	}
	return n.shared
}

// share finds what the rows of each node agree on.
func (n *fieldNode) share() {
	if len(n.rows) > 1 {
		merged := *n.rows[0]
		for _, r := range n.rows[1:] {
			merged.keepShared(r)
		}
		n.shared = &merged
	}
	for _, c := range n.children {
		c.share()
	}
}

// keepShared drops from f what o does not say too. Sensitive and Injected add up instead.
func (f *FieldSpec) keepShared(o *FieldSpec) {
	keep := func(s *string, other string) {
		if *s != other {
			*s = ""
		}
	}
	keep(&f.Variant, o.Variant)
	keep(&f.Type, o.Type)
	keep(&f.Format, o.Format)
	keep(&f.Pattern, o.Pattern)
	keep(&f.Title, o.Title)
	keep(&f.Description, o.Description)
	keep(&f.Default, o.Default)
	keep(&f.Question, o.Question)
	f.Required = f.Required && o.Required
	f.Nullable = f.Nullable && o.Nullable
	f.Closed = f.Closed && o.Closed
	f.Sensitive = f.Sensitive || o.Sensitive
	f.Injected = f.Injected || o.Injected
	if !slices.Equal(f.Enum, o.Enum) {
		f.Enum = nil
	}
	var bounds []BoundSpec
	for _, b := range f.Bounds {
		if o.bound(b.Keyword) == b.Limit {
			bounds = append(bounds, b)
		}
	}
	f.Bounds = bounds
}

// manyChildren is from where on children are looked up in a map.
const manyChildren = 8
