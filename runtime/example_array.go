package runtime

import (
	"encoding/json"
	"maps"
	"slices"
)

// arrayEdit is an array that is given anew, with its faults mended.
type arrayEdit struct {
	steps []pathStep
	node  *fieldNode
	value any
	known bool
	edits int
	late  []*hintIssue // issues of the array itself, after those of its items
}

func (b *hintBuilder) newArrayEdit(steps []pathStep) *arrayEdit {
	g := &arrayEdit{steps: steps, node: b.spec.node(steps)}
	if b.document() == nil {
		return g
	}
	v, ok := valueAt(b.document(), steps)
	if _, isArray := v.([]any); !ok || !isArray || g.node == nil {
		return g
	}
	if b.spec.anywhere(g.node, isSensitive, 4) || b.spec.anywhere(g.node, isInjected, 4) {
		return g // it would have to repeat values that nobody may see
	}
	// The fault itself may be that a value is long, so that the size of what is given is only
	// looked at when it is mended.
	if len(b.cfg.call) <= maxCopiedArray || jsonSize(v, maxCopiedArray) <= maxCopiedArray {
		g.value, g.known = v, true
	}
	return g
}

// maxCopiedArray is the size of an array that is mended. Larger ones would hardly fit a hint.
const maxCopiedArray = 64 << 10

// take mends one issue that lies at or below the array.
func (g *arrayEdit) take(b *hintBuilder, issue *hintIssue, at int) {
	if len(issue.steps) == at {
		g.late = append(g.late, issue)
		return
	}
	if g.known {
		g.value = g.edit(b, issue, g.value, issue.steps[at:])
	}
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
		before, item := g.edits, at[step.Index]
		if len(steps) > 1 {
			item = g.edit(b, issue, item, steps[1:])
		} else if issue.choice != "" {
			item = g.choose(b, issue, item)
		} else if raw, what := b.mend(issue, item, true); what == mendSet {
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
		raw, what := b.mend(issue, old, present)
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

// finish mends the array itself and gives it as JSON. Where the array is not known but has no
// items that could be lost, a new one is given.
func (g *arrayEdit) finish(b *hintBuilder) (json.RawMessage, bool) {
	for _, issue := range g.late {
		if !g.known {
			return b.rawMend(issue)
		}
		if v, ok := b.reshaped(issue, g.value); ok {
			g.value = v
			g.edits++
		}
	}
	limit := b.cfg.budget * 3 / 4
	if g.edits == 0 || jsonSize(g.value, limit) > limit {
		return nil, false
	}
	raw := writeJSON(g.value)
	return raw, len(raw) <= limit
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
