package runtime

import "strings"

// detailed is what the validation errors of santhosh-tekuri/jsonschema have beside Error: a text
// that names the place in the instance and in the schema of every fault.
type detailed interface {
	error
	GoString() string
}

// outputLine is a line of that library: - at '/a/0' [S#/properties/a/items/type]: got string, want number.
var outputLine = lazily(`(?m)^( *)(?:- )?at '((?:[^'\\]|\\.)*)'(?: \[([^\]]*)\])?: (.*)$`)

// outputText reads the texts of santhosh-tekuri/jsonschema, plain or detailed.
func outputText(text string) []ValidationIssue {
	var issues []ValidationIssue
	union := -1 // how far a failed union is indented; what is below it are its branches
	for _, m := range outputLine().FindAllStringSubmatch(text, -1) {
		indent := len(m[1])
		if union >= 0 && indent > union {
			continue
		}
		union = -1
		keyword := lastStep(m[3])
		found := outputIssue(strings.ReplaceAll(m[2], `\'`, `'`), keyword, m[4])
		if len(found) == 1 && (found[0].Constraint == "anyOf" || found[0].Constraint == "oneOf" || found[0].Constraint == "not") {
			union = indent
		}
		issues = append(issues, found...)
	}
	return issues
}

var (
	outputType   = lazily(`^got (\w+), want (.+)$`)
	outputValues = lazily(`^value must be (one of )?(.+)$`)
	outputBound  = lazily(`^(\w+): got (.+), want (.+)$`)
	outputFormat = lazily(`^.* is not valid ([a-z-]+)(?::|$)`)
	outputShape  = lazily(`does not match pattern '(.*)'$`)
)

// outputIssue reads one fault: where it is, its keyword as far as it is told, and the sentence.
func outputIssue(pointer, keyword, msg string) []ValidationIssue {
	steps := pointerSteps(pointer)
	issue := ValidationIssue{Field: joinSteps(steps), Constraint: keyword}
	keys := func(constraint string) []ValidationIssue {
		var issues []ValidationIssue
		for _, key := range quotedWords(msg) {
			issues = append(issues, ValidationIssue{Field: below(steps, key), Constraint: constraint})
		}
		return issues
	}
	switch {
	case msg == "validation failed":
		return nil // a frame around other faults
	case strings.HasPrefix(msg, "missing propert"):
		return keys("required")
	case strings.HasPrefix(msg, "additional propert"):
		return keys("additionalProperties")
	case strings.HasPrefix(msg, "properties ") && strings.Contains(msg, " required, if "):
		msg, _, _ = strings.Cut(msg, " required, if ")
		return keys("required")
	case strings.HasPrefix(msg, "'anyOf'"), strings.HasPrefix(msg, "'oneOf'"), strings.HasPrefix(msg, "'not'"):
		issue.Constraint = strings.Trim(strings.SplitN(msg, " ", 2)[0], "',")
		return []ValidationIssue{issue}
	case strings.HasPrefix(msg, "items at ") && strings.HasSuffix(msg, " are equal"):
		issue.Constraint = "uniqueItems"
		return []ValidationIssue{issue}
	}
	if m := outputType().FindStringSubmatch(msg); m != nil {
		issue.Constraint, issue.Got = "type", jsonTypeName(m[1])
		issue.Expected = strings.ReplaceAll(m[2], " or ", "|")
		return []ValidationIssue{issue}
	}
	if m := outputValues().FindStringSubmatch(msg); m != nil {
		issue.Constraint = "enum" // the values come from the schema, where they are all told
		return []ValidationIssue{issue}
	}
	if m := outputBound().FindStringSubmatch(msg); m != nil {
		issue.Constraint, issue.Got, issue.Expected = m[1], pythonScalar(m[2]), numberIn(m[3])
		return []ValidationIssue{issue}
	}
	if m := outputShape().FindStringSubmatch(msg); m != nil {
		issue.Constraint = "pattern"
		return []ValidationIssue{issue}
	}
	if m := outputFormat().FindStringSubmatch(msg); m != nil {
		issue.Constraint, issue.Expected = "format", m[1]
		return []ValidationIssue{issue}
	}
	if keyword == "" || keyword == "$ref" || keyword == "allOf" || strings.Contains(keyword, "#") {
		return nil
	}
	return []ValidationIssue{issue}
}
