package runtime

import (
	"encoding/json"
	"strconv"
	"strings"
)

// expect takes over what an issue says its constraint asks for.
func (c *FieldConstraint) expect(constraint string, expected any) {
	if expected == nil {
		return
	}
	switch constraint {
	case "type":
		c.Type = typeNames(expected)
	case "enum":
		c.allow(valuesOf(expected), false)
	case "const":
		c.allow(valuesOf([]any{expected}), true)
	case "oneOf", "anyOf":
		// The names of variants are no values.
	case "pattern":
		if s, ok := expected.(string); ok && len(s) <= maxTextInHint {
			c.Pattern = clean(s, maxTextInHint)
		}
	case "format", "contentEncoding", "contentMediaType":
		if s, ok := expected.(string); ok {
			c.Format = clean(s, maxNameInHint)
		}
	case constraintRange:
		c.within(expected)
	default:
		if n, ok := expected.(int64); ok {
			c.bound(constraint, strconv.FormatInt(n, 10))
		} else if raw, ok := rawValue(expected, maxGotInHint); ok {
			c.bound(constraint, string(raw))
		}
	}
}

// allow sets the allowed values: one as a constant, several cut to the first few and an ellipsis.
func (c *FieldConstraint) allow(values []json.RawMessage, constant bool) {
	c.Const, c.AllowedValues = nil, nil
	if constant && len(values) == 1 {
		if raw, ok := rawValue(values[0], maxTextInHint); ok {
			c.Const = raw
		}
		return
	}
	more := false
	if len(values) > 0 {
		c.AllowedValues = make([]json.RawMessage, 0, min(len(values), maxAllowed+1))
	}
	for _, v := range values {
		raw, ok := rawValue(v, maxValueInHint)
		if !ok || len(c.AllowedValues) == maxAllowed {
			more = true
			continue
		}
		c.AllowedValues = append(c.AllowedValues, raw)
	}
	if more {
		c.AllowedValues = append(c.AllowedValues, ellipsis)
	}
}

// ellipsis stands at the end of a list of values that goes on.
var ellipsis = json.RawMessage(`"…"`)

// bound sets the member that belongs to a keyword of bounds.
func (c *FieldConstraint) bound(keyword, limit string) {
	if keyword == "uniqueItems" {
		c.Unique = limit != "false"
		return
	}
	if !isJSONNumber(limit) || len(limit) > maxGotInHint {
		return
	}
	count := func(to **int) {
		if n, err := strconv.Atoi(limit); err == nil {
			*to = &n
		}
	}
	switch keyword {
	case "minimum", "minProperties", "minContains":
		c.Min = json.Number(limit)
	case "maximum", "maxProperties", "maxContains":
		c.Max = json.Number(limit)
	case "exclusiveMinimum":
		c.ExclusiveMin = json.Number(limit)
	case "exclusiveMaximum":
		c.ExclusiveMax = json.Number(limit)
	case "multipleOf":
		c.MultipleOf = json.Number(limit)
	case "minLength":
		count(&c.MinLength)
	case "maxLength":
		count(&c.MaxLength)
	case "minItems":
		count(&c.MinItems)
	case "maxItems":
		count(&c.MaxItems)
	}
}

// tells reports whether the entry says more than the field's name and type.
func (c *FieldConstraint) tells() bool {
	return len(c.AllowedValues) > 0 || c.Const != nil || c.Pattern != "" || c.Format != "" ||
		c.Min != "" || c.Max != "" || c.ExclusiveMin != "" || c.ExclusiveMax != "" || c.MultipleOf != "" ||
		c.MinLength != nil || c.MaxLength != nil || c.MinItems != nil || c.MaxItems != nil || c.Unique
}

// typeNames joins the names of a type issue's Expected.
func typeNames(expected any) string {
	switch e := expected.(type) {
	case string:
		return clean(e, maxNameInHint)
	case []string:
		return clean(strings.Join(e, "|"), maxNameInHint)
	case []any:
		var names []string
		for _, v := range e {
			if s, ok := v.(string); ok {
				names = append(names, s)
			}
		}
		return clean(strings.Join(names, "|"), maxNameInHint)
	}
	return ""
}

// valuesOf lists the values of an enum issue's Expected, whatever Go slice holds them; any other
// value is a list of one.
func valuesOf(expected any) []json.RawMessage {
	switch e := expected.(type) {
	case nil:
		return nil
	case []json.RawMessage:
		return e
	case []string:
		values := make([]json.RawMessage, len(e))
		for i, s := range e {
			values[i] = json.RawMessage(jsonText(s))
		}
		return values
	case []any:
		values := make([]json.RawMessage, 0, len(e))
		for _, v := range e {
			if raw, err := rawJSON(v); err == nil {
				values = append(values, raw)
			}
		}
		return values
	}
	raw, err := rawJSON(expected)
	if err != nil {
		return nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	return []json.RawMessage{raw}
}
