package runtime

import (
	"encoding/json"
	"slices"
)

// reshaped mends the number of an array's items, or of those of a kind, where the items are known.
func (b *hintBuilder) reshaped(issue *hintIssue, old any) (any, bool) {
	items, ok := old.([]any)
	if !ok || issue.row == nil {
		return nil, false
	}
	switch issue.Constraint {
	case "minItems":
		return b.padded(issue, items, sizeOf(issue, "minItems"))
	case "maxItems":
		n := sizeOf(issue, "maxItems")
		if n < 0 || n > len(items) {
			return nil, false
		}
		items = items[:n]
	case "uniqueItems":
		seen := map[string]bool{}
		var unique []any
		for _, item := range items {
			if key := canonical(item); !seen[key] {
				seen[key] = true
				unique = append(unique, item)
			}
		}
		least, _ := issue.row.count("minItems")
		return b.padded(issue, unique, least)
	case "contains", "minContains":
		return b.containing(issue, items)
	case "maxContains":
		return b.withFewer(issue, items)
	default:
		return nil, false
	}
	return items, true
}

// padded adds placeholders to an array until it has n items.
func (b *hintBuilder) padded(issue *hintIssue, items []any, n int) (any, bool) {
	p := b.newPlaceholder("")
	described := b.spec.below(issue.node).byKey[itemsStep] != nil || p.tuple(issue.node) != nil
	for len(items) < n {
		if len(items) > 0 && !described && issue.row.bound("uniqueItems") == "" && n <= maxPlaceholderItems {
			items = append(items, items[len(items)-1]) // of the right type, most likely
			b.invented.note(issue, true)
			continue
		}
		raw, ok := p.item(issue.node, lastKey(issue.steps), len(items), 0)
		if !ok || n > maxPlaceholderItems {
			return nil, false
		}
		items = append(items, raw)
		b.invented.note(issue, true)
	}
	return items, true
}

// containing adds items of the kind that an array has to contain.
func (b *hintBuilder) containing(issue *hintIssue, items []any) (any, bool) {
	kind, ok := parseAny([]byte(b.violated(issue.steps, "contains")))
	if !ok {
		return nil, false
	}
	all, said := parseAny([]byte(b.schema().keyword(issue.steps, "items")))
	if said {
		kind = map[string]any{"allOf": []any{kind, all}}
	}
	n, _ := issue.Expected.(int64)
	has, _ := issue.Got.(int64)
	n = max(n-has, 1)
	if most, bounded := issue.row.count("maxItems"); n > maxPlaceholderItems || bounded && len(items)+int(n) > most {
		return nil, false
	}
	s := b.newPlaceholder("").sampler()
	items = slices.Clip(items)
	for i := range int(n) {
		raw, ok := s.value(kind, lastKey(issue.steps), i, 0)
		if !ok {
			raw, ok = s.value(kind, lastKey(issue.steps), 0, 0)
		}
		if !ok {
			return nil, false
		}
		items = append(items, raw)
	}
	if m, _ := s.flat(kind); m["const"] == nil {
		b.invented.note(issue, true)
	}
	return items, true
}

// withFewer takes out the last of the items of a kind of which an array has too many.
func (b *hintBuilder) withFewer(issue *hintIssue, items []any) (any, bool) {
	row := simpleRow(b.violated(issue.steps, "contains"))
	most, limited := issue.Expected.(int64)
	if row == nil || !limited {
		return nil, false
	}
	var kept []any
	for _, item := range items {
		if raw, given := item.(json.RawMessage); given {
			item = readValue(raw)
		}
		if b.spec.fits(row, item) {
			if most--; most < 0 {
				continue
			}
		}
		kept = append(kept, item)
	}
	least, _ := issue.row.count("minItems")
	return b.padded(issue, kept, least)
}

// sizeOf is the limit of a count: what the issue says, else what the schema says, else -1.
func sizeOf(issue *hintIssue, keyword string) int {
	var c FieldConstraint
	if issue.row != nil {
		c.bound(keyword, issue.row.bound(keyword))
	}
	c.expect(keyword, issue.Expected)
	for _, n := range []*int{c.MinItems, c.MaxItems} {
		if n != nil {
			return *n
		}
	}
	return -1
}

// canonical is a text that two JSON values share only where they are equal, but for numbers that
// are written in different ways.
func canonical(v any) string {
	return string(writeJSON(v))
}
