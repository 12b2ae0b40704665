// Package sugar has the sentences of the rules that count fields or pair them (exactlyOneOf, requires, …).
package sugar

import "strings"

// Enumerate joins names as a sentence does.
func Enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// Group asks for some of the fields of a group.
func Group(word string, keys []string) string {
	return "Give " + Count(word) + " of " + Enumerate(keys) + "."
}

// Pair says what the presence of a field means for another.
func Pair(word, key, other string) string {
	if word == "excludes" {
		return key + " excludes " + other + "."
	}
	return key + " needs " + other + " too."
}

// Count is how many fields of its group a word asks for.
func Count(word string) string {
	switch word {
	case "exactlyOneOf":
		return "exactly one"
	case "atMostOneOf":
		return "at most one"
	}
	return "at least one"
}
