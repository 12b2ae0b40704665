package runtime

import (
	"encoding/json"
	"strings"
)

var (
	pythonRequired = lazily(`(?m)(?:^|: )['"]([^'"\n]+)['"] is a required property`)
	pythonExtra    = lazily(`Additional properties are not allowed \((.*?) (?:was|were) unexpected\)`)
	pythonInstance = lazily(`(?m)^On instance((?:\[[^\]\n]*\])*):`)
	pythonFailing  = lazily(`(?m)^Failed validating '(\w+)' in schema`)
	pythonStep     = lazily(`\[(?:'([^']*)'|(\d+))\]`)
)

// pythonText reads the text of the Python package jsonschema, which MCP servers in Python use for
// their input schemas. Its first line tells the place of missing and extra keys of the whole
// only; the long form ends with the place.
func pythonText(text string) []ValidationIssue {
	var at []pathStep
	placed := false
	if m := pythonInstance().FindStringSubmatch(text); m != nil {
		placed = true
		for _, s := range pythonStep().FindAllStringSubmatch(m[1], -1) {
			key := s[1] + s[2]
			at = append(at, pathStep{Key: key})
		}
	}
	var issues []ValidationIssue
	if m := pythonRequired().FindStringSubmatch(text); m != nil {
		issues = append(issues, ValidationIssue{Field: below(at, m[1]), Constraint: "required"})
	}
	if m := pythonExtra().FindStringSubmatch(text); m != nil {
		for _, key := range quotedWords(m[1]) {
			issues = append(issues, ValidationIssue{Field: below(at, key), Constraint: "additionalProperties"})
		}
	}
	if m := pythonFailing().FindStringSubmatch(text); m != nil && placed && len(issues) == 0 {
		issues = append(issues, ValidationIssue{Field: joinSteps(at), Constraint: m[1]})
	}
	return issues
}

var quotedWord = lazily(`'([^']*)'|"([^"]*)"|“([^”]*)”`)

// quotedWords lists what stands in quotes in a text.
func quotedWords(text string) []string {
	var words []string
	for _, m := range quotedWord().FindAllStringSubmatch(text, 2*maxHintIssues) {
		words = append(words, m[1]+m[2]+m[3])
	}
	return words
}

var lastNumber = lazily(`-?\d+(?:\.\d+)?`)

// numberIn is the first number of a sentence about a limit, nil where there is none.
func numberIn(text string) any {
	if n := lastNumber().FindString(text); n != "" {
		return json.Number(n)
	}
	return nil
}

// pythonScalar reads a value as Python's repr or Go's %v shows it, nil where it is no scalar.
func pythonScalar(s string) any {
	switch {
	case s == "" || s == "None" || s == "null" || s == "nil" || s == "<nil>":
		return nil
	case s == "True" || s == "true":
		return true
	case s == "False" || s == "false":
		return false
	case isJSONNumber(s):
		return numberGot(s)
	case len(s) > 1 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0]:
		return stringGot(s[1 : len(s)-1])
	case strings.ContainsAny(s[:1], "[{(<"):
		return nil
	}
	return nil
}
