package runtime

import (
	"encoding/json"
	"slices"
)

// example is the merge patch (RFC 7396) that mends the issues: faulty and missing fields with
// placeholders that satisfy the schema, unknown keys with null, which removes them. It is nil where
// nothing can be mended that way.
//
// A merge patch replaces an array as a whole. A fault inside an array is therefore only mended
// where the call is known, by giving the array anew with the element mended; and an array that
// holds sensitive values is never given. A required null cannot be said in a merge patch at all.
func (b *hintBuilder) example(issues []hintIssue) json.RawMessage {
	patch := &patchObject{}
	groups := map[string]*arrayEdit{}
	var order []*arrayEdit
	issues = b.withGroups(issues)
	for i := range issues {
		issue := &issues[i]
		if len(issue.steps) == 0 && issue.choice == "" {
			if raw, ok := b.wholeExample(issue); ok {
				return raw
			}
			continue
		}
		if issue.rank == rankRule || issue.hopeless || b.spec.flagged(issue.steps, isSensitive) || tooLongKey(issue.steps) {
			continue
		}
		if at, ok := b.arrayOf(issue); ok {
			key := joinSteps(issue.steps[:at])
			g := groups[key]
			if g == nil {
				g = b.newArrayEdit(issue.steps[:at])
				groups[key] = g
				order = append(order, g)
			}
			g.take(b, issue, at)
			continue
		}
		old, present := valueAt(b.document(), issue.steps)
		if issue.choice != "" {
			b.patchChoice(patch, issue, old, present)
			continue
		}
		switch v, what := b.mend(issue, old, present); what {
		case mendSet:
			patch.set(issue.steps, v)
			if issue.ignored {
				patch.set(append(slices.Clone(issue.steps[:len(issue.steps)-1]), pathStep{Key: issue.like}), json.RawMessage("null"))
			}
		case mendRemove:
			patch.set(issue.steps, json.RawMessage("null"))
			if to, raw, ok := b.meantFor(issue, old); ok {
				patch.set(to, raw)
			}
		}
	}
	for _, g := range order {
		if raw, ok := g.finish(b); ok {
			patch.set(g.steps, raw)
		}
	}
	if len(patch.keys) == 0 {
		return nil
	}
	return escapeUnprintable(patch.append(nil))
}

// patchChoice puts what makes an object a variant of its union into the patch.
func (b *hintBuilder) patchChoice(patch *patchObject, issue *hintIssue, old any, present bool) {
	object, ok := old.(map[string]any)
	if present && !ok {
		object = map[string]any{} // what is there is replaced
	}
	for _, m := range b.choose(issue, object) {
		patch.set(append(slices.Clone(issue.steps), pathStep{Key: m.key}), m.raw)
	}
}

// wholeExample is the example for a fault of the value as a whole: a call with what is required.
func (b *hintBuilder) wholeExample(issue *hintIssue) (json.RawMessage, bool) {
	if inner, ok := b.doubled(); ok && b.wrapped {
		return b.unwrapped(inner)
	}
	switch issue.Constraint {
	case constraintJSON, constraintTruncated, "type", "required":
	case "oneOf", "anyOf":
		if b.deeper(issue) {
			return nil, false
		}
	default:
		return nil, false
	}
	raw, ok := b.newPlaceholder("").object(b.spec.tree(), 0)
	return escapeUnprintable(raw), ok && len(raw) > len("{}")
}

// unwrapped is the object that came inside a string, where it may be shown and a merge patch can
// say it.
func (b *hintBuilder) unwrapped(inner json.RawMessage) (json.RawMessage, bool) {
	object, ok := parseAny(inner)
	if !ok || len(inner) > b.cfg.budget/2 || b.withholds() || holdsNull(object) {
		return nil, false
	}
	return escapeUnprintable(writeJSON(object)), true
}

func holdsNull(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case map[string]any:
		for _, member := range v {
			if holdsNull(member) {
				return true
			}
		}
	}
	return false
}

// tooLongKey reports whether a step is too long to be repeated, or was cut and so is not the key.
func tooLongKey(steps []pathStep) bool {
	return slices.ContainsFunc(steps, func(s pathStep) bool { return len(s.Key) > maxPathInHint })
}

// arrayOf finds the outermost array that has to be replaced to mend an issue.
func (b *hintBuilder) arrayOf(issue *hintIssue) (at int, ok bool) {
	if i := slices.IndexFunc(issue.steps, func(s pathStep) bool { return s.IsIndex }); i >= 0 {
		return i, true
	}
	switch issue.Constraint {
	case "minItems", "maxItems", "uniqueItems":
		return len(issue.steps), true
	}
	return 0, false
}

// document is the call, where it is known and an object; nil otherwise. It is parsed once.
func (b *hintBuilder) document() any {
	if !b.parsed {
		b.parsed = true
		if doc, ok := parseAny(b.cfg.call); ok {
			if _, ok := doc.(map[string]any); ok {
				b.doc = doc
			}
		}
	}
	return b.doc
}

// valueAt finds the value at a path of a document.
func valueAt(doc any, steps []pathStep) (v any, ok bool) {
	for _, s := range steps {
		switch at := doc.(type) {
		case map[string]any:
			if s.IsIndex {
				return nil, false
			}
			if doc, ok = at[s.Key]; !ok {
				return nil, false
			}
		case []any:
			if !s.IsIndex || s.Index < 0 || s.Index >= len(at) {
				return nil, false
			}
			doc = at[s.Index]
		default:
			return nil, false
		}
	}
	return doc, doc != nil || len(steps) > 0
}

// patchObject is an object of a merge patch, its members in the order in which they were set.
type patchObject struct {
	keys   []string
	values map[string]json.RawMessage
	under  map[string]*patchObject
}

// set puts a value at a path of keys. What is already set, there or above, stays.
func (p *patchObject) set(steps []pathStep, raw json.RawMessage) {
	key := steps[0].Key
	if _, set := p.values[key]; set {
		return
	}
	below := p.under[key]
	if below == nil {
		p.keys = append(p.keys, key)
	}
	if len(steps) == 1 {
		if p.values == nil {
			p.values = map[string]json.RawMessage{}
		}
		p.values[key] = raw
		delete(p.under, key)
		return
	}
	if below == nil {
		if p.under == nil {
			p.under = map[string]*patchObject{}
		}
		below = &patchObject{}
		p.under[key] = below
	}
	below.set(steps[1:], raw)
}

// append writes the patch as JSON.
func (p *patchObject) append(b []byte) []byte {
	b = append(b, '{')
	for i, key := range p.keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, jsonText(key)...)
		b = append(b, ':')
		if below := p.under[key]; below != nil {
			b = below.append(b)
			continue
		}
		b = append(b, p.values[key]...)
	}
	return append(b, '}')
}
