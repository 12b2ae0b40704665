package gencode

import (
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/sugar"
)

// The sugar of the rules: how many of some fields an object has (exactlyOneOf, atLeastOneOf,
// atMostOneOf), and what the presence of one means for others (requires, excludes).

// Group checks how many of some keys are present. The issue is one of the object as a whole, and names the fields.
//
//go:noinline
func (c *Checker) Group(word string, keys []string, present ...bool) {
	n := Count(present...)
	if groupHolds(word, n) || c.muted() {
		return
	}
	c.record(runtime.ValidationIssue{
		Constraint: word, Expected: slices.Clone(keys), Got: int64(n), Message: sugar.Group(word, keys), Fields: keySteps(keys),
	})
}

// Pairs checks other keys where key is present: requires wants them all, excludes none.
//
//go:noinline
func (c *Checker) Pairs(word, key string, others []string, present ...bool) {
	for i, other := range others {
		if present[i] == (word == "excludes") && !c.muted() {
			c.record(runtime.ValidationIssue{
				Field: fieldpath.Key(other), Constraint: word, Message: sugar.Pair(word, key, other), Fields: keySteps([]string{key, other}),
			})
		}
	}
}

// Require records the keys that are not present.
//
//go:noinline
func (c *Checker) Require(keys []string, present ...bool) {
	for i, key := range keys {
		if !present[i] {
			c.Missing(key)
		}
	}
}

// keySteps are keys as fields of an issue.
func keySteps(keys []string) []string {
	fields := make([]string, len(keys))
	for i, key := range keys {
		fields[i] = fieldpath.Key(key)
	}
	return fields
}

// GroupOf is [Checker.Group] for an object as Any returns it. Where blank is set, blank text and null count as absent.
func GroupOf(c *Checker, m map[string]any, word string, blank bool, keys ...string) {
	c.Group(word, keys, present(m, blank, keys)...)
}

func groupHolds(word string, present int) bool {
	switch word {
	case "exactlyOneOf":
		return present == 1
	case "atMostOneOf":
		return present <= 1
	}
	return present >= 1
}

// PairsOf is [Checker.Pairs] for an object as Any returns it, see [GroupOf].
func PairsOf(c *Checker, m map[string]any, word string, blank bool, key string, others ...string) {
	if Count(present(m, blank, []string{key})...) == 1 {
		c.Pairs(word, key, others, present(m, blank, others)...)
	}
}

// RequireKeys is [Checker.Require] for a map.
func RequireKeys[T any](c *Checker, m map[string]T, keys ...string) {
	for _, key := range keys {
		if _, ok := m[key]; !ok {
			c.Missing(key)
		}
	}
}

// Missing records that key is required and not there.
func (c *Checker) Missing(key string) {
	at := len(c.issues)
	c.Issue("required", nil, nil)
	c.leave(at, key)
}

func present(m map[string]any, blank bool, keys []string) []bool {
	found := make([]bool, len(keys))
	for i, key := range keys {
		v, ok := m[key]
		found[i] = ok && (!blank || FilledAny(v))
	}
	return found
}
