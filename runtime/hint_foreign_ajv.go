package runtime

import "strings"

// ajvIssue reads an error object of ajv, the JSON Schema validator of JavaScript:
// {"instancePath", "schemaPath", "keyword", "params", "message"}.
func ajvIssue(m map[string]any) []ValidationIssue {
	steps := pointerSteps(textOf(m, "instancePath"))
	if at := textOf(m, "dataPath"); at != "" { // before ajv 8
		if steps = pointerSteps(at); !strings.HasPrefix(at, "/") {
			steps = splitPath(strings.TrimPrefix(at, "."))
		}
	}
	params, _ := m["params"].(map[string]any)
	keyword := textOf(m, "keyword")
	issue := ValidationIssue{Field: joinSteps(steps), Constraint: keyword}
	if strings.Contains(textOf(m, "schemaPath"), "/anyOf/") || strings.Contains(textOf(m, "schemaPath"), "/oneOf/") {
		issue.Rule = branchMark
	}
	switch keyword {
	case "required", "dependentRequired", "dependencies":
		issue.Constraint = "required"
		issue.Field = below(steps, textOf(params, "missingProperty"))
	case "additionalProperties":
		issue.Field = below(steps, textOf(params, "additionalProperty"))
	case "unevaluatedProperties":
		issue.Field = below(steps, textOf(params, "unevaluatedProperty"))
	case "propertyNames":
		issue.Field = below(steps, textOf(params, "propertyName"))
	case "type":
		issue.Expected = params["type"]
	case "enum":
		issue.Expected = params["allowedValues"]
	case "const":
		issue.Expected = params["allowedValue"]
	case "pattern", "format", "multipleOf":
		issue.Expected = params[keyword]
	case "discriminator":
		issue.Constraint = "enum"
		issue.Field = below(steps, textOf(params, "tag"))
		issue.Got = foreignGot(params["tagValue"])
	default:
		issue.Expected = params["limit"]
	}
	if data, ok := m["data"]; ok && issue.Got == nil && rankOf(issue.Constraint) > rankType {
		issue.Got = foreignGot(data)
	}
	return []ValidationIssue{issue}
}

// foreignGot is a value that came, as a foreign error repeats it: scalars, cut.
func foreignGot(v any) any { return scalarGot(v) }
