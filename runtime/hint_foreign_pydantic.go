package runtime

import (
	"encoding/json"
	"strings"
)

// pydanticIssue reads an error of pydantic, version 1 or 2, as Python servers put them into JSON:
// {"type", "loc", "msg", "input", "ctx"}.
func pydanticIssue(m map[string]any) []ValidationIssue {
	ctx, _ := m["ctx"].(map[string]any)
	return pydanticFault(locSteps(m["loc"]), textOf(m, "type"), textOf(m, "msg"), foreignGot(m["input"]), ctx)
}

// pydanticFormats are the error types that name a format rather than a type.
var pydanticFormats = map[string]string{
	"url_": "uri", "uuid_": "uuid", "date_": "date", "datetime_": "date-time", "time_": "time", "time_delta_": "duration",
}

func pydanticFault(steps []pathStep, kind, msg string, got any, ctx map[string]any) []ValidationIssue {
	issue := ValidationIssue{Field: joinSteps(steps), Got: got, Rule: looseMark}
	kind = strings.TrimPrefix(strings.TrimPrefix(kind, "value_error."), "type_error.")
	kind = strings.TrimPrefix(strings.TrimPrefix(kind, "number."), "any_str.")
	bound := func(keyword string, keys ...string) {
		issue.Constraint, issue.Expected = keyword, firstOf(ctx, append(keys, "limit_value")...)
		if issue.Expected == nil {
			issue.Expected = numberIn(msg)
		}
	}
	switch kind {
	case "missing", "missing_argument", "missing_keyword_only_argument":
		issue.Constraint, issue.Got = "required", nil
	case "extra", "extra_forbidden", "unexpected_keyword_argument":
		issue.Constraint = "additionalProperties"
	case "literal_error", "enum", "const":
		issue.Constraint, issue.Expected = "enum", firstOf(ctx, "enum_values", "permitted")
		if issue.Expected == nil {
			issue.Expected = quotedWords(msg)
		}
	case "greater_than", "not_gt":
		bound("exclusiveMinimum", "gt")
	case "greater_than_equal", "not_ge":
		bound("minimum", "ge")
	case "less_than", "not_lt":
		bound("exclusiveMaximum", "lt")
	case "less_than_equal", "not_le":
		bound("maximum", "le")
	case "multiple_of", "not_multiple":
		bound("multipleOf", "multiple_of")
	case "string_too_short", "min_length":
		bound("minLength", "min_length")
	case "string_too_long", "max_length":
		bound("maxLength", "max_length")
	case "too_short", "list.min_items":
		bound("length", "min_length")
	case "too_long", "list.max_items":
		bound("lengthMax", "max_length")
	case "string_pattern_mismatch", "str.regex":
		issue.Constraint, issue.Expected = "pattern", firstOf(ctx, "pattern")
	case "union_tag_invalid", "union_tag_not_found":
		// The tag is told in quotes: "'kind'".
		key, words := strings.Trim(textOf(ctx, "discriminator"), "'"), quotedWords(msg)
		issue.Constraint, issue.Got = "enum", foreignGot(ctx["tag"])
		if key == "" && kind == "union_tag_invalid" && len(words) > 1 {
			key, issue.Got = words[1], words[0]
		} else if key == "" && len(words) > 0 {
			key = words[0]
		}
		issue.Field = below(steps, key)
		if kind == "union_tag_not_found" {
			issue.Constraint, issue.Got = "required", nil
		}
	case "int_from_float":
		issue.Constraint, issue.Expected, issue.Got = "type", "integer", "number"
	case "integer", "float", "str", "bool", "list", "dict", "none.not_allowed":
		issue.Constraint, issue.Expected, issue.Got = "type", jsonTypeName(kind), jsonTypeOfValue(got)
	default:
		pydanticNamed(kind, msg, &issue)
	}
	return []ValidationIssue{issue}
}

// pydanticNamed reads the error types that are made of a type's name: int_parsing, list_type.
func pydanticNamed(kind, msg string, issue *ValidationIssue) {
	kind = strings.NewReplacer("date_from_datetime", "date", "datetime_from_date", "datetime").Replace(kind)
	word, suffix := kind, ""
	if i := strings.LastIndexByte(kind, '_'); i > 0 {
		word, suffix = kind[:i], kind[i:]
	}
	if suffix == "_parsing" || suffix == "_type" {
		if format := pydanticFormats[word+"_"]; format != "" {
			issue.Constraint, issue.Expected = "format", format
			return
		}
		if i := strings.LastIndexByte(word, '_'); word == "model_attributes" || word == "dataclass" || i < 0 && jsonTypeName(word) != "" {
			if word = jsonTypeName(word); word == "" {
				word = "object"
			}
			issue.Constraint, issue.Expected, issue.Got = "type", word, jsonTypeOfValue(issue.Got)
			return
		}
	}
	issue.Constraint, issue.Message = "rule", strings.TrimPrefix(msg, "Value error, ")
}

// jsonTypeOfValue names the JSON type of a scalar that came, nil where it is not known.
func jsonTypeOfValue(v any) any {
	switch v := v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case int64:
		return "integer"
	case json.Number:
		if parseDecimal(string(v)).integral() {
			return "integer"
		}
		return "number"
	case float64:
		return "number"
	}
	return nil
}

var (
	pydanticHead = lazily(`(?m)^.*\b\d+ validation errors? for .*$`)
	pydanticLine = lazily(`^ {2,4}(.*?) (?:\[type=([\w.]+)(?:, input_value=(.*?), input_type=(\w+))?\]|\(type=([\w.]+)(?:; .*)?\))\s*$`)
)

// pydanticText reads the text of pydantic's ValidationError: a place on a line of its own, then
// what is wrong there, indented.
func pydanticText(text string) []ValidationIssue {
	head := pydanticHead().FindStringIndex(text)
	if head == nil {
		return nil
	}
	var issues []ValidationIssue
	var at []pathStep
	for _, line := range strings.Split(text[head[1]:], "\n") {
		if line == "" {
			continue
		}
		if line[0] != ' ' {
			at = pydanticPlace(strings.TrimSpace(line))
			continue
		}
		m := pydanticLine().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		got := pythonScalar(m[3])
		if jsonTypeName(m[4]) == "object" || jsonTypeName(m[4]) == "array" {
			got = nil
		}
		issues = append(issues, pydanticFault(at, m[2]+m[5], m[1], got, pydanticContext(m[1]))...)
	}
	return issues
}

// pydanticPlace reads "items.0.name" of version 2 and "items -> 0 -> name" of version 1.
func pydanticPlace(line string) []pathStep {
	sep := "."
	if strings.Contains(line, " -> ") {
		sep = " -> "
	}
	var steps []pathStep
	for _, key := range strings.Split(line, sep) {
		if key != "__root__" {
			steps = append(steps, pathStep{Key: key})
		}
	}
	return steps
}

var pydanticPattern = lazily(`match pattern '(.*)'`)

// pydanticContext reads out of the sentence what JSON has in ctx.
func pydanticContext(msg string) map[string]any {
	if m := pydanticPattern().FindStringSubmatch(msg); m != nil {
		return map[string]any{"pattern": m[1]}
	}
	return nil
}
