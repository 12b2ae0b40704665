package runtime

import (
	"encoding/json"
	"strconv"
	"strings"
)

// article puts "a" or "an" before the names of JSON types.
func article(types string) string {
	names := strings.Split(types, "|")
	for i, n := range names {
		switch n {
		case "array", "integer", "object":
			names[i] = "an " + n
		case "null":
		case "":
			names[i] = "of another type"
		default:
			names[i] = "a " + showName(n)
		}
	}
	return strings.Join(names, " or ")
}

// showPath shows the path of a field. Keys that are no identifiers stand in quotes within it, so
// that the path cannot be mistaken for words of the hint.
func showPath(path string) string {
	switch {
	case path == "":
		return "the whole value"
	case len(path) > maxPathInHint:
		return strconv.Quote(path)
	}
	if isIdentifier(path) {
		return path
	}
	steps := splitPath(path)
	switch {
	case joinSteps(steps) != path:
		return strconv.Quote(path)
	case len(steps) == 1 && !steps[0].IsIndex && !isIdentifier(steps[0].Key):
		return strconv.Quote(steps[0].Key)
	}
	return path
}

// showName shows a name bare where it is an identifier, else quoted.
func showName(name string) string {
	if isIdentifier(name) {
		return name
	}
	return strconv.Quote(name)
}

func joinPaths(paths []string) string {
	shown := make([]string, len(paths))
	for i, p := range paths {
		shown[i] = showPath(p)
	}
	return strings.Join(shown, ", ")
}

func joinRaw(values []json.RawMessage) string {
	var b strings.Builder
	for i, v := range values {
		if i > 0 {
			b.WriteString(", ")
		}
		if string(v) == string(ellipsis) {
			b.WriteString("…")
		} else {
			b.Write(v)
		}
	}
	return b.String()
}
