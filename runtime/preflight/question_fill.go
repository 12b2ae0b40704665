package preflight

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// fill puts values of the masked arguments in place of {Field} in a question of the rules, and
// lists the fields that it has named. Only the rules decide what is a field: braces in a value stay
// as they are.
func fill(question string, args json.RawMessage) (text string, named []string) {
	if question == "" {
		return "", nil
	}
	whole, _ := parse(args)
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(question, "{")
		field, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			b.WriteString(question)
			return b.String(), named
		}
		b.WriteString(before + shownAt(whole, field))
		named = append(named, field)
		question = after
	}
}

// required says the first required scalars of a call: " Account ID: ACC-090, amount: 1200".
func required(spec *runtime.ToolSpec, args json.RawMessage) string {
	var parts []string
	for _, c := range changes(spec, args) {
		if spec.Scope().Requires(c.Field) && len(parts) < maxNamed {
			parts = append(parts, c.Label+": "+c.Value)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " " + strings.Join(parts, ", ")
}

// shownAt is the value at a path in words: a scalar, or how many values a list or an object has.
func shownAt(v any, field string) string {
	for _, step := range strings.Split(runtime.Pointer(field), "/")[1:] {
		key := strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		switch at := v.(type) {
		case map[string]any:
			v = at[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(at) {
				return shownValue(nil)
			}
			v = at[i]
		default:
			return shownValue(nil)
		}
	}
	switch v := v.(type) {
	case []any:
		return count(len(v))
	case map[string]any:
		return count(len(v))
	}
	return shownValue(v)
}

// count is a number of values in words.
func count(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
