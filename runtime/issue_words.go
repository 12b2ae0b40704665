package runtime

import (
	"github.com/toolgen/toolgen/runtime/internal/shown"
	"strings"
	"unicode/utf8"
)

// Widths of an issue's line, in runes.
const (
	maxFieldInLine   = 96
	maxDemandInLine  = 240
	maxGotInLine     = 80
	maxMessageInLine = 160
)

// String describes the issue in one line, for logs and error texts: the field, the constraint, and
// what the value has to be, in the words of hints. The line is bounded and holds no line break,
// whatever the value at fault contains.
func (i ValidationIssue) String() string {
	var b strings.Builder
	if i.Field == "" {
		b.WriteString("(whole value)")
	} else {
		b.WriteString(shown.Clip(i.Field, maxFieldInLine))
	}
	b.WriteString(": ")
	b.WriteString(i.Constraint)
	if i.Rule != "" {
		b.WriteString(" " + i.Rule)
	}
	if demand := i.demand(); demand != "" {
		b.WriteString(": " + shown.Clip(oneLine(demand), maxDemandInLine))
	}
	if lead := i.gotLead(); lead != "" {
		b.WriteString(lead + shown.Clip(jsonText(i.Got), maxGotInLine))
	}
	if i.Constraint == "uniqueItems" && i.Got != nil {
		b.WriteString(" more than once")
	}
	if i.Message != "" {
		b.WriteString(": " + shown.Clip(oneLine(i.Message), maxMessageInLine))
	}
	return b.String()
}

// demand says what the value of the issue has to be; "" where the issue's message says all.
func (i *ValidationIssue) demand() string {
	switch rankOf(i.Constraint) {
	case rankStructure:
		return i.limit()
	case rankMissing:
		if i.Got != nil || i.Constraint == "required" && i.Expected != nil {
			return "must not be empty"
		}
		return "is missing"
	case rankUnknown:
		if i.Constraint == "propertyNames" {
			return notAKey
		}
		if near, ok := i.Expected.(string); ok && near != i.Got {
			return "is not a field; did you mean " + jsonText(near) + "?"
		}
		return "is not a field"
	case rankRule:
		if i.Message != "" || i.Expected == nil {
			return ""
		}
	}
	if key, values := discriminated(i); key != "" {
		return showName(key) + " must be one of " + valuesInLine(values)
	}
	switch i.Constraint {
	case "enum":
		if i.Expected != nil {
			return "must be one of " + valuesInLine(i.Expected)
		}
	case "oneOf", "anyOf":
		if i.Expected == nil {
			return noVariant(i.Constraint)
		}
		if i.Constraint == "oneOf" {
			return "must fit exactly one of " + valuesInLine(i.Expected)
		}
		return "must fit one of " + valuesInLine(i.Expected)
	}
	c := FieldConstraint{Field: i.Field, Constraint: clean(i.Constraint, maxNameInHint)}
	c.expect(i.Constraint, i.Expected)
	if i.Constraint == "type" {
		c.Got = cleanGot(i.Got)
	}
	if i.Expected != nil && c.Type == "" && !c.tells() {
		return "expected " + jsonText(i.Expected)
	}
	if i.Message != "" && i.Expected == nil {
		return "" // who says more than the constraint does says it all
	}
	return string(c.appendDemand(nil))
}

// limit is what a text that could not be read has too much of.
func (i *ValidationIssue) limit() string {
	of := ""
	switch i.Constraint {
	case constraintDuplicateKey:
		return string((&FieldConstraint{Constraint: i.Constraint}).appendDemand(nil))
	case constraintSize:
		of = " bytes"
	case constraintDepth:
		of = " levels"
	}
	if of == "" || i.Expected == nil {
		return ""
	}
	return "at most " + jsonText(i.Expected) + of
}

// gotLead introduces what came, "" where there is nothing to add: the keys of issues about keys are
// in their fields.
func (i *ValidationIssue) gotLead() string {
	if i.Got == nil {
		return ""
	}
	switch i.Constraint {
	case "type":
		if _, said := i.Got.(string); said {
			return ""
		}
	case constraintDuplicateKey, "exactlyOneOf", "atLeastOneOf", "atMostOneOf":
		return ""
	case "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "minContains", "maxContains":
		return ", has "
	}
	if rankOf(i.Constraint) == rankUnknown {
		return ""
	}
	return ", got "
}

// valuesInLine lists values, as many as there is room for.
func valuesInLine(values any) string {
	var b strings.Builder
	room := maxDemandInLine - 60 // for the words around them
	for i, raw := range valuesOf(values) {
		if i > 0 {
			b.WriteString(", ")
		}
		text := string(escapeUnprintable(raw))
		if room -= utf8.RuneCountInString(text) + 2; room < 0 && i > 0 {
			b.WriteString("…")
			break
		}
		b.WriteString(text)
	}
	return b.String()
}

// discriminated finds the discriminator in what an issue of a union expects.
func discriminated(issue *ValidationIssue) (key string, values any) {
	if issue.Constraint != "oneOf" && issue.Constraint != "anyOf" {
		return "", nil
	}
	if expected, ok := issue.Expected.(map[string]any); ok && len(expected) == 1 {
		for key, values := range expected {
			return key, values
		}
	}
	return "", nil
}
