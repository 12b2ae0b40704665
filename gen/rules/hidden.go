package rules

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// hiddenTree knows which fields of a tool are sensitive, by their places.
type hiddenTree struct {
	root  *hiddenPlace
	paths map[string]*hiddenPlace
}

// hiddenPlace is what the rows of one path say.
type hiddenPlace struct {
	path      string
	sensitive bool
	sameAs    string
	elsewhere bool // what is below is described at sameAs
	below     map[step]*hiddenPlace
	order     []step
}

// hiddenFields reads the rows of a tool; nil where no field is sensitive.
func hiddenFields(rows []model.FieldInfo) *hiddenTree {
	if !slices.ContainsFunc(rows, func(f model.FieldInfo) bool { return f.Sensitive }) {
		return nil
	}
	t := &hiddenTree{root: &hiddenPlace{}, paths: map[string]*hiddenPlace{}}
	t.paths[""] = t.root
	for _, f := range rows {
		at := t.root
		steps, _ := parsePath(f.Path) // rows have proper paths
		for _, s := range steps {
			next := at.below[s]
			if next == nil {
				next = &hiddenPlace{}
				if at.below == nil {
					at.below = map[step]*hiddenPlace{}
				}
				at.below[s] = next
				at.order = append(at.order, s)
			}
			at = next
		}
		at.path = f.Path
		at.sensitive = at.sensitive || f.Sensitive
		if f.HasSameAs {
			at.sameAs, at.elsewhere = f.SameAs, true
		}
		t.paths[f.Path] = at
	}
	return t
}

// readBy finds a field that a rule reads and that is, holds or is held by a sensitive one.
func (t *hiddenTree) readBy(rule *model.Rule) (path string, ok bool) {
	reads := rule.Code.Reads
	if rule.Code.All {
		reads = append([]string{""}, reads...)
	}
	for _, read := range reads {
		at := rule.At
		switch {
		case read == "":
		case at == "" || strings.HasPrefix(read, "["):
			at += read
		default:
			at += "." + read
		}
		steps, err := parsePath(plainIndexes(at))
		if err != nil {
			steps = nil // it is not known what is read: all, then
		}
		if path, ok := t.on(t.root, steps, false); ok {
			return path, true
		}
	}
	return "", false
}

var quotedOrIndex = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\[[0-9]+\]`)

// plainIndexes makes "[]" of the indexes in a path.
func plainIndexes(path string) string {
	return quotedOrIndex.ReplaceAllStringFunc(path, func(part string) string {
		if part[0] == '[' {
			return "[]"
		}
		return part
	})
}

// on finds what is sensitive on the way along steps from a place, or below their end. skipped says that
// the place is below a key that the steps leave out.
func (t *hiddenTree) on(at *hiddenPlace, steps []step, skipped bool) (path string, ok bool) {
	if at.sensitive {
		return at.path, true
	}
	if len(steps) == 0 {
		return t.under(at, map[*hiddenPlace]bool{})
	}
	at = t.described(at)
	if next := at.below[steps[0]]; next != nil {
		return t.on(next, steps[1:], false)
	}
	rest := at.below[step{kind: toRest}]
	if rest == nil || steps[0].kind != toProperty {
		return "", false
	}
	// The step is a key that no property names, or follows one: a path leaves out keys that a rule
	// computes.
	if path, ok := t.on(rest, steps[1:], false); ok || skipped {
		return path, ok
	}
	return t.on(rest, steps, true)
}

// under finds what is sensitive below a place.
func (t *hiddenTree) under(at *hiddenPlace, seen map[*hiddenPlace]bool) (path string, ok bool) {
	if at.sensitive {
		return at.path, true
	}
	at = t.described(at)
	if seen[at] {
		return "", false
	}
	seen[at] = true
	for _, s := range at.order {
		if path, ok := t.under(at.below[s], seen); ok {
			return path, true
		}
	}
	return "", false
}

// described is the place whose rows tell what is below one.
func (t *hiddenTree) described(at *hiddenPlace) *hiddenPlace {
	for range maxHops {
		if !at.elsewhere || t.paths[at.sameAs] == nil {
			break
		}
		at = t.paths[at.sameAs]
	}
	return at
}
