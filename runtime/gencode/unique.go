package gencode

import (
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canon"
	"github.com/toolgen/toolgen/runtime/internal/limits"
)

// Unique items. They are checked only if no item has an issue: two items whose values could not be read would look
// equal.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4.3.

// fewItems is the number of items up to which comparing each with each beats hashing.
const fewItems = 16

// Unique checks uniqueItems for items that Go compares as JSON Schema does.
func Unique[T comparable](c *Checker, items []T) {
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

// UniqueAny checks uniqueItems for items as Any returns them: numbers by value, objects by
// content.
func UniqueAny(c *Checker, items []any) {
	seen := make(map[string]struct{}, len(items))
	for _, item := range items {
		text := canon.Text(item)
		if _, found := seen[text]; found {
			c.Issue("uniqueItems", true, item)
			return
		}
		seen[text] = struct{}{}
	}
}

// parseJSON reads JSON that the generator or encoding/json wrote.
func parseJSON(text string) any {
	var v any
	err := DecodeWith([]byte(text), func(d *Decoder) { d.Any(&v) }, runtime.MaxBytes(len(text)+1), runtime.MaxDepth(limits.HighestDepth))
	if err != nil {
		panic("runtime: " + text + " is no JSON value: " + err.Error())
	}
	return v
}
