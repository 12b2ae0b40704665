package runtime

import (
	"bytes"
	"encoding/json"
	"strings"
)

// appendArticle puts "a" or "an" before the names of JSON types.
func appendArticle(b []byte, types string) []byte {
	for i := 0; ; i++ {
		name, rest, more := strings.Cut(types, "|")
		if i > 0 {
			b = append(b, " or "...)
		}
		switch name {
		case "array", "integer", "object":
			b = append(append(b, "an "...), name...)
		case "string", "number", "boolean":
			b = append(append(b, "a "...), name...)
		case "null":
			b = append(b, name...)
		case "":
			b = append(b, "of another type"...)
		default:
			b = append(append(b, "a "...), showName(name)...)
		}
		if !more {
			return b
		}
		types = rest
	}
}

// showPath shows the path of a field. Keys that are no identifiers stand in quotes within it, so
// that the path cannot be mistaken for words of the hint.
func showPath(path string) string {
	switch {
	case path == "":
		return "the whole value"
	case len(path) > maxPathInHint:
		return quote(path)
	}
	if isPlainPath(path) {
		return path
	}
	steps := splitPath(path)
	switch {
	case joinSteps(steps) != path:
		return quote(path)
	case len(steps) == 1 && !steps[0].IsIndex && !isIdentifier(steps[0].Key):
		return quote(steps[0].Key)
	}
	return path
}

// showName shows a name bare where it is an identifier, else quoted.
func showName(name string) string {
	if isIdentifier(name) {
		return name
	}
	return quote(name)
}

// isPlainPath reports whether a path is for sure one of identifiers and indexes only. Others may
// be, too.
func isPlainPath(path string) bool {
	start := true // of a key
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || !start && '0' <= c && c <= '9':
			start = false
		case c == '.' && !start:
			start = true
		case c == '[' && !start:
			end := i + 1
			for end < len(path) && end < i+8 && '0' <= path[end] && path[end] <= '9' {
				end++
			}
			if end == len(path) || path[end] != ']' || path[i+1] == '0' && end > i+2 {
				return false
			}
			if i = end; i+1 < len(path) && path[i+1] != '.' && path[i+1] != '[' {
				return false
			}
		default:
			return false
		}
	}
	return !start
}

func appendValues(b []byte, values []json.RawMessage) []byte {
	for i, v := range values {
		if i > 0 {
			b = append(b, ", "...)
		}
		if string(v) == string(ellipsis) {
			b = append(b, "…"...)
		} else {
			b = append(b, v...)
		}
	}
	return b
}

// appendRaw writes JSON for readers that know nothing of HTML: json.Marshal escapes <, > and &, which
// says the same, but not to who reads it as a text.
func appendRaw(b []byte, raw []byte) []byte {
	for {
		at := bytes.IndexByte(raw, '\\')
		if at < 0 || at+1 >= len(raw) {
			return append(b, raw...)
		}
		b, raw = append(b, raw[:at]...), raw[at:]
		size := min(len(`\u003c`), len(raw))
		switch string(raw[:size]) {
		case `\u003c`:
			b = append(b, '<')
		case `\u003e`:
			b = append(b, '>')
		case `\u0026`:
			b = append(b, '&')
		default:
			size = len(`\\`)
			b = append(b, raw[:size]...)
		}
		raw = raw[size:]
	}
}
