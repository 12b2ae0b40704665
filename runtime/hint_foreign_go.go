package runtime

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	googleFrame = lazily(`validating (/[^ :]*|root): `)
	googleFault = lazily(`(?s)^(\w+): (.*)$`)
	googleType  = lazily(`has type "(\w+)", want (?:one of )?"?([^"\]]+)`)
	googleExtra = "unexpected additional properties ["
)

// googleText reads the text of google/jsonschema-go, which the official MCP SDK for Go passes on:
// frames with places in the schema, then the one fault that it found. The places lack indexes.
func googleText(text string) []ValidationIssue {
	frames := googleFrame().FindAllStringSubmatchIndex(text, -1)
	if frames == nil {
		return nil
	}
	last := frames[len(frames)-1]
	steps, ok := schemaSteps(text[last[2]:last[3]])
	if !ok {
		return nil
	}
	rest := text[last[1]:]
	if strings.HasPrefix(rest, googleExtra) {
		var issues []ValidationIssue
		for _, key := range quotedWords(rest) {
			issues = append(issues, ValidationIssue{Field: below(steps, key), Constraint: "additionalProperties"})
		}
		return issues
	}
	m := googleFault().FindStringSubmatch(rest)
	if m == nil {
		return nil
	}
	issue := ValidationIssue{Field: joinSteps(steps), Constraint: m[1]}
	switch m[1] {
	case "required", "dependentRequired":
		var issues []ValidationIssue
		_, names, _ := strings.Cut(m[2], "[")
		for _, key := range quotedWords(names) {
			issues = append(issues, ValidationIssue{Field: below(steps, key), Constraint: "required"})
		}
		return issues
	case "type":
		if t := googleType().FindStringSubmatch(m[2]); t != nil {
			issue.Got, issue.Expected = t[1], strings.Join(strings.Fields(t[2]), "|")
		}
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		got, _, _ := strings.Cut(m[2], " ")
		issue.Got = pythonScalar(strings.TrimSuffix(got, "/1"))
	}
	return []ValidationIssue{issue}
}

// schemaSteps is the place in the arguments that a place in the schema describes. Places below a
// definition are not told.
func schemaSteps(pointer string) ([]pathStep, bool) {
	var steps []pathStep
	if pointer == "root" {
		return nil, true
	}
	keys := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i := 0; i < len(keys); i++ {
		switch key := keys[i]; {
		case key == "properties" && i+1 < len(keys):
			i++
			steps = append(steps, pathStep{Key: pointerUnescaper.Replace(keys[i])})
		case key == "items":
			steps = append(steps, pathStep{Index: -1, IsIndex: true})
		case key == "prefixItems" && i+1 < len(keys):
			i++
			n, err := strconv.Atoi(keys[i])
			if err != nil || n < 0 {
				return nil, false
			}
			steps = append(steps, pathStep{Index: n, IsIndex: true})
		case (key == "allOf" || key == "anyOf" || key == "oneOf") && i+1 < len(keys):
			i++
		default:
			return nil, false
		}
	}
	return steps, true
}

// goaForms are the sentences of goa's validation errors. The groups are field, other, got.
var goaForms = []struct {
	re   func() *regexp.Regexp
	read func(m []string, issue *ValidationIssue)
}{
	{lazily(`^"([^"]+)" is missing from ([\w.\[\]*]+)$`), func(m []string, issue *ValidationIssue) {
		issue.Constraint, issue.Field = "required", goaPath(m[2]+"."+m[1])
	}},
	{lazily(`^invalid value (.*) for "([^"]+)", must be an? (\w+)$`), func(m []string, issue *ValidationIssue) {
		issue.Constraint, issue.Field, issue.Expected = "type", goaPath(m[2]), jsonTypeName(m[3])
		if got := jsonTypeOfValue(pythonScalar(m[1])); got != nil {
			issue.Got = got
		}
	}},
	{lazily(`^value of ([\w.\[\]*]+) must be one of (.*) but got value (.*)$`), func(m []string, issue *ValidationIssue) {
		issue.Constraint, issue.Field, issue.Got = "enum", goaPath(m[1]), pythonScalar(m[3])
	}},
	{lazily(`^([\w.\[\]*]+) must be formatted as an? ([\w-]+) but got value ("(?:[^"\\]|\\.)*")`), func(m []string, issue *ValidationIssue) {
		issue.Constraint, issue.Field, issue.Got = "format", goaPath(m[1]), pythonScalar(m[3])
	}},
	{lazily(`^([\w.\[\]*]+) must match the regexp (".*") but got value (".*")$`), func(m []string, issue *ValidationIssue) {
		issue.Constraint, issue.Field, issue.Got = "pattern", goaPath(m[1]), pythonScalar(m[3])
		if source, err := strconv.Unquote(m[2]); err == nil {
			issue.Expected = source
		}
	}},
	{lazily(`^length of ([\w.\[\]*]+) must be (greater|lesser) or equal than (\d+) but got value .* \(len=(\d+)\)$`), func(m []string, issue *ValidationIssue) {
		issue.Constraint, issue.Field = "length", goaPath(m[1])
		if m[2] == "lesser" {
			issue.Constraint = "lengthMax"
		}
		issue.Expected, issue.Got = numberIn(m[3]), pythonScalar(m[4])
	}},
	{lazily(`^([\w.\[\]*]+) must be (greater|lesser) or equal than (\S+) but got value (.*)$`), func(m []string, issue *ValidationIssue) {
		issue.Constraint, issue.Field = "minimum", goaPath(m[1])
		if m[2] == "lesser" {
			issue.Constraint = "maximum"
		}
		issue.Expected, issue.Got = numberIn(m[3]), pythonScalar(m[4])
	}},
}

// goaText reads the message of goa's ServiceError: sentences, joined by semicolons.
func goaText(text string) []ValidationIssue {
	var issues []ValidationIssue
	for _, sentence := range strings.Split(text, "; ") {
		sentence = strings.TrimSpace(sentence)
		for _, form := range goaForms {
			if m := form.re().FindStringSubmatch(sentence); m != nil {
				var issue ValidationIssue
				form.read(m, &issue)
				issues = append(issues, issue)
				break
			}
		}
	}
	return issues
}

// goaPath puts goa's "body.items[*].name" into our form.
func goaPath(path string) string { return strings.ReplaceAll(path, "[*]", "[]") }
