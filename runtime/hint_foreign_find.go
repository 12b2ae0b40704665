package runtime

import (
	"encoding/json"
	"strings"
)

// foreignText reads what validators of other libraries and languages say, in the forms in which
// an MCP server puts it into the text of a tool's error. The result is not yet held against the
// schema of the tool. depth bounds how often a text may hold another.
func (b *hintBuilder) foreignText(text string, depth int) []ValidationIssue {
	if depth > maxForeignDepth {
		return nil
	}
	if issues := b.foreignJSON(text, depth); len(issues) > 0 {
		return issues
	}
	for _, read := range []func(string) []ValidationIssue{
		pydanticText, outputText, googleText, goaText, pythonText, b.goJSONText, ajvText, b.plainText,
	} {
		if issues := read(text); len(issues) > 0 {
			return issues
		}
	}
	return nil
}

// Bounds of the search for JSON in a text.
const (
	maxForeignDepth  = 6
	maxForeignStarts = 16
)

// foreignJSON finds lists of faults in the JSON that a text holds.
func (b *hintBuilder) foreignJSON(text string, depth int) []ValidationIssue {
	starts := 0
	for at := 0; at < len(text) && starts < maxForeignStarts; at++ {
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
		if issues := b.foreignValue(v, depth); len(issues) > 0 {
			return issues
		}
		at += int(dec.InputOffset()) - 1
	}
	return nil
}

// wrappers are the members in which servers wrap lists of faults.
var wrappers = []string{"issues", "errors", "details", "detail", "error", "data", "content", "text", "message"}

// foreignValue finds faults in a JSON value.
func (b *hintBuilder) foreignValue(v any, depth int) []ValidationIssue {
	if depth > 2*maxForeignDepth {
		return nil
	}
	switch v := v.(type) {
	case string:
		if len(v) < maxForeignText && strings.ContainsAny(v, "[{\n:") {
			return b.foreignText(v, depth+1)
		}
	case []any:
		var issues []ValidationIssue
		for i, item := range v {
			if i == maxHintIssues {
				break
			}
			issues = append(issues, b.foreignValue(item, depth+1)...)
		}
		return withoutBranches(issues)
	case map[string]any:
		if issues := foreignObject(v); len(issues) > 0 {
			return issues
		}
		for _, key := range wrappers {
			if issues := b.foreignValue(v[key], depth+1); len(issues) > 0 {
				return issues
			}
		}
	}
	return nil
}

// foreignObject reads one fault by the members that only one library gives it.
func foreignObject(m map[string]any) []ValidationIssue {
	_, hasPath := m["path"].([]any)
	_, hasLoc := m["loc"].([]any)
	switch {
	case textOf(m, "keyword") != "" && m["schemaPath"] != nil:
		return ajvIssue(m)
	case textOf(m, "code") != "" && hasPath:
		return zodIssue(m)
	case textOf(m, "type") != "" && hasLoc:
		return pydanticIssue(m)
	case textOf(m, "keywordLocation") != "" && textOf(m, "error") != "":
		return outputIssue(textOf(m, "instanceLocation"), lastStep(textOf(m, "keywordLocation")), textOf(m, "error"))
	}
	return nil
}

// branchMark is what the readers put into Rule of a fault that lies in a branch of a union.
const branchMark = "\x00branch"

// withoutBranches drops the faults of all branches of a union where the union itself is among the
// faults: most of them are about branches that nobody meant.
func withoutBranches(issues []ValidationIssue) []ValidationIssue {
	union := false
	for i := range issues {
		union = union || issues[i].Rule == "" && (issues[i].Constraint == "oneOf" || issues[i].Constraint == "anyOf")
	}
	kept := issues[:0]
	for _, issue := range issues {
		if issue.Rule == branchMark {
			if union {
				continue
			}
			issue.Rule = ""
		}
		kept = append(kept, issue)
	}
	return kept
}

// textOf is a string member of an object, "" for anything else.
func textOf(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

// locSteps makes steps of the list of keys and indexes in which zod and pydantic give a place.
func locSteps(list any) []pathStep {
	items, _ := list.([]any)
	steps := make([]pathStep, 0, len(items))
	for _, item := range items {
		switch item := item.(type) {
		case string:
			steps = append(steps, pathStep{Key: item})
		case json.Number:
			if i, err := item.Int64(); err == nil && i >= 0 {
				steps = append(steps, pathStep{Index: int(i), IsIndex: true})
			}
		}
	}
	return steps
}

// pointerSteps makes steps of a JSON Pointer. Whether a number is an index or a key is settled
// when the place is looked up.
func pointerSteps(pointer string) []pathStep {
	pointer = strings.TrimPrefix(strings.TrimPrefix(pointer, "#"), "/")
	if pointer == "" {
		return nil
	}
	var steps []pathStep
	for _, key := range strings.Split(pointer, "/") {
		steps = append(steps, pathStep{Key: pointerUnescaper.Replace(key)})
	}
	return steps
}

var pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")

func lastStep(pointer string) string { return pointer[strings.LastIndexByte(pointer, '/')+1:] }

// below adds a key to a place.
func below(steps []pathStep, key string) string {
	return joinSteps(append(append([]pathStep(nil), steps...), pathStep{Key: key}))
}
