package runtime

// reshaped mends the number of an array's items, where the items are known.
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
	default:
		return nil, false
	}
	return items, true
}

// padded adds placeholders to an array until it has n items.
func (b *hintBuilder) padded(issue *hintIssue, items []any, n int) (any, bool) {
	p := b.newPlaceholder("")
	described := b.spec.below(issue.node).byKey[itemsStep] != nil
	for len(items) < n {
		if len(items) > 0 && !described && issue.row.bound("uniqueItems") == "" && n <= maxPlaceholderItems {
			items = append(items, items[len(items)-1]) // of the right type, most likely
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
