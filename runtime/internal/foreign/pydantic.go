package foreign

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// pydanticKeywords are the error types of pydantic 2 and, with dots, 1 that mean a keyword, and the member
// of "ctx" in which the limit is.
var pydanticKeywords = map[string]struct{ keyword, limit string }{
	"missing": {"required", ""}, "missing_argument": {"required", ""}, "missing_keyword_only_argument": {"required", ""},
	"extra": {"additionalProperties", ""}, "extra_forbidden": {"additionalProperties", ""}, "unexpected_keyword_argument": {"additionalProperties", ""},
	"literal_error": {"enum", "permitted"}, "enum": {"enum", "enum_values"}, "const": {"enum", "permitted"},
	"greater_than": {"exclusiveMinimum", "gt"}, "not_gt": {"exclusiveMinimum", "limit_value"},
	"greater_than_equal": {"minimum", "ge"}, "not_ge": {"minimum", "limit_value"},
	"less_than": {"exclusiveMaximum", "lt"}, "not_lt": {"exclusiveMaximum", "limit_value"},
	"less_than_equal": {"maximum", "le"}, "not_le": {"maximum", "limit_value"},
	"multiple_of": {"multipleOf", "multiple_of"}, "not_multiple": {"multipleOf", "multiple_of"},
	"string_too_short": {"minLength", "min_length"}, "min_length": {"minLength", "limit_value"},
	"string_too_long": {"maxLength", "max_length"}, "max_length": {"maxLength", "limit_value"},
	"too_short": {"minItems", "min_length"}, "list.min_items": {"minItems", "limit_value"},
	"too_long": {"maxItems", "max_length"}, "list.max_items": {"maxItems", "limit_value"},
	"string_pattern_mismatch": {"pattern", "pattern"}, "str.regex": {"pattern", "pattern"},
}

// pydanticFormats are the words in error types that name a format rather than a type.
var pydanticFormats = map[string]string{
	"url": "uri", "uuid": "uuid", "date": "date", "datetime": "date-time", "time": "time", "time_delta": "duration",
	"date_from_datetime": "date", "datetime_from_date": "date-time",
}

// pydanticFault reads an error of pydantic: {"type", "loc", "msg", "input", "ctx"}.
func pydanticFault(at []Step, kind, msg string, got any, ctx map[string]any) []Fault {
	for _, family := range []string{"value_error.", "type_error.", "number.", "any_str."} {
		kind = strings.TrimPrefix(kind, family)
	}
	f := Fault{Path: at, Got: scalarOf(got), from: labelled}
	known, isKeyword := pydanticKeywords[kind]
	switch {
	case isKeyword:
		f.Keyword, f.Want = known.keyword, ctx[known.limit]
		switch f.Keyword {
		case "required":
			f.Got = nil
		case "additionalProperties", "pattern":
		case "enum":
			if f.Want == nil {
				f.Want = choices(msg)
			}
		default:
			if f.Want == nil {
				f.Want = number(msg)
			}
		}
	case kind == "union_tag_invalid" || kind == "union_tag_not_found":
		// The tag is named in quotes: "Input tag 'wirte' found using 'kind' …".
		key, words := strings.Trim(textOf(ctx, "discriminator"), "'"), quoted(msg)
		f.Keyword, f.Got = "enum", scalarOf(ctx["tag"])
		if kind == "union_tag_not_found" {
			f.Keyword, words = "required", append([]string{""}, words...)
		}
		if key == "" && len(words) > 1 {
			if key = words[1]; words[0] != "" {
				f.Got = words[0]
			}
		}
		f.Path = below(at, key)
	case kind == "int_from_float":
		f.Keyword, f.Want, f.Got = "type", "integer", "number"
	default:
		word := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(kind, "_parsing"), "_type"), ".not_allowed")
		if format := pydanticFormats[word]; format != "" {
			f.Keyword, f.Want = "format", format
			break
		}
		name := typeName(word)
		if word == "model_attributes" || word == "dataclass" {
			name = "object"
		}
		if name == "" {
			f.Keyword, f.Message = "rule", strings.TrimPrefix(msg, "Value error, ")
			break
		}
		f.Keyword, f.Want, f.Got = "type", name, typeOf(f.Got)
	}
	return []Fault{f}
}

// pydanticLine is what stands below a place: the sentence, and the type of the error in brackets.
var (
	pydanticLine    = lazy.Pattern(`^\s+(.*?) ?(?:\[type=([\w.]+)(?:, input_value=(.*), input_type=(\w+))?\]|\(type=([\w.]+)(?:; .*)?\))\s*$`)
	pydanticPattern = lazy.Pattern(`match pattern '(.*)'`)
)

// pydanticText reads the text of a ValidationError: a place on a line of its own, then what is wrong there,
// indented. Of a fault of the whole the place is missing.
func pydanticText(text string) []Fault {
	var faults []Fault
	var at []Step
	if !strings.Contains(text, "type=") {
		return nil
	}
	for _, line := range strings.Split(text, "\n") {
		switch m := pydanticLine().FindStringSubmatch(line); {
		case m != nil:
			got := scalar(m[3])
			if name := typeName(m[4]); name == "object" || name == "array" {
				got = nil
			}
			var ctx map[string]any
			if shape := pydanticPattern().FindStringSubmatch(m[1]); shape != nil {
				ctx = map[string]any{"pattern": shape[1]}
			}
			faults = append(faults, pydanticFault(at, m[2]+m[5], m[1], got, ctx)...)
		case line != "" && line[0] != ' ':
			at = pydanticPlace(strings.TrimSpace(line))
		}
	}
	return faults
}

// pydanticPlace reads "items.0.name" of version 2 and "items -> 0 -> name" of version 1.
func pydanticPlace(line string) []Step {
	if strings.Contains(line, " validation error") {
		return nil
	}
	sep := "."
	if strings.Contains(line, " -> ") {
		sep = " -> "
	}
	var steps []Step
	for _, key := range strings.Split(line, sep) {
		if key != "__root__" {
			steps = append(steps, Step{Key: key})
		}
	}
	return steps
}
