package runtime

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
)

// moreKeys is an object of further members for one that has too few, which a merge patch adds to it: of the
// fields that it may have, else of keys that are made up. Within an array it would have to be repeated.
func (b *hintBuilder) moreKeys(issue *hintIssue, old any) (json.RawMessage, mending) {
	object, known := old.(map[string]any)
	least, _ := issue.Expected.(int64)
	need := int(least) - len(object)
	if !known || need <= 0 || need > maxPlaceholderItems || issue.node == nil || b.spec.hides(issue.node) ||
		slices.ContainsFunc(issue.steps, func(s pathStep) bool { return s.IsIndex }) {
		return nil, mendNothing
	}
	p, added := b.newPlaceholder(""), map[string]any{}
	for _, c := range b.spec.below(issue.node).children {
		if _, has := object[c.key]; has || len(added) == need || c.key == itemsStep || c.key == restStep || c.row("") == nil {
			continue
		}
		if raw, ok := p.value(c, c.key, 1); ok && string(raw) != "null" {
			added[c.key] = raw
		}
	}
	key, schema := b.otherKeys(issue.steps)
	for i := 1; len(added) < need && schema != nil && i <= maxPlaceholderItems+len(object); i++ {
		name, ok := key(i)
		if _, has := object[name]; !ok || has || added[name] != nil {
			continue
		}
		if raw, ok := p.sampler().value(schema, name, 0, 1); ok {
			added[name] = raw
		}
	}
	if len(added) < need {
		return nil, mendNothing
	}
	if len(issue.steps) == 0 {
		b.invented.unsure = true
	} else {
		b.invented.note(issue, true)
	}
	return writeJSON(added), mendSet
}

// addKeys puts the further keys of a call that has too few into the patch.
func (b *hintBuilder) addKeys(patch *patchObject, issue *hintIssue) {
	whole, _ := b.document().value(nil)
	raw, what := b.moreKeys(issue, whole)
	if what != mendSet {
		return
	}
	for _, m := range patchOf(raw).members {
		if m.below != nil {
			m.raw = m.below.append(nil)
		}
		patch.set([]pathStep{{Key: m.key}}, m.raw)
	}
}

// otherKeys says what the keys of an object may be called that its schema does not name, and what their
// values are; nil where there may be none.
func (b *hintBuilder) otherKeys(steps []pathStep) (key func(n int) (string, bool), schema any) {
	key = func(n int) (string, bool) { return "key" + strconv.Itoa(n), true }
	named := func(row *FieldSpec) {
		p := b.newPlaceholder("")
		key = func(n int) (string, bool) {
			if len(row.Enum) == 0 {
				return p.text(row, "key", n-1)
			}
			if n > len(row.Enum) {
				return "", false
			}
			name, ok := readValue([]byte(row.Enum[n-1])).(string)
			return name, ok
		}
	}
	schema = true
	if v, ok := parseAny([]byte(b.schema().keyword(steps, "additionalProperties"))); ok {
		schema = v
	}
	if v, _ := parseAny([]byte(b.schema().keyword(steps, "patternProperties"))); v != nil && schema == false {
		patterns, _ := v.(map[string]any)
		for _, source := range slices.Sorted(maps.Keys(patterns)) {
			named(&FieldSpec{Pattern: source})
			return key, patterns[source]
		}
	}
	if row := simpleRow(b.schema().keyword(steps, "propertyNames")); row != nil {
		named(row)
	}
	if schema == false {
		return key, nil
	}
	return key, schema
}
