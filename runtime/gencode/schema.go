package gencode

import (
	"encoding/json"
	"maps"
	"math"
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// The checks of this file check values as Any returns them. Generated code uses them for what no static Go type can
// answer; check functions take the value last.

// kindOf is the JSON type of a plain value, 0 for a value that is none.
func kindOf(v any) JSONType {
	switch v := v.(type) {
	case nil:
		return TypeNull
	case bool:
		return TypeBoolean
	case string:
		return TypeString
	case json.Number:
		if decimal.IsIntegral(string(v)) {
			return TypeInteger
		}
		return TypeNumber
	case []any:
		return TypeArray
	case map[string]any:
		return TypeObject
	}
	return 0
}

// TypeOf records type unless the value is of one of the allowed types, and reports which.
func (c *Checker) TypeOf(v any, allowed JSONType) bool {
	kind := kindOf(v)
	if kind != 0 && allowed.Accepts(kind) {
		return true
	}
	c.Issue("type", allowed.expected(), kind.String())
	return false
}

// leave puts key in front of the issues from at on. They stay issues of the object as a whole in that they follow
// those of its members.
func (c *Checker) leave(at int, key string) {
	c.literal = ""
	if len(c.issues) > at {
		c.prefix(at, fieldpath.Key(key), math.MaxInt)
	}
}

// Property checks the value under key, if there is one.
func Property(c *Checker, m map[string]any, key string, check func(*Checker, any)) {
	if v, ok := m[key]; ok {
		at := len(c.issues)
		c.checkPart(v, check)
		c.leave(at, key)
	}
}

// MatchingKeys checks the values under the keys that the pattern matches. What patterns say of
// the keys in declared is part of their own schemas.
func MatchingKeys(c *Checker, m map[string]any, declared []string, matches func(key string) bool, check func(*Checker, any)) {
	for _, key := range sortedKeys(m) {
		if !slices.Contains(declared, key) && matches(key) {
			Property(c, m, key, check)
		}
	}
}

// OtherKeys checks the values under the keys that are not among keys and that no pattern
// matches.
func OtherKeys(c *Checker, m map[string]any, keys []string, patterns []func(string) bool, check func(*Checker, any)) {
	for _, key := range sortedKeys(m) {
		if !coversKey(key, keys, patterns) {
			Property(c, m, key, check)
		}
	}
}

// RefuseKeys records keyword for each key that is not among keys and that no pattern matches.
func RefuseKeys(c *Checker, m map[string]any, keyword string, keys []string, patterns []func(string) bool) {
	for _, key := range sortedKeys(m) {
		if coversKey(key, keys, patterns) {
			continue
		}
		at := len(c.issues)
		var meant any
		if known := near.Key(key, keys); known != "" {
			meant = known
		}
		c.Issue(keyword, meant, key)
		c.leave(at, key)
	}
}

func coversKey(key string, keys []string, patterns []func(string) bool) bool {
	return slices.Contains(keys, key) || slices.ContainsFunc(patterns, func(matches func(string) bool) bool { return matches(key) })
}

// PropertyNames checks every key. A key at fault is one issue, whatever is wrong with it.
func PropertyNames[T any](c *Checker, m map[string]T, check func(key string, c *Checker)) {
	for _, key := range sortedKeys(m) {
		if !c.Matches(func(c *Checker) { check(key, c) }) {
			at := len(c.issues)
			c.Issue("propertyNames", nil, key)
			c.leave(at, key)
		}
	}
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// Item checks the item at index i, if there is one.
func Item(c *Checker, items []any, i int, check func(*Checker, any)) {
	if i < len(items) {
		at := len(c.issues)
		c.checkPart(items[i], check)
		c.prefix(at, fieldpath.Index(i), i)
	}
}

// Items checks the items from index from on.
func Items(c *Checker, items []any, from int, check func(*Checker, any)) {
	first, full := len(c.issues), c.full
	for i := from; i < len(items); i++ {
		Item(c, items, i, check)
		c.full = c.full || len(c.issues)-first >= c.cap
	}
	c.full = full
}

// Contains counts the items that check finds nothing wrong with. Least is minContains, or -1
// where the schema does not say; most is maxContains, or -1.
func Contains(c *Checker, items []any, least, most int, check func(*Checker, any)) {
	n := 0
	for _, item := range items {
		if Fits(c, item, check) {
			n++
		}
	}
	switch {
	case least < 0 && n == 0:
		c.Issue("contains", nil, nil)
	case n < least:
		c.Issue("minContains", int64(least), int64(n))
	case most >= 0 && n > most:
		c.Issue("maxContains", int64(most), int64(n))
	}
}
