// Package sugar has the messages of rules on the number of fields (exactlyOneOf, requires, …).
package sugar

import "strings"

// Enumerate joins names as in a sentence.
func Enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// Group describes a rule on a group of fields.
func Group(word string, keys []string) string {
	return "Give " + Count(word) + " of " + Enumerate(keys) + "."
}

// Pair describes a rule on the presence of two fields.
func Pair(word, key, other string) string {
	if word == "excludes" {
		return key + " excludes " + other + "."
	}
	return key + " needs " + other + " too."
}

// Count returns how many fields of its group a rule requires.
func Count(word string) string {
	switch word {
	case "exactlyOneOf":
		return "exactly one"
	case "atMostOneOf":
		return "at most one"
	}
	return "at least one"
}
