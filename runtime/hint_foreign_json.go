package runtime

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// unmarshalIssue reads an error of encoding/json. Its field has no array indexes, so that it is
// looked up with them left out; a field that the schema does not have is not named.
func (b *hintBuilder) unmarshalIssue(err *json.UnmarshalTypeError) []ValidationIssue {
	issue := ValidationIssue{Constraint: "type"}
	issue.Got, _, _ = strings.Cut(err.Value, " ")
	if issue.Got == "bool" {
		issue.Got = "boolean"
	}
	n, steps := b.spec.tree(), []pathStep(nil)
	for _, key := range strings.Split(clip(err.Field, maxForeignText), ".") {
		if key == "" {
			continue
		}
		for items := b.spec.below(n).byKey[itemsStep]; items != nil; items = b.spec.below(n).byKey[itemsStep] {
			n, steps = items, append(steps, pathStep{Index: -1, IsIndex: true})
		}
		next := b.spec.step(n, pathStep{Key: key})
		for _, c := range b.spec.below(n).children {
			// Without a tag, the name is that of the Go field, which encoding/json matches so.
			if next == nil && strings.EqualFold(c.key, key) {
				next, key = c, c.key
			}
		}
		if n = next; n == nil {
			break
		}
		steps = append(steps, pathStep{Key: key})
	}
	if n == nil || len(steps) == 0 && err.Field != "" {
		return nil
	}
	issue.Field = joinSteps(steps)
	got, _ := issue.Got.(string)
	if row := n.row(""); row != nil && row.Type != "" && !slices.Contains(strings.Split(row.Type, "|"), got) {
		issue.Expected = row.Type
	} else if name := jsonTypeOf(err.Type); name != "" {
		issue.Expected = name
	}
	return []ValidationIssue{issue}
}

// jsonTypeOf is the JSON type that encoding/json reads into a Go type, "" where there are several.
func jsonTypeOf(t reflect.Type) string {
	if t == nil {
		return ""
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return "integer"
	case reflect.Float32, reflect.Float64:
		return "number"
	case reflect.String:
		return "string"
	case reflect.Slice, reflect.Array:
		return "array"
	case reflect.Map, reflect.Struct:
		return "object"
	case reflect.Pointer:
		return jsonTypeOf(t.Elem())
	}
	return ""
}
