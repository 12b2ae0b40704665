package runtime

import (
	"bytes"
	"encoding/json"
	"slices"
)

// giveExample gives the hint its example: the merge patch (RFC 7396) that mends the issues, of faulty
// and missing fields with placeholders that satisfy the schema, and unknown keys with null, which
// removes them. There is none where nothing can be mended that way.
//
// A merge patch replaces an array as a whole. A fault inside an array is therefore only mended
// where the call is known, by giving the array anew with the element mended; and an array that
// holds sensitive values is never given. A required null cannot be said in a merge patch at all.
func (b *hintBuilder) giveExample(issues []hintIssue) {
	b.hint.ExampleInput, b.hint.Samples, b.patch, b.invented = nil, nil, nil, invented{}
	patch := &b.example
	*patch = patchObject{members: patch.members[:0]}
	var arrays []*arrayEdit
	issues = b.withGroups(issues)
	for i := range issues {
		issue := &issues[i]
		if len(issue.steps) == 0 && issue.Constraint == "minProperties" {
			b.addKeys(patch, issue)
			continue
		}
		if len(issue.steps) == 0 && issue.choice == "" {
			if raw, ok := b.wholeExample(issue); ok {
				b.hint.ExampleInput, b.patch = raw, patchOf(raw)
				if b.invented.unsure {
					b.markSamples()
				}
				return
			}
			continue
		}
		if issue.rank == rankRule || issue.hopeless || b.spec.sensitive(issue.steps) || tooLongKey(issue.steps) {
			continue
		}
		if at, ok := b.arrayOf(issue); ok {
			g := findEdit(arrays, issue.steps[:at])
			if g == nil {
				g = b.newArrayEdit(issue.steps[:at])
				arrays = append(arrays, g)
			}
			g.take(issue)
			continue
		}
		if raw, ok := b.unquoted(issue); ok {
			patch.put(issue.steps, raw, true)
			continue
		}
		old, present := b.before(issue)
		if issue.choice != "" {
			b.patchChoice(patch, issue, old, present)
			continue
		}
		switch v, what := b.mend(issue, old, present); what {
		case mendSet:
			patch.set(issue.steps, v)
			if issue.ignored {
				patch.set(append(slices.Clone(issue.steps[:len(issue.steps)-1]), pathStep{Key: issue.like}), null)
			}
		case mendRemove:
			patch.set(issue.steps, null)
			if to, raw, ok := b.meantFor(issue, old); ok {
				patch.set(to, raw)
			}
		}
	}
	for _, g := range arrays {
		if raw, ok := g.finish(b); ok {
			patch.set(g.steps, raw)
		}
	}
	b.unwrap(patch)
	if len(patch.members) > 0 {
		b.scratch = patch.append(b.scratch[:0])
		b.patch, b.hint.ExampleInput = patch, bytes.Clone(escapeUnprintable(b.scratch))
		b.nameSamples()
	}
}

// before is the value that the call has where an issue is, for those that are mended by means of it.
func (b *hintBuilder) before(issue *hintIssue) (v any, present bool) {
	if issue.choice == "" && issue.rank != rankType && issue.Constraint != "minProperties" && (issue.rank != rankUnknown || issue.like == "") {
		return nil, false
	}
	return b.document().value(issue.steps)
}

// patchChoice puts what makes an object a variant of its union into the patch.
func (b *hintBuilder) patchChoice(patch *patchObject, issue *hintIssue, old any, present bool) {
	object, ok := old.(map[string]any)
	if present && !ok {
		object = map[string]any{} // what is there is replaced
	}
	b.invented.unsure = true
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
		if issue.hopeless || b.deeper(issue) || issue.Message != "" {
			return nil, false
		}
	default:
		return nil, false
	}
	p := b.newPlaceholder("")
	raw, ok := p.object(b.spec.tree(), 0)
	b.invented.unsure = p.free
	return escapeUnprintable(raw), ok && (len(raw) > len("{}") || b.saysNothing())
}

// saysNothing reports whether nothing is lost of the call where {} takes its place.
func (b *hintBuilder) saysNothing() bool {
	switch call := bytes.TrimSpace(b.cfg.call); string(call) {
	case `null`, `[]`, `""`, `"null"`:
		return true
	case ``:
		return b.cfg.call != nil && !cutOff(b.cfg.stopReason)
	}
	return false
}

// unwrapped is the object that came inside a string, where it may be shown and a merge patch can
// say it.
func (b *hintBuilder) unwrapped(inner json.RawMessage) (json.RawMessage, bool) {
	object, ok := parseAny(inner)
	if !ok || len(inner) > b.cfg.budget/2 || b.spec.withholds() || holdsNull(object) {
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
	for i := range steps {
		if len(steps[i].Key) > maxPathInHint {
			return true
		}
	}
	return false
}

// arrayOf finds the outermost array that has to be replaced to mend an issue.
func (b *hintBuilder) arrayOf(issue *hintIssue) (at int, ok bool) {
	for i := range issue.steps {
		if issue.steps[i].IsIndex {
			return i, true
		}
	}
	switch issue.Constraint {
	case "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains":
		return len(issue.steps), true
	}
	return 0, false
}

// document is the call, where it is known and an object; nil otherwise.
func (b *hintBuilder) document() *document {
	if !b.parsed {
		b.parsed = true
		b.doc, b.known = newDocument(b.cfg.call, b.isJSON)
		b.doc.root.members = b.memberRoom[:0]
	}
	if !b.known {
		return nil
	}
	return &b.doc
}
