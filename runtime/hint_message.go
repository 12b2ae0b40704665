package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// message is the one sentence on the first pertinent issue.
func (b *hintBuilder) message(foreign string) string {
	if foreign != "" {
		return b.foreignMessage(foreign)
	}
	first := &b.issues[0]
	said := ""
	if first.Message != "" && !b.secretMessage(first) {
		said = quoteCut(first.Message, maxTextInHint)
	}
	switch {
	case isUnreadable(first.Constraint):
		return b.unreadable(first)
	case first.rank == rankMissing:
		return b.missingMessage(first, said)
	case first.rank == rankUnknown:
		s := unknownSentence(first.path, b.hint.Tool)
		if first.like != "" {
			s += "; did you mean " + quoteCut(first.like, maxGotInHint) + "?"
			return s
		}
		return s + "."
	case first.rank == rankRule:
		return ruleSentence(b.hint.Rules[0]) + "."
	case said != "":
		return showPath(first.path) + ": " + said
	default:
		c := b.constraint(first)
		if first.Constraint == "type" {
			c = FieldConstraint{Field: c.Field, Constraint: c.Constraint, Type: c.Type, Got: c.Got}
		}
		return ended(c.sentence())
	}
}

// secretMessage reports whether an issue's own text may repeat a value that must not be shown.
func (b *hintBuilder) secretMessage(issue *hintIssue) bool {
	return b.spec.flagged(issue.steps, isSensitive) || slices.ContainsFunc(issue.Fields, func(f string) bool {
		return b.spec.flagged(splitPath(f), isSensitive)
	})
}

// unreadable is the message for arguments that could not be read at all. What the decoder says
// of the place is ours but for a character of the call, which it quotes.
func (b *hintBuilder) unreadable(issue *hintIssue) string {
	detail := ""
	if issue.Message != "" {
		detail = ": " + clean(issue.Message, maxTextInHint)
	}
	limit := ""
	if raw, ok := rawValue(issue.Expected, 24); ok && issue.Expected != nil {
		limit = " of " + string(raw)
	}
	switch issue.Constraint {
	case constraintTruncated:
		if b.hint.Reason == Truncated {
			return "The arguments were cut off before their end" + detail + "."
		}
		return "The arguments end before they are complete" + detail + "."
	case constraintSize:
		return "The arguments exceed the limit" + limit + " bytes."
	case constraintDepth:
		return "The arguments nest deeper than the limit" + limit + " levels."
	default:
		return "The arguments are not valid JSON" + detail + "."
	}
}

func (b *hintBuilder) missingMessage(issue *hintIssue, said string) string {
	s := showPath(issue.path) + " is missing"
	if issue.Got != nil || issue.Constraint == "required" && issue.Expected != nil {
		s = showPath(issue.path) + " must not be empty"
	}
	switch {
	case b.hint.Reason == Truncated:
		return "The call was cut off at the length limit: " + s + "."
	case issue.like != "":
		return s + "; the call has " + quoteCut(issue.like, maxGotInHint) + ", which is no field."
	case said != "":
		return s + ": " + said
	}
	return s + "."
}

func unknownSentence(path, tool string) string {
	s := strconv.Quote(path) + " is not a field"
	if tool != "" {
		s += " of " + showName(tool)
	}
	return s
}

// ruleSentence says which rule does not hold, in its own words where it has some.
func ruleSentence(r RuleHint) string {
	if r.ID == "oneOf" || r.ID == "anyOf" {
		s := "No variant, or more than one, fits"
		if len(r.Fields) > 0 {
			s += " " + joinPaths(r.Fields)
		}
		return s + ": " + strconv.Quote(r.Message)
	}
	s := "The rule " + showName(r.ID) + " does not hold"
	if len(r.Fields) > 0 {
		s += " for " + joinPaths(r.Fields)
	}
	if r.Message != "" {
		s += ": " + strconv.Quote(r.Message)
	}
	return s
}

// sentence says what a field has to be, and what it was, without the full stop.
func (c *FieldConstraint) sentence() string {
	field := "The whole value"
	if c.Field != "" {
		field = showPath(c.Field)
	}
	got := ""
	if c.Got != nil {
		got = jsonText(c.Got)
	}
	var parts []string
	must := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch c.Constraint {
	case constraintDuplicateKey:
		return field + " is given more than once; give it once"
	case "type":
		must("must be %s", article(c.Type))
		if got, ok := c.Got.(string); ok {
			parts[0] += ", not " + article(got)
		}
		got = ""
	case "not", "if", "then", "else", "contains", "propertyNames", "dependentSchemas", "unevaluatedItems", "items":
		must("does not satisfy %s", showName(c.Constraint))
	case constraintRange:
		must("is a number that does not fit")
	case "":
		must("is not accepted")
	}
	switch {
	case c.Const != nil:
		must("must be %s", c.Const)
	case len(c.AllowedValues) > 0:
		must("must be one of %s", joinRaw(c.AllowedValues))
	}
	parts = append(parts, c.limits()...)
	if len(parts) == 0 {
		must("does not satisfy %s", showName(c.Constraint))
	}
	s := field + " " + strings.Join(parts, ", ")
	if got != "" {
		what := "got"
		switch c.Constraint {
		case "minLength", "maxLength":
			what = "its length is"
		case "minItems", "maxItems", "minProperties", "maxProperties":
			what = "there are"
		}
		s += "; " + what + " " + got
	}
	if c.Suggest != nil {
		s += "; did you mean " + jsonText(c.Suggest) + "?"
	}
	return s
}

// ended puts a full stop to a sentence that is no question.
func ended(sentence string) string {
	if strings.HasSuffix(sentence, "?") {
		return sentence
	}
	return sentence + "."
}

// limits says what the entry's bounds ask for.
func (c *FieldConstraint) limits() []string {
	var parts []string
	add := func(format string, v any) { parts = append(parts, fmt.Sprintf(format, v)) }
	number := func(format string, n json.Number) {
		if n != "" {
			add(format, n)
		}
	}
	count := func(format string, n *int) {
		if n != nil {
			plural := "s"
			if *n == 1 {
				plural = ""
			}
			parts = append(parts, fmt.Sprintf(format, *n, plural))
		}
	}
	number("must be at least %s", c.Min)
	number("must be greater than %s", c.ExclusiveMin)
	number("must be at most %s", c.Max)
	number("must be less than %s", c.ExclusiveMax)
	number("must be a multiple of %s", c.MultipleOf)
	count("needs at least %d character%s", c.MinLength)
	count("may have at most %d character%s", c.MaxLength)
	count("needs at least %d item%s", c.MinItems)
	count("may have at most %d item%s", c.MaxItems)
	if c.Unique {
		parts = append(parts, "must have no item twice")
	}
	if c.Pattern != "" {
		add("must match the pattern %s", strconv.Quote(c.Pattern))
	}
	if c.Format != "" {
		add("must have the format %s", showName(c.Format))
	}
	return parts
}

// article puts "a" or "an" before the names of JSON types.
func article(types string) string {
	names := strings.Split(types, "|")
	for i, n := range names {
		switch n {
		case "array", "integer", "object":
			names[i] = "an " + n
		case "null":
		case "":
			names[i] = "of another type"
		default:
			names[i] = "a " + showName(n)
		}
	}
	return strings.Join(names, " or ")
}

// showPath shows the path of a field bare where that cannot be mistaken for anything else.
func showPath(path string) string {
	switch {
	case path == "":
		return "the whole value"
	case len(path) > maxPathInHint:
		return strconv.Quote(path)
	}
	for _, step := range splitPath(path) {
		if !step.IsIndex && !isIdentifier(step.Key) {
			return strconv.Quote(path)
		}
	}
	return path
}

// showName shows a name bare where it is an identifier, else quoted.
func showName(name string) string {
	if isIdentifier(name) {
		return name
	}
	return strconv.Quote(name)
}

func joinPaths(paths []string) string {
	shown := make([]string, len(paths))
	for i, p := range paths {
		shown[i] = showPath(p)
	}
	return strings.Join(shown, ", ")
}

func joinRaw(values []json.RawMessage) string {
	shown := make([]string, len(values))
	for i, v := range values {
		if shown[i] = string(v); shown[i] == string(ellipsis) {
			shown[i] = "…"
		}
	}
	return strings.Join(shown, ", ")
}
