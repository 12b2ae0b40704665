package runtime

import (
	"encoding/json"
	"slices"
)

// maxRepeated is the number of fields of which a hint says that they failed before.
const maxRepeated = 3

// sharpened makes of the hint what a model needs that has made the same mistake before: the whole
// call as an example the second time, a question to the user the third time, and then the end.
func (b *hintBuilder) sharpened() *RetryHint {
	r := b.cfg.again
	for _, field := range r.again {
		if steps := splitPath(field); len(b.hint.Repeated) < maxRepeated && len(steps) > 0 && !b.spec.injected(steps) {
			b.hint.Repeated = append(b.hint.Repeated, clean(field, maxPathInHint))
		}
	}
	switch {
	case r.stop || r.times > 3:
		b.hint.Action = Stop
		b.hint.ClarifyingQuestion = ""
	case r.times == 3 && b.hint.Reason != ToolNotFound:
		b.hint.Action = AskUser
		if b.hint.ClarifyingQuestion == "" {
			b.hint.ClarifyingQuestion = b.anyQuestion()
		}
	case r.times == 3:
		b.hint.Action = Stop
	case r.times == 2:
		if filled, ok := b.filled(); ok {
			b.hint.ExampleInput, b.patch, b.narrowed = filled, patchOf(filled), true
		}
	}
	b.fit()
	return b.hint
}

// anyQuestion asks about the fields at fault, whatever is wrong with them.
func (b *hintBuilder) anyQuestion() string {
	b.insist = true
	defer func() { b.insist = false }()
	if q := b.question(maxMissing); q != "" {
		return q
	}
	return "Could you tell me how to go on? The call is not accepted."
}

// filled is the example with what is sound in the call beside it: still a merge patch, and at the
// same time a picture of the call as it should be. Sensitive values are left to the call.
func (b *hintBuilder) filled() (json.RawMessage, bool) {
	doc := b.document()
	if doc == nil || len(b.hint.ExampleInput) == 0 || slices.ContainsFunc(b.issues, func(i hintIssue) bool { return len(i.steps) == 0 }) {
		return nil, false
	}
	v, ok := parseAny(b.hint.ExampleInput)
	patch, isObject := v.(map[string]any)
	if !ok || !isObject {
		return nil, false
	}
	known := b.spec.below(b.spec.tree())
	for i := range doc.all(doc.top()) {
		m := &doc.root.members[i]
		key := doc.key(m)
		n := known.byKey[key]
		if _, mended := patch[key]; mended || n == nil || leastSize(doc.raw(m)) > maxMovedValue {
			continue
		}
		member := readValue(doc.raw(m))
		if holdsNull(member) {
			continue
		}
		if b.spec.hides(n) {
			continue
		}
		if len(writeJSON(member)) <= maxMovedValue {
			patch[key] = member
		}
	}
	raw := writeJSON(patch)
	return escapeUnprintable(raw), len(raw) <= b.cfg.budget/2
}
