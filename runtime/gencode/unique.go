package gencode

import (
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canon"
	"github.com/toolgen/toolgen/runtime/internal/limits"
)

// Unique items. They are checked only if no item has an issue: two items whose values could not be read would look
// equal.
// See https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4.3.

// Unique checks uniqueItems for items that Go compares as JSON Schema does.
func Unique[T comparable](c *Checker, items []T) {
	if i := repeated(items); i >= 0 {
		c.Issue("uniqueItems", true, items[i])
	}
}

// UniqueAny checks uniqueItems for items as Any returns them: numbers by value, objects by
// content.
func UniqueAny(c *Checker, items []any) {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = canon.Text(item)
	}
	if i := repeated(texts); i >= 0 {
		c.Issue("uniqueItems", true, items[i])
	}
}

// repeated is the index of the first item that equals one before it, or -1.
func repeated[T comparable](items []T) int {
	seen := make(map[T]struct{}, len(items))
	for i, item := range items {
		if seen[item] = struct{}{}; len(seen) == i {
			return i
		}
	}
	return -1
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
