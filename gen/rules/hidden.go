package rules

import (
	"regexp"

	"github.com/toolgen/toolgen/gen/model"
)

// readsSecret finds a sensitive value that a rule reads, or that contains or is contained in what it reads.
func readsSecret(rule *model.Rule, root *model.Secret) (path string, ok bool) {
	reads := rule.Code.Reads
	if rule.Code.All {
		reads = append([]string{""}, reads...)
	}
	for _, read := range reads {
		at := rule.At + "." + read
		if rule.At == "" || read == "" || read[0] == '[' {
			at = rule.At + read
		}
		steps, err := parsePath(plainIndexes(at))
		if err != nil {
			steps = nil // unknown access: assume that the rule reads everything
		}
		if path, ok := secretOn(root, "", steps, false); ok {
			return path, true
		}
	}
	return "", false
}

var quotedOrIndex = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\[[0-9]+\]`)

// plainIndexes replaces the indexes of a path by "[]".
func plainIndexes(path string) string {
	return quotedOrIndex.ReplaceAllStringFunc(path, func(part string) string {
		if part[0] == '[' {
			return "[]"
		}
		return part
	})
}

// secretOn finds a sensitive value along steps from a place, or below their end. skipped tells that the steps
// omitted a key above the place.
func secretOn(at *model.Secret, path string, steps []step, skipped bool) (found string, ok bool) {
	switch {
	case at == nil:
		return "", false
	case at.Sensitive:
		return path, true
	case len(steps) == 0:
		return secretBelow(at, path, map[*model.Secret]bool{})
	}
	next := steps[0]
	switch next.kind {
	case toItems:
		return secretOn(at.Items, join(path, next), steps[1:], false)
	case toRest:
		return secretOn(at.Rest, join(path, next), steps[1:], false)
	}
	if below, declared := at.Below[next.key]; declared {
		return secretOn(below, join(path, next), steps[1:], false)
	}
	// An undeclared key, or a key below one: paths omit computed keys.
	rest := join(path, step{kind: toRest})
	if found, ok := secretOn(at.Rest, rest, steps[1:], false); ok || skipped {
		return found, ok
	}
	return secretOn(at.Rest, rest, steps, true)
}

// secretBelow finds a sensitive value at or below a place.
func secretBelow(at *model.Secret, path string, seen map[*model.Secret]bool) (found string, ok bool) {
	if at == nil || seen[at] {
		return "", false
	}
	if at.Sensitive {
		return path, true
	}
	seen[at] = true
	for _, key := range at.Keys {
		if found, ok := secretBelow(at.Below[key], model.JoinKey(path, key), seen); ok {
			return found, true
		}
	}
	if found, ok := secretBelow(at.Items, path+"[]", seen); ok {
		return found, true
	}
	return secretBelow(at.Rest, path+"{}", seen)
}
