package foreign

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

var quotedWord = lazy.Pattern(`"((?:[^"\\]|\\.)*)"|'([^']*)'|“([^”]*)”|` + "`([^`]*)`")

// quoted lists what stands in quotes in a text.
func quoted(text string) []string {
	var words []string
	for _, m := range quotedWord().FindAllStringSubmatch(text, 2*maxFaults) {
		word := m[1] + m[2] + m[3] + m[4]
		if plain, err := strconv.Unquote(`"` + m[1] + `"`); err == nil && m[1] != "" {
			word = plain
		}
		words = append(words, word)
	}
	return words
}

var firstNumber = lazy.Pattern(`-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?`)

// number is the first number of a text about a limit, nil where there is none.
func number(text string) any {
	if n := firstNumber().FindString(text); json.Valid([]byte(n)) {
		return json.Number(n)
	}
	return nil
}

// scalar reads a value as JSON, Python's repr or Go's %v show it, nil where it is no scalar.
func scalar(s string) any {
	switch {
	case s == "True" || s == "true":
		return true
	case s == "False" || s == "false":
		return false
	case len(s) > 1 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0]:
		return s[1 : len(s)-1]
	case s != "" && (s[0] == '-' || '0' <= s[0] && s[0] <= '9') && json.Valid([]byte(s)):
		return json.Number(s)
	}
	return nil
}

// typeNames are the words of other languages for a JSON type.
var typeNames = map[string]string{
	"string": "string str", "number": "number float float32 float64 double nan NaN", "boolean": "boolean bool",
	"integer": "integer int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 bigint", "array": "array list tuple set slice",
	"object": "object dict dictionary mapping record map model struct", "null": "null none None NoneType",
}

// typeName is the JSON type that a word of another language means, "" for none.
func typeName(word string) string {
	switch {
	case strings.HasPrefix(word, "[]"):
		return "array"
	case strings.HasPrefix(word, "map["):
		return "object"
	}
	for name, words := range typeNames {
		if slices.Contains(strings.Fields(words), strings.TrimLeft(word, "*")) {
			return name
		}
	}
	return ""
}

// typeWords are the types that a text lists, nil if it lists none.
func typeWords(text string) any {
	var names []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(` ,|"`, r) }) {
		if name := typeName(word); name != "" {
			names = append(names, name)
		}
	}
	if names == nil {
		return nil
	}
	return names
}

// typeOf names the JSON type of a scalar, nil where it is not known.
func typeOf(v any) any {
	switch v := v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number:
		if strings.ContainsAny(string(v), ".eE") {
			return "number"
		}
		return "integer"
	}
	return nil
}

// formatName is the format of JSON Schema that a word of another library means, nil for none.
func formatName(name string) any {
	switch name = strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(name), " address"), "iso "); name {
	case "":
		return nil
	case "url":
		return "uri"
	case "datetime":
		return "date-time"
	case "timedelta":
		return "duration"
	}
	return name
}
