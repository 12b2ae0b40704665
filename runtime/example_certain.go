package runtime

import "slices"

// An example need not be tried out on the call where it is certain what would come of it: each of its
// values fits its field, nothing else looks at the field, and the rest of the call stays as it is.
// To decode the call again is half the cost of a hint.

// separate reports whether what is wrong with the call, once values of it are replaced, follows from
// those values alone: the tool's fields are judged one by one, the decoder has read the whole call
// as it stands, and all that it found is known.
func (b *hintBuilder) separate() bool {
	return b.spec.Separate && b.isJSON && b.asWritten && b.left == 0 && len(b.cfg.decoding) == 0 && len(b.derived) == 0 && decodesItself(b.tool)
}

// certain reports whether all values of a patch are sure to be taken by their fields.
func (b *hintBuilder) certain(p *patchObject) bool {
	places := 0
	for i := range b.issues {
		issue := &b.issues[i]
		m := p.leaf(issue.steps)
		if m == nil || b.metBefore(i) {
			continue
		}
		if len(issue.steps) > maxCertainDepth || !b.sureToFit(issue, m) {
			return false
		}
		places++
	}
	return places == p.leaves() // no value is for a place that no issue is about
}

// maxCertainDepth keeps a value, which may be an object, from nesting too deeply where it is put.
const maxCertainDepth = 8

// metBefore reports whether an issue before the ith is at the same place.
func (b *hintBuilder) metBefore(i int) bool {
	for j := range i {
		if slices.Equal(b.issues[j].steps, b.issues[i].steps) {
			return true
		}
	}
	return false
}

// sureToFit reports whether what the patch makes of the field of an issue is sure to be taken.
func (b *hintBuilder) sureToFit(issue *hintIssue, m *patchMember) bool {
	row := issue.row
	switch {
	case m.removes():
		return issue.Constraint == "additionalProperties" || row != nil && !row.Required
	case row == nil || issue.node == nil:
		return false
	case len(row.Enum) > 0:
		return !isLongNumber(m.raw) && slices.Contains(row.Enum, string(m.raw))
	}
	if s := b.factsOf(issue).sampleOf(m.raw); s != nil {
		return s.proven.Load()
	}
	return m.taken && isShortNumber(m.raw)
}

// isShortNumber reports whether a text is a number that every Go type has room for.
func isShortNumber(raw []byte) bool {
	if len(raw) > len("999999999") {
		return false
	}
	for _, c := range raw {
		if !isDigit(c) && c != '.' {
			return false
		}
	}
	return isJSONNumber(string(raw))
}

// isLongNumber reports whether a JSON value is a number that some Go type has no room for, so that its
// decoder may not take it although the schema allows it.
func isLongNumber(raw []byte) bool {
	return len(raw) > 0 && (raw[0] == '-' || isDigit(raw[0])) && !isShortNumber(raw)
}

// notCovered lists the issues that a patch leaves as they are.
func (b *hintBuilder) notCovered(p *patchObject) []ValidationIssue {
	var left []ValidationIssue
	for i := range b.issues {
		if issue := &b.issues[i]; !p.covers(issue.steps) {
			left = append(left, issue.ValidationIssue)
		}
	}
	return left
}

// noteProven notes of the samples in a patch that the tool has taken them, as what is left tells.
func (b *hintBuilder) noteProven(p *patchObject, left []ValidationIssue) {
	for i := range b.issues {
		issue := &b.issues[i]
		if issue.row == nil || issue.node == nil || !issue.node.has(issue.row) {
			continue
		}
		m := p.leaf(issue.steps)
		if m == nil {
			continue
		}
		s := b.factsOf(issue).sampleOf(m.raw)
		if s == nil || s.proven.Load() {
			continue
		}
		wrong := slices.ContainsFunc(left, func(l ValidationIssue) bool {
			at := splitPath(l.Field)
			return len(at) >= len(issue.steps) && slices.Equal(at[:len(issue.steps)], issue.steps)
		})
		if !wrong {
			s.proven.Store(true)
		}
	}
}
