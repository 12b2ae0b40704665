package runtime

import (
	"encoding/json"
	"strconv"
)

// appendSentence says what a field has to be, and what it was, without the full stop.
func (c *FieldConstraint) appendSentence(b []byte) []byte {
	if c.Field != "" {
		b = append(b, showPath(c.Field)...)
	} else {
		b = append(b, "The whole value"...)
	}
	b = append(b, ' ')
	b = c.appendDemand(b)
	if c.Got != nil && c.Constraint != "type" {
		b = appendJSONText(append(b, c.gotLead()...), c.Got)
	}
	return c.appendSuggestion(b)
}

// gotLead introduces what came: a value, or the number of what a limit counts.
func (c *FieldConstraint) gotLead() string {
	switch c.Constraint {
	case "minLength", "maxLength":
		return "; its length is "
	case "minItems", "maxItems", "minProperties", "maxProperties":
		if jsonText(c.Got) == "1" {
			return "; there is "
		}
		return "; there are "
	}
	return "; got "
}

func (c *FieldConstraint) appendSuggestion(b []byte) []byte {
	if c.Suggest == nil {
		return b
	}
	b = append(b, "; did you mean "...)
	return append(appendJSONText(b, c.Suggest), '?')
}

// appendDemand is the predicate of the sentence: what the field must be.
func (c *FieldConstraint) appendDemand(b []byte) []byte {
	from := len(b)
	must := func() {
		if len(b) > from {
			b = append(b, ", "...)
		}
	}
	switch c.Constraint {
	case constraintDuplicateKey:
		return append(b, "is given more than once; give it once"...)
	case "oneOf", "anyOf":
		if len(c.AllowedValues) == 0 && c.Const == nil {
			return append(b, noVariant(c.Constraint)...)
		}
	case "type":
		b = c.appendNoun(append(b, "must be "...))
		if got, ok := c.Got.(string); ok {
			b = appendArticle(append(b, ", not "...), got)
		}
		return b
	case "not", "if", "then", "else", "contains", "propertyNames", "dependentSchemas", "unevaluatedItems", "items":
		b = append(append(b, "does not satisfy "...), showName(c.Constraint)...)
	case constraintRange:
		b = append(b, "is a number that does not fit"...)
	case "":
		b = append(b, "is not accepted"...)
	}
	switch {
	case c.Const != nil:
		must()
		b = append(append(b, "must be "...), c.Const...)
	case len(c.AllowedValues) > 0:
		must()
		b = appendValues(append(b, "must be one of "...), c.AllowedValues)
	}
	verb := ""
	var room [12]limit
	for _, l := range c.limits(room[:0]) {
		must()
		if l.verb != verb {
			verb = l.verb
			b = append(append(b, verb...), ' ')
		}
		b = l.append(b)
	}
	if len(b) == from {
		b = append(append(b, "does not satisfy "...), showName(c.Constraint)...)
	}
	return b
}

// appendMissingFacts says what a missing field has to be: a noun after a colon.
func (c *FieldConstraint) appendMissingFacts(b []byte) []byte {
	if c.Suggest != nil {
		return appendInsteadOf(b, c.Suggest)
	}
	from := len(b)
	b = append(b, ": "...)
	noun := len(b)
	if b = c.appendNoun(b); len(b) == noun {
		return b[:from]
	}
	return b
}

// appendNoun is the kind of value that the field takes, nothing where nothing is known of it.
func (c *FieldConstraint) appendNoun(b []byte) []byte {
	switch {
	case c.Const != nil:
		return append(b, c.Const...)
	case len(c.AllowedValues) > 0:
		return appendValues(append(b, "one of "...), c.AllowedValues)
	}
	var room [12]limit
	limits := c.limits(room[:0])
	switch {
	case c.Type != "":
		b = appendArticle(b, c.Type)
	case len(limits) == 0:
		return b
	default:
		b = append(b, "a value"...)
	}
	with, be := " with ", " "
	for i := range limits {
		l := &limits[i]
		if l.verb == "must be" {
			b = append(b, be...)
			be = ", "
		} else {
			b = append(b, with...)
			with = ", "
		}
		b = l.append(b)
	}
	return b
}

// limit is what one keyword asks for: a verb and its object, which is a name of the limit and the
// limit itself.
type limit struct {
	verb, name string
	number     json.Number // of a limit of the value
	count      int         // of a limit of a count
	of         string      // what is counted, "" for any other limit
	text       string      // a pattern or format
}

// append writes the object of the limit's verb.
func (l *limit) append(b []byte) []byte {
	b = append(b, l.name...)
	switch {
	case l.number != "":
		b = append(append(b, ' '), l.number...)
	case l.of != "":
		b = appendPlural(append(b, ' '), l.count, l.of)
	case l.verb == "must match":
		b = append(append(b, ' '), quoteCode(l.text)...)
	case l.text != "":
		b = append(append(b, ' '), showName(l.text)...)
	}
	return b
}

// limits appends what the entry's bounds ask for to a list.
func (c *FieldConstraint) limits(list []limit) []limit {
	number := func(what string, n json.Number) {
		if n != "" {
			list = append(list, limit{verb: "must be", name: what, number: n})
		}
	}
	count := func(verb, what, of string, n *int) {
		if n != nil {
			list = append(list, limit{verb: verb, name: what, of: of, count: *n})
		}
	}
	least, most := c.Min, c.Max
	if members := c.members(); members != "" {
		if n, err := strconv.Atoi(string(least)); err == nil {
			list = append(list, limit{verb: "needs", name: "at least", of: members, count: n})
		}
		if n, err := strconv.Atoi(string(most)); err == nil {
			list = append(list, limit{verb: "may have", name: "at most", of: members, count: n})
		}
		least, most = "", ""
	}
	number("at least", least)
	number("greater than", c.ExclusiveMin)
	number("at most", most)
	number("less than", c.ExclusiveMax)
	number("a multiple of", c.MultipleOf)
	count("needs", "at least", "character", c.MinLength)
	count("may have", "at most", "character", c.MaxLength)
	count("needs", "at least", "item", c.MinItems)
	count("may have", "at most", "item", c.MaxItems)
	if c.Unique {
		list = append(list, limit{verb: "must have", name: "no item twice"})
	}
	if c.Pattern != "" {
		list = append(list, limit{verb: "must match", name: "the pattern", text: c.Pattern})
	}
	if c.Format != "" {
		list = append(list, limit{verb: "must have", name: "the format", text: c.Format})
	}
	return list
}

// members is what Min and Max count in the field's value, "" where they bound the value itself.
func (c *FieldConstraint) members() string {
	switch {
	case c.Type == "object", c.Constraint == "minProperties", c.Constraint == "maxProperties":
		return "key"
	case c.Type == "array", c.Constraint == "minContains", c.Constraint == "maxContains":
		return "matching item"
	}
	return ""
}

func appendPlural(b []byte, n int, what string) []byte {
	b = append(append(strconv.AppendInt(b, int64(n), 10), ' '), what...)
	if n != 1 {
		b = append(b, 's')
	}
	return b
}

// noVariant says what a value is that fails a choice: of oneOf it may fit several.
func noVariant(keyword string) string {
	if keyword == "anyOf" {
		return "fits no variant"
	}
	return "does not fit exactly one variant"
}
