package gencode

// Unique items. Where an item has a fault that kept its value out of the Go value, nothing is
// checked: two such items would look equal.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4.3.

// fewItems is the number of items up to which comparing each with each beats hashing.
const fewItems = 16

// Unique checks uniqueItems for items that Go compares as JSON Schema does.
func Unique[T comparable](c *Checker, items []T) {
	if c.uneven != 0 {
		if c.uneven == rounded {
			UniqueAny(c, c.asWritten())
		}
		return
	}
	if len(items) <= fewItems {
		for i := range items {
			for j := range i {
				if items[i] == items[j] {
					c.Issue("uniqueItems", true, items[i])
					return
				}
			}
		}
		return
	}
	seen := make(map[T]struct{}, len(items))
	for _, item := range items {
		if _, found := seen[item]; found {
			c.Issue("uniqueItems", true, item)
			return
		}
		seen[item] = struct{}{}
	}
}

// UniqueAny checks uniqueItems for items as Any gives them: numbers by value, objects by
// content.
func UniqueAny(c *Checker, items []any) {
	if len(items) < 2 || c.uneven&gappy != 0 {
		return
	}
	seen := make(map[string]struct{}, len(items))
	for _, item := range items {
		text := canonicalJSON(item)
		if _, found := seen[text]; found {
			c.Issue("uniqueItems", true, item)
			return
		}
		seen[text] = struct{}{}
	}
}

// UniqueJSON checks uniqueItems for a slice of any type by the JSON of its items.
func UniqueJSON(c *Checker, items any) {
	if c.uneven == rounded {
		UniqueAny(c, c.asWritten())
	} else if list, ok := Plain(items).([]any); ok {
		UniqueAny(c, list)
	}
}
