package gencode

import (
	"slices"
	"strconv"
)

// RulePlace is where a value is, or where an empty one is if there is none.
func RulePlace[T any](p *T) (*T, bool) {
	if p == nil {
		return new(T), false
	}
	return p, true
}

// RuleHasKey reports whether a map has a key.
func RuleHasKey[T any](m map[string]T, key string) bool {
	_, ok := m[key]
	return ok
}

// RuleKeys are the keys of a map, in order.
func RuleKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// RuleEqual reports whether two lists have the same items.
func RuleEqual[T comparable](a, b []T) bool { return slices.Equal(a, b) }

// RuleFixed is a number with that many decimals.
func RuleFixed(f float64, decimals int64) string {
	switch text := strconv.FormatFloat(f, 'f', int(decimals), 64); text {
	case "+Inf":
		return "Infinity"
	case "-Inf":
		return "-Infinity"
	default:
		return text
	}
}
