package runtime

import (
	"slices"
	"strings"
)

// choosesKeys reports whether an issue may be one of a choice between sets of keys.
func (b *hintBuilder) choosesKeys(issue *hintIssue) bool {
	return issue.choice == "" && !issue.hopeless && hasChoice(issue.Constraint) && (issue.Message == "" || issue.severalFit())
}

// keyEdits is what has to change so that an object has the keys of one branch of a choice, and not those
// of others besides. The branch is the one of whose keys the call has most, the first of several. ok is
// false where an issue is about another choice, or nothing can be offered.
func (b *hintBuilder) keyEdits(issue *hintIssue, before []hintIssue) (edits []hintIssue, ok bool) {
	if !b.choosesKeys(issue) {
		return nil, false
	}
	v, _ := b.document().value(issue.steps)
	object, isObject := v.(map[string]any)
	if !isObject {
		return nil, false
	}
	sets := b.branchKeys(issue)
	best, most := -1, -1
	for i := range sets {
		if n := len(sets[i].required) - lacking(object, sets[i].required); n > most && (!issue.severalFit() || lacking(object, sets[i].required) == 0) {
			best, most = i, n
		}
	}
	if best < 0 {
		return nil, false
	}
	at := func(key string) string {
		return joinSteps(append(slices.Clone(issue.steps), pathStep{Key: key}))
	}
	chosen := sets[best]
	for _, key := range chosen.required {
		if _, has := object[key]; has {
			continue
		}
		more := b.missing(at(key), append(before[:len(before):len(before)], edits...))
		if len(more) == 0 {
			return nil, false
		}
		edits = append(edits, more...)
	}
	remove := func(key string) {
		if _, has := object[key]; has && !slices.Contains(chosen.required, key) {
			edit, ok := b.presence(at(key), "additionalProperties")
			known := edited(before, edit.Field, rankUnknown) || edited(edits, edit.Field, rankUnknown)
			if ok && !known && (edit.row == nil || !edit.row.Required || edit.row.Variant != "") {
				edits = append(edits, edit)
			}
		}
	}
	for _, key := range chosen.without {
		remove(key)
	}
	for i, other := range sets {
		if i == best || issue.Constraint != "oneOf" || lacking(object, other.required) > 0 {
			continue
		}
		for _, key := range other.required { // one less is enough
			if before := len(edits); !slices.Contains(chosen.required, key) {
				if remove(key); len(edits) > before {
					break
				}
			}
		}
	}
	return edits, len(edits) > 0
}

// branchKeys lists the keys that the branches of a choice ask for, whatever else they ask for besides: that
// the example is tried out tells. There are none where issues say what is wrong with the closest branch.
func (b *hintBuilder) branchKeys(issue *hintIssue) (sets []keyNeeds) {
	if text, ok := strings.CutPrefix(b.choiceRule(issue), schemaLead(issue.Constraint)); ok {
		if sets, ok = readKeyChoice(text); ok {
			return sets
		}
	}
	if !issue.severalFit() && !b.deeper(issue) {
		return b.requiredInBranches(issue)
	}
	if !issue.severalFit() || issue.node == nil {
		return nil
	}
	below := b.spec.below(issue.node)
	for _, label := range textsOf(issue.Expected) {
		var set keyNeeds
		for _, c := range below.children {
			if row := c.rowOf(label); row != nil && row.Variant == label && row.Required && !row.Injected {
				set.required = append(set.required, c.key)
			}
		}
		if len(set.required) == 0 {
			return nil // it would have to be known what else it asks for
		}
		sets = append(sets, set)
	}
	return sets
}

// requiredInBranches lists the keys that the branches of a choice require, none where one requires none.
func (b *hintBuilder) requiredInBranches(issue *hintIssue) (sets []keyNeeds) {
	if b.spec.fields.injected || b.spec.fields.sensitive {
		return nil
	}
	schema := b.schema().keyword(issue.steps, issue.Constraint)
	if len(schema) > maxChoiceRead {
		return nil
	}
	v, _ := parseAny([]byte(schema))
	list, _ := v.([]any)
	for _, branch := range list {
		m, _ := branch.(map[string]any)
		var s subschema
		if !s.take("required", m["required"], 1) {
			return nil
		}
		sets = append(sets, keyNeeds{required: s.required})
	}
	return sets
}

// lacking counts the keys that an object is without.
func lacking(object map[string]any, keys []string) (n int) {
	for _, key := range keys {
		if _, has := object[key]; !has {
			n++
		}
	}
	return n
}
