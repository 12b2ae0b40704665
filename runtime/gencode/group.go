package gencode

import (
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/sugar"
	"slices"
)

// The sugar of the rules: how many of some fields an object has (exactlyOneOf, atLeastOneOf,
// atMostOneOf), and what the presence of one means for others (requires, excludes).

// FieldGroup records that present is not the number of fields that a group asks for. The issue is
// one of the object as a whole, and names the fields.
//
//go:noinline
func (c *Checker) FieldGroup(word string, present int, keys ...string) {
	if !c.muted() {
		c.record(runtime.ValidationIssue{
			Constraint: word, Expected: slices.Clone(keys), Got: int64(present),
			Message: sugar.Group(word, keys), Fields: keySteps(keys),
		})
	}
}

// FieldPair records that other is missing where key requires it, or there where key excludes it.
//
//go:noinline
func (c *Checker) FieldPair(word, key, other string) {
	if !c.muted() {
		c.record(runtime.ValidationIssue{
			Field: fieldpath.Key(other), Constraint: word, Message: sugar.Pair(word, key, other), Fields: keySteps([]string{key, other}),
		})
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

// GroupOf checks a group of fields of an object as Any gives it. Where blank is set, blank text
// and null count as absent.
func GroupOf(c *Checker, m map[string]any, word string, blank bool, keys ...string) {
	present := 0
	for _, key := range keys {
		if has(m, key, blank) {
			present++
		}
	}
	if !groupHolds(word, present) {
		c.FieldGroup(word, present, keys...)
	}
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

// PairsOf checks what the presence of key means for others, in an object as Any gives it.
func PairsOf(c *Checker, m map[string]any, word string, blank bool, key string, others ...string) {
	present := has(m, key, blank)
	for _, other := range others {
		if present && has(m, other, blank) == (word == "excludes") {
			c.FieldPair(word, key, other)
		}
	}
}

func has(m map[string]any, key string, blank bool) bool {
	v, ok := m[key]
	return ok && (!blank || FilledAny(v))
}
