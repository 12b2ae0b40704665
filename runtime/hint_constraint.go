package runtime

import (
	"encoding/json"
	"strconv"
	"strings"
)

// constraint makes c, which is empty, the entry for an issue: what the schema says of the field, then what the issue
// itself says, which wins: a backend may know better which values are allowed.
func (b *hintBuilder) constraint(c *FieldConstraint, issue *hintIssue) {
	var known *rowFacts
	if issue.row != nil && issue.rank != rankUnknown {
		known = b.factsOf(issue)
		if issue.Constraint == "const" {
			*c = known.constant
		} else {
			*c = known.said
		}
	}
	c.Field, c.Constraint = issue.path, clean(issue.Constraint, maxNameInHint)
	secret := b.spec.sensitive(issue.steps)
	if issue.rank != rankMissing && issue.rank != rankUnknown {
		if issue.choice != "" {
			c.Type = ""
			c.allow(valuesOf(issue.Expected), false)
		}
		if issue.Constraint != "enum" || known == nil || !known.expects(issue.Expected) {
			c.expect(issue.Constraint, issue.Expected)
		}
		if !secret && issue.Constraint != constraintDuplicateKey { // whose Got is the key
			c.Got = cleanGot(issue.Got)
		}
	}
	if issue.rank == rankType && issue.Constraint != "type" {
		if kind := b.foreignKind(issue); kind != "" {
			if issue.choice != "" {
				*c = FieldConstraint{Field: clean(issue.Field, maxPathInHint)}
			}
			c.Constraint, c.Type, c.Got = "type", issue.row.Type, kind
		}
	}
	if issue.rank == rankMissing && known != nil && known.orNull != "" {
		c.Type = known.orNull // who has no value is to say so, and not to make one up
	}
	switch {
	case issue.like != "":
		c.Suggest = clean(issue.like, maxGotInHint)
	case (issue.rank == rankEnum || issue.choice != "") && !secret && c.Const == nil:
		if s, ok := b.suggestion(issue); ok {
			c.Suggest = s
		}
	case issue.Constraint == "format" && !secret:
		if s, ok := b.rewritten(issue); ok {
			c.Suggest = s
		}
	}
}

// describe takes over what the schema says of the field. After a fault of an item count or of the
// whole, members that describe something else are of no help, and the row has none of them.
func (c *FieldConstraint) describe(row *FieldSpec, constraint string) {
	if row.Type != "any" {
		c.Type = clean(row.Type, maxNameInHint)
	}
	if len(row.Enum) > 0 {
		c.allow(rawValues(row.Enum), constraint == "const")
		return // the values say all
	}
	if len(row.Pattern) <= maxTextInHint {
		c.Pattern = clean(row.Pattern, maxTextInHint)
	}
	c.Format = clean(row.Format, maxNameInHint)
	for _, bound := range row.Bounds {
		c.bound(bound.Keyword, bound.Limit)
	}
}

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

// suggestion finds the allowed value that was probably meant. It is looked for once.
func (b *hintBuilder) suggestion(issue *hintIssue) (value string, ok bool) {
	if !issue.asked {
		issue.suggested, issue.asked = b.nearestValue(issue), true
	}
	return issue.suggested, issue.suggested != ""
}

func (b *hintBuilder) nearestValue(issue *hintIssue) string {
	got, ok := issue.Got.(string)
	if !ok {
		return ""
	}
	var texts, folded []string
	if known := b.factsOf(issue); known != nil && (issue.Expected == nil || known.expects(issue.Expected)) {
		texts, folded = known.texts, known.folded
	} else {
		texts = textsOf(issue.Expected)
	}
	if near, ok := nearestFolded(got, texts, folded); ok && near != got {
		return near
	}
	return ""
}

// factsOf are the facts of an issue's row, nil where it has none.
func (b *hintBuilder) factsOf(issue *hintIssue) *rowFacts {
	if issue.row == nil {
		return nil
	}
	return b.spec.factsAt(issue.node, issue.row)
}

// textsOf lists those of an issue's expected values that are strings.
func textsOf(expected any) (texts []string) {
	for _, v := range valuesOf(expected) {
		var s string
		if len(v) > 0 && v[0] == '"' && json.Unmarshal(v, &s) == nil {
			texts = append(texts, s)
		}
	}
	return texts
}
