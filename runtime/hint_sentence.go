package runtime

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
		var room [24]byte
		if string(appendJSONText(room[:0], c.Got)) == "1" {
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
	case constraintRange:
		b = append(b, "is a number that does not fit"...)
	case "":
		b = append(b, "is not accepted"...)
	default:
		if saysNothing(c.Constraint) {
			b = append(append(b, "does not satisfy "...), showName(c.Constraint)...)
		}
	}
	if (c.Const != nil || len(c.AllowedValues) > 0) && len(b) > from {
		b = append(b, ", "...)
	}
	switch {
	case c.Const != nil:
		b = append(append(b, "must be "...), c.Const...)
	case len(c.AllowedValues) > 0:
		b = appendValues(append(b, "must be one of "...), c.AllowedValues)
	}
	b = limitWriter{started: len(b) > from}.append(b, c)
	if len(b) == from {
		b = append(append(b, "does not satisfy "...), showName(c.Constraint)...)
	}
	return b
}

// saysNothing reports whether a keyword has a schema of its own, of which no limit tells.
func saysNothing(keyword string) bool {
	switch keyword {
	case "not", "if", "then", "else", "contains", "propertyNames", "dependentSchemas", "unevaluatedItems", "items":
		return true
	}
	return false
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
	from := len(b)
	if c.Type != "" {
		b = appendArticle(b, c.Type)
	} else {
		b = append(b, "a value"...)
	}
	noun := len(b)
	b = limitWriter{noun: true}.append(b, c)
	if c.Type == "" && len(b) == noun {
		return b[:from]
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
