// Package testdiff compares expected and actual values in tests.
package testdiff

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Equal reports whether two values are deeply equal.
func Equal(want, got any) bool { return reflect.DeepEqual(want, got) }

// Diff returns "" for values that are deeply equal, otherwise the differing lines, "-" for expected and "+" for actual,
// with two lines of context. Values are shown as JSON, followed by one line of Go.
func Diff(want, got any) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return changes(lines(want), lines(got))
}

func lines(v any) []string {
	text := ""
	switch v := v.(type) {
	case string:
		text = v
	case []byte:
		text = string(v)
	default:
		whole, _ := json.MarshalIndent(v, "", "  ") // what cannot be marshalled is in the line of Go
		text = fmt.Sprintf("%s\n%T: %#v", whole, v, v)
	}
	return strings.Split(text, "\n")
}

// changes returns the lines between the common beginning and end of two texts, and a few lines around them.
func changes(a, b []string) string {
	const context = 2
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	end := 0
	for end < min(len(a), len(b))-same && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var out strings.Builder
	write := func(mark string, lines []string) {
		for _, line := range lines {
			out.WriteString(mark + line + "\n")
		}
	}
	if same > context {
		out.WriteString("  …\n")
	}
	write("  ", a[max(same-context, 0):same])
	write("- ", a[same:len(a)-end])
	write("+ ", b[same:len(b)-end])
	write("  ", a[len(a)-end:len(a)-max(end-context, 0)])
	return out.String()
}
