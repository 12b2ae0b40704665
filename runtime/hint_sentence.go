package runtime

import (
	"encoding/json"
	"strconv"
	"strings"
)

// sentence says what a field has to be, and what it was, without the full stop.
func (c *FieldConstraint) sentence() string {
	s, got := c.demand(), ""
	if c.Field != "" {
		s = showPath(c.Field) + " " + s
	} else {
		s = "The whole value " + s
	}
	if c.Got != nil && c.Constraint != "type" {
		got = jsonText(c.Got)
	}
	if got != "" {
		what := "got"
		switch c.Constraint {
		case "minLength", "maxLength":
			what = "its length is"
		case "minItems", "maxItems", "minProperties", "maxProperties":
			what = "there are"
			if got == "1" {
				what = "there is"
			}
		}
		s += "; " + what + " " + got
	}
	if c.Suggest != nil {
		s += "; did you mean " + jsonText(c.Suggest) + "?"
	}
	return s
}

// demand is the predicate of the sentence: what the field must be.
func (c *FieldConstraint) demand() string {
	var parts []string
	must := func(words string) { parts = append(parts, words) }
	switch c.Constraint {
	case constraintDuplicateKey:
		return "is given more than once; give it once"
	case "oneOf", "anyOf":
		if len(c.AllowedValues) == 0 && c.Const == nil {
			return noVariant(c.Constraint)
		}
	case "type":
		s := "must be " + c.noun()
		if got, ok := c.Got.(string); ok {
			s += ", not " + article(got)
		}
		return s
	case "not", "if", "then", "else", "contains", "propertyNames", "dependentSchemas", "unevaluatedItems", "items":
		must("does not satisfy " + showName(c.Constraint))
	case constraintRange:
		must("is a number that does not fit")
	case "":
		must("is not accepted")
	}
	switch {
	case c.Const != nil:
		must("must be " + string(c.Const))
	case len(c.AllowedValues) > 0:
		must("must be one of " + joinRaw(c.AllowedValues))
	}
	verb := ""
	for _, l := range c.limits() {
		if l.verb == verb {
			must(l.what)
			continue
		}
		verb = l.verb
		must(l.verb + " " + l.what)
	}
	if len(parts) == 0 {
		must("does not satisfy " + showName(c.Constraint))
	}
	return strings.Join(parts, ", ")
}

// missingFacts says what a missing field has to be: a noun after a colon.
func (c *FieldConstraint) missingFacts() string {
	if c.Suggest != nil {
		return insteadOf(c.Suggest)
	}
	if noun := c.noun(); noun != "" {
		return ": " + noun
	}
	return ""
}

// noun is the kind of value that the field takes, "" where nothing is known of it.
func (c *FieldConstraint) noun() string {
	switch {
	case c.Const != nil:
		return string(c.Const)
	case len(c.AllowedValues) > 0:
		return "one of " + joinRaw(c.AllowedValues)
	}
	limits := c.limits()
	if c.Type == "" && len(limits) == 0 {
		return ""
	}
	s := "a value"
	if c.Type != "" {
		s = article(c.Type)
	}
	with, be := " with ", " "
	for _, l := range limits {
		if l.verb == "must be" {
			s += be + l.what
			be = ", "
			continue
		}
		s += with + l.what
		with = ", "
	}
	return s
}

// limit is what one keyword asks for: a verb and its object.
type limit struct{ verb, what string }

// limits says what the entry's bounds ask for.
func (c *FieldConstraint) limits() []limit {
	var list []limit
	number := func(what string, n json.Number) {
		if n != "" {
			list = append(list, limit{"must be", what + " " + string(n)})
		}
	}
	count := func(verb, what, of string, n *int) {
		if n != nil {
			list = append(list, limit{verb, what + " " + plural(*n, of)})
		}
	}
	least, most := c.Min, c.Max
	if members := membersOf(c.Type); members != "" {
		if n, err := strconv.Atoi(string(least)); err == nil {
			count("needs", "at least", members, &n)
		}
		if n, err := strconv.Atoi(string(most)); err == nil {
			count("may have", "at most", members, &n)
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
		list = append(list, limit{"must have", "no item twice"})
	}
	if c.Pattern != "" {
		list = append(list, limit{"must match", "the pattern " + quoteCode(c.Pattern)})
	}
	if c.Format != "" {
		list = append(list, limit{"must have", "the format " + showName(c.Format)})
	}
	return list
}

// membersOf is what Min and Max count in a value of a type, "" where they bound the value itself.
func membersOf(kind string) string {
	switch kind {
	case "object":
		return "key"
	case "array":
		return "matching item"
	}
	return ""
}

func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// noVariant says what a value is that fails a choice: of oneOf it may fit several.
func noVariant(keyword string) string {
	if keyword == "anyOf" {
		return "fits no variant"
	}
	return "does not fit exactly one variant"
}
