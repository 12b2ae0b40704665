package runtime

import (
	"slices"
	"strings"
)

// wrapping is an object of the call that holds what the object around it lacks: models put arguments
// under a key such as "arguments", or under the name of what they are about.
type wrapping struct {
	steps  []pathStep // where it is; the last is the key that no field has
	values map[string]any
}

// pairWrapped finds the values of missing fields within an object under a key that no field has. It is
// taken for theirs where all of its keys are those of fields that the object around it does not have
// yet, and where no other such object is there: a wrong guess is worse than none.
func (b *hintBuilder) pairWrapped() {
	if b.allNamed {
		return
	}
	var tried []pathStep
	for i := range b.issues {
		issue := &b.issues[i]
		if !issue.lacks() {
			continue
		}
		parent := issue.steps[:len(issue.steps)-1]
		if b.wrapping.values == nil {
			if tried != nil && slices.Equal(tried, parent) {
				continue
			}
			if tried = parent; !b.findWrapping(parent) {
				continue
			}
		}
		key := issue.steps[len(issue.steps)-1].Key
		if _, has := b.wrapping.values[key]; has && b.wrapping.isWithin(parent) {
			from := append(slices.Clone(b.wrapping.steps), pathStep{Key: key})
			issue.like, issue.wrapped = joinSteps(from), true
		}
	}
}

// lacks reports whether the issue is that a key is not there, and nothing is known to stand for it.
func (issue *hintIssue) lacks() bool {
	n := len(issue.steps)
	return n > 0 && !issue.steps[n-1].IsIndex && issue.Constraint == "required" && issue.like == "" && issue.Got == nil
}

// isWithin reports whether the wrapping stands in the object at a path.
func (w *wrapping) isWithin(parent []pathStep) bool {
	return w.values != nil && slices.Equal(w.steps[:len(w.steps)-1], parent)
}

// findWrapping looks for a wrapping in the object at a path. An array is replaced as a whole, which
// would have to repeat what else it has.
func (b *hintBuilder) findWrapping(parent []pathStep) bool {
	doc := b.document()
	at, object := b.spec.node(parent), doc.node(parent)
	if at == nil || object == nil || doc.text[object.from] != '{' || slices.ContainsFunc(parent, func(s pathStep) bool { return s.IsIndex }) {
		return false
	}
	known := b.spec.below(at).byKey
	found := false
	for i := range doc.all(object) {
		m := &object.members[i]
		key := doc.key(m)
		if c := doc.text[m.from]; c != '{' && c != '"' || known[key] != nil || doc.end(m)-int(m.from) > maxProvenCall {
			continue
		}
		values := objectIn(readValue(doc.raw(m)))
		if len(values) == 0 || !b.fillsMissing(parent, values) {
			continue
		}
		fits := true
		for inner := range values {
			fits = fits && known[inner] != nil && doc.index(object, inner) < 0
		}
		switch {
		case !fits:
		case found:
			b.wrapping = wrapping{}
			return false
		default:
			found = true
			b.wrapping = wrapping{append(slices.Clone(parent), pathStep{Key: key}), values}
		}
	}
	if found && b.takesOthers(parent) {
		b.wrapping = wrapping{}
		return false
	}
	return found
}

// takesOthers reports whether the object at a path describes the values of keys that it does not name.
func (b *hintBuilder) takesOthers(parent []pathStep) bool {
	return strings.HasPrefix(b.schema().keyword(parent, "additionalProperties"), "{") || b.schema().keyword(parent, "patternProperties") != ""
}

// objectIn is the object that a value is, or that it holds as text.
func objectIn(v any) map[string]any {
	if text, ok := v.(string); ok && strings.HasPrefix(strings.TrimSpace(text), "{") {
		v, _ = parseAny([]byte(text))
	}
	object, _ := v.(map[string]any)
	return object
}

// fillsMissing reports whether values has one for a key that is missing in the object at a path.
func (b *hintBuilder) fillsMissing(parent []pathStep, values map[string]any) bool {
	return slices.ContainsFunc(b.issues, func(issue hintIssue) bool {
		if !issue.lacks() || !slices.Equal(issue.steps[:len(issue.steps)-1], parent) {
			return false
		}
		_, has := values[issue.steps[len(issue.steps)-1].Key]
		return has
	})
}

// unwrap puts the values of the wrapping into the patch that no issue is about, and takes the wrapping
// out of the call once the patch has all that was in it.
func (b *hintBuilder) unwrap(patch *patchObject) {
	w := &b.wrapping
	if w.values == nil || !slices.ContainsFunc(b.issues, func(issue hintIssue) bool { return issue.wrapped && patch.covers(issue.steps) }) {
		return
	}
	keys := make([]string, 0, len(w.values))
	for key := range w.values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	all := true
	for _, key := range keys {
		to := append(slices.Clone(w.steps[:len(w.steps)-1]), pathStep{Key: key})
		if patch.covers(to) {
			continue
		}
		n := b.spec.node(to)
		if n == nil || n.row("") == nil || b.spec.sensitive(to) || b.spec.hidesValues(n) || b.spec.injected(to) {
			all = false
			continue
		}
		if raw, ok := b.repeated(n.row(""), w.values[key]); ok {
			patch.set(to, raw)
		} else {
			all = false
		}
	}
	if all {
		patch.set(w.steps, null)
	}
}
