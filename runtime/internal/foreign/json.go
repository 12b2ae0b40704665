package foreign

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"
)

// span is a JSON object or array within a text.
type span struct {
	v          any
	start, end int
}

// jsonIn yields the JSON objects and arrays that stand in a text, the outer ones only.
func jsonIn(text string) iter.Seq[span] {
	return func(yield func(span) bool) {
		starts := 0
		for at := 0; at < len(text) && starts < maxStarts; at++ {
			if text[at] != '[' && text[at] != '{' {
				continue
			}
			starts++
			dec := json.NewDecoder(strings.NewReader(text[at:]))
			dec.UseNumber()
			var v any
			if dec.Decode(&v) != nil {
				continue
			}
			end := at + int(dec.InputOffset())
			if !yield(span{v, at, end}) {
				return
			}
			at = end - 1
		}
	}
}

// readJSON finds lists of faults in the JSON that a text holds.
func readJSON(text string, depth int) []Fault {
	for value := range jsonIn(text) {
		if faults := readValue(value.v, depth); len(faults) > 0 {
			return faults
		}
	}
	return nil
}

// wrappers are the members in which servers wrap lists of faults.
var wrappers = []string{"issues", "errors", "details", "detail", "error", "data", "content", "text", "message"}

// readValue finds faults in a JSON value.
func readValue(v any, depth int) []Fault {
	if depth > 2*maxDepth {
		return nil
	}
	switch v := v.(type) {
	case string:
		if strings.ContainsAny(v, "[{\n:") {
			return readText(v, depth+1)
		}
	case []any:
		var faults []Fault
		for _, item := range v[:min(len(v), maxFaults)] {
			faults = append(faults, readValue(item, depth+1)...)
		}
		return withoutBranches(faults)
	case map[string]any:
		if faults := readObject(v); len(faults) > 0 {
			return faults
		}
		for _, key := range wrappers {
			if faults := readValue(v[key], depth+1); len(faults) > 0 {
				return faults
			}
		}
	}
	return nil
}

// withoutBranches drops the faults of the branches of a union where the union itself is among the
// faults: most of them are about branches that were not meant.
func withoutBranches(faults []Fault) []Fault {
	union := slices.ContainsFunc(faults, func(f Fault) bool {
		return f.from != branch && (f.Keyword == "oneOf" || f.Keyword == "anyOf")
	})
	return slices.DeleteFunc(faults, func(f Fault) bool { return union && f.from == branch })
}

// textOf is a string member of an object, "" for anything else.
func textOf(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

// firstOf is the first of some members that an object has.
func firstOf(m map[string]any, keys ...string) any {
	for _, key := range keys {
		if v, ok := m[key]; ok {
			return v
		}
	}
	return nil
}

// scalarOf is a value that came, nil where it is no scalar.
func scalarOf(v any) any {
	switch v.(type) {
	case string, bool, json.Number:
		return v
	}
	return nil
}

// locSteps makes steps of the list of keys and indexes in which zod and pydantic give a place.
func locSteps(list any) []Step {
	items, _ := list.([]any)
	var steps []Step
	for _, item := range items {
		switch item := item.(type) {
		case string:
			steps = append(steps, Step{Key: item})
		case json.Number:
			if i, err := item.Int64(); err == nil && i >= 0 {
				steps = append(steps, Step{Index: int(i), IsIndex: true})
			}
		}
	}
	return steps
}
