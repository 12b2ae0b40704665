package runtime

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// arrayEdit is an array that is given anew, with its faults mended.
type arrayEdit struct {
	steps  []pathStep
	node   *fieldNode
	at     *docMember // the array in the call, nil where it is not known
	issues []*hintIssue
	late   []*hintIssue // issues of the array itself, after those of its items
	edits  int
}

func findEdit(arrays []*arrayEdit, steps []pathStep) *arrayEdit {
	for _, g := range arrays {
		if slices.Equal(g.steps, steps) {
			return g
		}
	}
	return nil
}

func (b *hintBuilder) newArrayEdit(steps []pathStep) *arrayEdit {
	g := &arrayEdit{steps: steps, node: b.spec.node(steps)}
	doc := b.document()
	m := doc.at(steps)
	if m == nil || doc.text[m.from] != '[' || g.node == nil {
		return g
	}
	if b.spec.hides(g.node) {
		return g // it would have to repeat values that nobody may see
	}
	g.at = m
	return g
}

// maxCopiedArray is the size of an array that is mended. Larger ones would hardly fit a hint.
const maxCopiedArray = 64 << 10

// take notes one issue that lies at or below the array.
func (g *arrayEdit) take(issue *hintIssue) {
	if len(issue.steps) == len(g.steps) {
		g.late = append(g.late, issue)
	} else {
		g.issues = append(g.issues, issue)
	}
}

// tooLarge reports whether the items that no issue is about take more than limit bytes.
//
// Items that follow each other are looked at together, and only where they may be too large: their
// text takes no less than they.
func (g *arrayEdit) tooLarge(doc *document, limit int) bool {
	n := doc.inside(g.at)
	from, to := 0, 0 // the items behind each other that were not counted yet
	for i := 0; limit >= 0; i++ {
		m := doc.find(n, pathStep{Index: i, IsIndex: true})
		if m == nil {
			return limit < leastRun(doc, from, to)
		}
		if g.touches(i) {
			limit -= leastRun(doc, from, to) + 1
			from = 0
			continue
		}
		if to = doc.end(m); from == 0 {
			from = int(m.from)
		}
		if to-from+1 > limit {
			limit -= leastRun(doc, from, to)
			from = 0
		}
	}
	return true
}

// leastRun is the least size of the items in a part of the text, each with a comma.
func leastRun(doc *document, from, to int) int {
	if from == 0 {
		return 0
	}
	return leastSize(doc.text[from:to]) + 1
}

// touches reports whether an issue is about an item of the array or lies below it.
func (g *arrayEdit) touches(item int) bool {
	for _, issue := range g.issues {
		if issue.steps[len(g.steps)].Index == item {
			return true
		}
	}
	return false
}

// edit returns v with the issue at steps mended. What it changes it copies first, since v is a
// part of the call.
func (g *arrayEdit) edit(b *hintBuilder, issue *hintIssue, v any, steps []pathStep) any {
	step := steps[0]
	switch at := v.(type) {
	case []any:
		if !step.IsIndex || step.Index < 0 || step.Index >= len(at) {
			return v
		}
		if len(steps) == 1 && isForbidden(issue.Constraint) {
			g.edits++
			if endsArray(issue.Constraint, issue.Field) {
				return at[:step.Index:step.Index]
			}
			return slices.Delete(slices.Clone(at), step.Index, step.Index+1)
		}
		before, item := g.edits, at[step.Index]
		if len(steps) > 1 {
			item = g.edit(b, issue, item, steps[1:])
		} else if issue.choice != "" {
			item = g.choose(b, issue, item)
		} else if raw, what := g.mend(b, issue, item, true); what == mendSet {
			item = raw
			g.edits++
		}
		if g.edits == before {
			return v
		}
		at = slices.Clone(at)
		at[step.Index] = item
		return at
	case map[string]any:
		if step.IsIndex {
			return v
		}
		old, present := at[step.Key]
		if len(steps) > 1 || issue.choice != "" {
			before, member := g.edits, old
			switch {
			case len(steps) == 1:
				member = g.choose(b, issue, old)
			case present:
				member = g.edit(b, issue, old, steps[1:])
			}
			if g.edits == before {
				return v
			}
			at = maps.Clone(at)
			at[step.Key] = member
			return at
		}
		raw, what := g.mend(b, issue, old, present)
		if what == mendNothing {
			return v
		}
		at = maps.Clone(at)
		switch what {
		case mendSet:
			at[step.Key] = raw
			g.edits++
			if issue.ignored {
				delete(at, issue.like)
			}
		case mendRemove:
			delete(at, step.Key)
			if _, raw, ok := b.meantFor(issue, old); ok {
				at[issue.like] = raw
			}
			g.edits++
		}
		return at
	}
	return v
}

// mend is the builder's, but for a value that has to be null: an array is given as it is to be, so that
// it can have one.
func (g *arrayEdit) mend(b *hintBuilder, issue *hintIssue, old any, present bool) (json.RawMessage, mending) {
	raw, what := b.mend(issue, old, present)
	if what == mendNothing && issue.row.isNull() && issue.rank <= rankEnum {
		return null, mendSet
	}
	return raw, what
}

// finish mends the array and gives it as JSON. Where the array is not known but has no items that
// could be lost, a new one is given.
func (g *arrayEdit) finish(b *hintBuilder) (json.RawMessage, bool) {
	limit := b.cfg.budget * 3 / 4
	doc := b.document()
	if g.at != nil && len(g.late) == 0 && g.tooLarge(doc, limit) {
		return nil, false
	}
	// The fault itself may be that a value is long, so that the size of what is given is only looked
	// at when it is mended. To find the end of a long array takes longest, so that is done last.
	if g.at == nil || len(b.cfg.call) > maxCopiedArray && leastSize(doc.raw(g.at)) > maxCopiedArray {
		if len(g.late) > 0 {
			return b.rawMend(g.late[0])
		}
		return nil, false
	}
	v := readValue(doc.raw(g.at))
	var surplus []*hintIssue
	for _, issue := range g.issues {
		if isForbidden(issue.Constraint) && issue.steps[len(issue.steps)-1].IsIndex {
			surplus = append(surplus, issue)
			continue
		}
		v = g.edit(b, issue, v, issue.steps[len(g.steps):])
	}
	// What is taken out moves what is behind it: the last goes first, when nothing else is to be found.
	slices.SortStableFunc(surplus, func(x, y *hintIssue) int { return compareSteps(y.steps, x.steps) })
	for _, issue := range surplus {
		v = g.edit(b, issue, v, issue.steps[len(g.steps):])
	}
	for _, issue := range g.late {
		if reshaped, ok := b.reshaped(issue, v); ok {
			v = reshaped
			g.edits++
		}
	}
	if g.edits == 0 || jsonSize(v, limit) > limit {
		return nil, false
	}
	raw := writeJSON(v)
	return raw, len(raw) <= limit
}

// compareSteps puts paths in order by the indexes of the array items that they lead to.
func compareSteps(x, y []pathStep) int {
	return slices.CompareFunc(x, y, func(a, b pathStep) int {
		if a.IsIndex && b.IsIndex {
			return a.Index - b.Index
		}
		return strings.Compare(a.Key, b.Key)
	})
}

func (b *hintBuilder) rawMend(issue *hintIssue) (json.RawMessage, bool) {
	raw, what := b.mend(issue, nil, false)
	return raw, what == mendSet
}

// choose mends a value of the array that is no variant of its union.
func (g *arrayEdit) choose(b *hintBuilder, issue *hintIssue, v any) any {
	object, ok := v.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	members := b.choose(issue, object)
	b.invented.unsure = true
	if len(members) == 0 {
		return v
	}
	object = maps.Clone(object)
	for _, m := range members {
		object[m.key] = m.raw
	}
	g.edits++
	return object
}
