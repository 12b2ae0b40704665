package runtime

import "strings"

// zodIssue reads an issue of zod, the validator of most MCP servers in TypeScript. Versions 3 and
// 4 name and describe the same faults differently; both are read here.
func zodIssue(m map[string]any) []ValidationIssue {
	steps := locSteps(m["path"])
	issue := ValidationIssue{Field: joinSteps(steps)}
	switch textOf(m, "code") {
	case "invalid_type":
		return zodType(m, issue)
	case "unrecognized_keys":
		var issues []ValidationIssue
		keys, _ := m["keys"].([]any)
		for _, key := range keys {
			if s, ok := key.(string); ok {
				issues = append(issues, ValidationIssue{Field: below(steps, s), Constraint: "additionalProperties"})
			}
		}
		return issues
	case "too_small", "too_big":
		return zodBound(m, issue)
	case "invalid_string", "invalid_format":
		zodFormat(m, &issue)
	case "invalid_enum_value":
		issue.Constraint, issue.Expected, issue.Got = "enum", m["options"], foreignGot(m["received"])
	case "invalid_value":
		issue.Constraint, issue.Expected = "enum", m["values"]
	case "invalid_literal":
		issue.Constraint, issue.Expected, issue.Got = "const", m["expected"], foreignGot(m["received"])
	case "invalid_union_discriminator":
		issue.Constraint, issue.Expected = "enum", m["options"]
	case "invalid_union":
		if textOf(m, "discriminator") != "" {
			issue.Constraint = "enum"
			break
		}
		issue.Constraint = "anyOf"
	case "not_multiple_of":
		issue.Constraint, issue.Expected = "multipleOf", firstOf(m, "divisor", "multipleOf")
	case "invalid_date":
		issue.Constraint, issue.Expected = "format", "date-time"
	default:
		issue.Constraint, issue.Message = "rule", textOf(m, "message")
	}
	return []ValidationIssue{issue}
}

var zodReceived = lazily(`received "?(\w+)"?`)

// zodType reads a wrong type. What is "undefined" is missing.
func zodType(m map[string]any, issue ValidationIssue) []ValidationIssue {
	received := textOf(m, "received")
	if received == "" {
		if found := zodReceived().FindStringSubmatch(textOf(m, "message")); found != nil {
			received = found[1]
		}
	}
	if received == "undefined" || textOf(m, "message") == "Required" {
		issue.Constraint = "required"
		return []ValidationIssue{issue}
	}
	issue.Constraint, issue.Expected = "type", jsonTypeName(textOf(m, "expected"))
	if got := jsonTypeName(received); got != "" {
		issue.Got = got
	}
	return []ValidationIssue{issue}
}

// zodBound reads a bound, whose keyword depends on what is bounded.
func zodBound(m map[string]any, issue ValidationIssue) []ValidationIssue {
	least := textOf(m, "code") == "too_small"
	limit := "maximum"
	if least {
		limit = "minimum"
	}
	issue.Expected = m[limit]
	kind := textOf(m, "type") + textOf(m, "origin") // one of them is there
	switch kind {
	case "string":
		issue.Constraint = lengthKeyword("string", least)
	case "array", "set":
		issue.Constraint = lengthKeyword("array", least)
	case "object", "map":
		issue.Constraint = lengthKeyword("object", least)
	default:
		issue.Constraint = limit
		if inclusive, told := m["inclusive"].(bool); told && !inclusive {
			issue.Constraint = "exclusive" + strings.ToUpper(limit[:1]) + limit[1:]
		}
	}
	return []ValidationIssue{issue}
}

// zodFormat reads a text that has the wrong form.
func zodFormat(m map[string]any, issue *ValidationIssue) {
	name, _ := firstOf(m, "validation", "format").(string)
	issue.Constraint = "format"
	switch name {
	case "regex":
		issue.Constraint = "pattern"
		if source := strings.Trim(textOf(m, "pattern"), "/"); source != "" {
			issue.Expected = source
		}
	case "url":
		issue.Expected = "uri"
	case "datetime":
		issue.Expected = "date-time"
	case "":
		issue.Constraint, issue.Message = "rule", textOf(m, "message")
	default:
		issue.Expected = name
	}
}

func firstOf(m map[string]any, keys ...string) any {
	for _, key := range keys {
		if v, ok := m[key]; ok {
			return v
		}
	}
	return nil
}

// jsonTypeName is the JSON type that a word of another language means, "" for none.
func jsonTypeName(word string) string {
	switch word {
	case "string", "str":
		return "string"
	case "number", "float", "double", "float64", "nan":
		return "number"
	case "integer", "int", "int64", "bigint":
		return "integer"
	case "boolean", "bool":
		return "boolean"
	case "array", "list", "tuple", "set":
		return "array"
	case "object", "dict", "record", "map", "model":
		return "object"
	case "null", "none", "NoneType":
		return "null"
	}
	return ""
}
