package gencode

import (
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/canonical"
	"github.com/toolgen/toolgen/runtime/internal/limits"
)

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

// canonicalJSON is a text that two values share if and only if JSON Schema holds them equal. It takes what
// Any gives, and any other value by way of its JSON.
func canonicalJSON(v any) string { return string(appendCanonical(nil, v)) }

func appendCanonical(b []byte, v any) []byte {
	return canonical.Append(b, v, func(b []byte, v any) []byte {
		if _, none := v.(noJSON); none { // it is equal to nothing
			return append(b, "no JSON"...)
		}
		return appendCanonical(b, Plain(v))
	})
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
