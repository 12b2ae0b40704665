package runtime

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// nameKeys finds, for keys that are not allowed as such, ones that are and that were probably meant: an
// allowed key that is near, else the key written the way that the schema asks for.
func (b *hintBuilder) nameKeys() {
	for i := range b.issues {
		issue := &b.issues[i]
		last := len(issue.steps) - 1
		if last < 0 || issue.rank != rankUnknown || issue.steps[last].IsIndex || b.spec.fields.injected || b.spec.sensitive(issue.steps) {
			continue
		}
		row := simpleRow(b.namesOf(issue))
		if issue.byName = row != nil; !issue.byName {
			continue
		}
		issue.like = ""
		key := issue.steps[last].Key
		if len(row.Enum) > 0 {
			issue.like, _ = nearest(key, textsOf(rawValues(row.Enum)))
			continue
		}
		for _, other := range respelt(key) {
			if other == key || other == "" || !b.spec.allows(row, other) || row.Pattern != "" && b.spec.pattern(row.Pattern) == nil {
				continue
			}
			beside := append(slices.Clone(issue.steps[:last]), pathStep{Key: other})
			if _, taken := b.document().value(beside); !taken && !b.givenTo(beside) {
				issue.like = other
				break
			}
		}
	}
}

// namesOf is the schema that says how the keys are written of the object that has the key of an issue, ""
// where there is none: that of propertyNames or, where all keys have to match a pattern, that.
func (b *hintBuilder) namesOf(issue *hintIssue) string {
	object := issue.steps[:len(issue.steps)-1]
	switch issue.Constraint {
	case "propertyNames":
		return b.violated(object, issue.Constraint)
	case "additionalProperties":
		if n := b.spec.node(object); n != nil && len(b.spec.below(n).keys()) > 0 {
			return ""
		}
		v, _ := parseAny([]byte(b.schema().keyword(object, "patternProperties")))
		if patterns, _ := v.(map[string]any); len(patterns) == 1 {
			for source := range patterns {
				return string(writeJSON(map[string]any{"pattern": source}))
			}
		}
	}
	return ""
}

// givenTo reports whether another key is to get that name.
func (b *hintBuilder) givenTo(steps []pathStep) bool {
	last := len(steps) - 1
	return slices.ContainsFunc(b.issues, func(o hintIssue) bool {
		return o.rank == rankUnknown && o.like == steps[last].Key && len(o.steps) == len(steps) && slices.Equal(o.steps[:last], steps[:last])
	})
}

// respelt lists a key written in the usual ways, those that change least first.
func respelt(key string) []string {
	if len(key) > maxSuggestLength {
		return nil
	}
	parts := words(key)
	camel := make([]string, len(parts))
	for i, word := range parts {
		_, size := utf8.DecodeRuneInString(word)
		camel[i] = strings.ToUpper(word[:size]) + word[size:]
	}
	pascal := strings.Join(camel, "")
	lower := pascal
	if len(parts) > 0 {
		lower = parts[0] + strings.Join(camel[1:], "")
	}
	plain := func(keep string) string {
		return strings.Map(func(r rune) rune {
			if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune(keep, r) {
				return r
			}
			return -1
		}, key)
	}
	return []string{
		strings.TrimSpace(key), strings.Join(parts, "_"), strings.Join(parts, "-"), lower, pascal, strings.ToLower(key),
		strings.ToUpper(strings.Join(parts, "_")), strings.ToUpper(key), plain("_-."), plain("_"), plain(""),
		strings.ToLower(plain("")), strings.ToUpper(plain("")),
	}
}

// renamed is the value of a key that is to have another name, as the call has it.
func (b *hintBuilder) renamed(issue *hintIssue) (to []pathStep, raw []byte, ok bool) {
	if !issue.byName || issue.like == "" {
		return nil, nil, false
	}
	m := b.document().at(issue.steps)
	if m == nil || b.spec.sensitive(issue.steps) || issue.node != nil && b.spec.hidesValues(issue.node) {
		return nil, nil, false
	}
	raw = b.doc.raw(m)
	to = append(slices.Clone(issue.steps[:len(issue.steps)-1]), pathStep{Key: issue.like})
	if len(raw) > maxMovedValue || holdsNull(readValue(raw)) {
		return nil, nil, false
	}
	return to, bytes.Clone(raw), true
}
