package runtime

import (
	"encoding/json"
	"strings"
)

// withFraction tells a number from an integer, which is one, too.
const withFraction = " with a fraction"

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
		b = append(b, "must be "...)
		got, ok := c.Got.(string)
		switch {
		case !ok:
			return c.appendNoun(b)
		case len(c.AllowedValues) > 0 || c.Const != nil:
			return appendArticle(append(c.appendNoun(b), "; got "...), got) // not one of the list
		case c.Type == "":
			return appendArticle(append(c.appendNoun(b), ", not "...), got)
		}
		b = appendArticle(append(appendArticle(b, c.Type), ", not "...), got)
		if got == "number" && hasKind(c.Type, "integer") {
			b = append(b, withFraction...)
		}
		if c.limits() != 0 && oneKind(c.Type) {
			b = limitWriter{noun: true}.append(append(b, ','), c)
		}
		return b
	case constraintRange:
		if c = c.withoutMachine(); c.Min == "" && c.Max == "" && len(c.AllowedValues) == 0 {
			return append(b, "is out of the range of numbers that the tool can read"...)
		}
	case "contentEncoding", "contentMediaType":
		if c.Format != "" {
			lead := "must be encoded as "
			if c.Constraint == "contentMediaType" {
				lead = "must hold valid "
			}
			return appendQuote(append(b, lead...), c.Format)
		}
	case "":
		b = append(b, "is not accepted"...)
		if c.Const != nil || len(c.AllowedValues) > 0 || c.limited() {
			b = append(b, ": it "...) // for a reason that is not known
			from = len(b)
		}
	default:
		if hasSchema(c.Constraint) {
			switch {
			case endsArray(c.Constraint, c.Field):
				return append(b, surplusItem...)
			case isForbidden(c.Constraint):
				return append(b, notAllowed...)
			}
			b = append(b, unsaid(c.Constraint)...)
		}
	}
	if (c.Const != nil || len(c.AllowedValues) > 0) && len(b) > from {
		b = append(b, ", "...)
	}
	switch {
	case c.Const != nil:
		b = append(append(b, "must be "...), c.Const...)
	case len(c.AllowedValues) > 0:
		b = c.appendAllowed(append(b, "must be "...))
	}
	b = limitWriter{started: len(b) > from}.append(b, c)
	if len(b) == from && c.Constraint != "" {
		b = appendUntold(b, c.Constraint)
	}
	return b
}

// withoutMachine is the constraint without the bounds of a machine's numbers, which mean nothing to a model.
func (c *FieldConstraint) withoutMachine() *FieldConstraint {
	const digits = 16 // of 2^53 - 1, beyond which no decimal is safe
	own := *c
	isMachine := func(n json.Number) bool {
		return len(strings.TrimLeft(string(n), "-")) >= digits || strings.ContainsAny(string(n), "eE")
	}
	if isMachine(own.Min) {
		own.Min = ""
	}
	if isMachine(own.Max) {
		own.Max = ""
	}
	own.MultipleOf = ""
	return &own
}

// hasSchema reports whether a keyword has a schema of its own, of which no limit tells.
func hasSchema(keyword string) bool {
	switch keyword {
	case "not", "contains", "propertyNames", "allOf", "if", "then", "else", "dependentSchemas",
		"properties", "patternProperties", "items", "prefixItems", "additionalItems", "unevaluatedItems":
		return true
	}
	return false
}

// unsaid is what there is to say of such a keyword where nothing more is known, "" where no value is
// allowed at all.
func unsaid(keyword string) string {
	switch keyword {
	case "not":
		return "must not have this value"
	case "contains":
		return "needs an item of a certain kind"
	case "propertyNames":
		return notAKey
	case "allOf", "if", "then", "else", "dependentSchemas":
		return "has values that do not go together"
	}
	return ""
}

const (
	notAKey    = "is not allowed as a key"
	notAllowed = "is not allowed here"

	// Items move up where one before them is taken out, so that it is the end that has to go.
	surplusItem = "is not allowed here: the array must end before it"
)

// endsArray reports whether a keyword that fails at a field says that no item may stand there, nor behind
// it.
func endsArray(keyword, field string) bool {
	switch keyword {
	case "items", "prefixItems", "additionalItems":
		return strings.HasSuffix(field, "]")
	}
	return false
}

// isForbidden reports whether a keyword that fails says that no value may stand at the place.
func isForbidden(keyword string) bool {
	switch keyword {
	case "properties", "patternProperties", "items", "prefixItems", "additionalItems", "unevaluatedItems":
		return true
	}
	return false
}

// appendNoun is the kind of value that the field takes, nothing where nothing is known of it.
func (c *FieldConstraint) appendNoun(b []byte) []byte {
	switch {
	case c.Const != nil:
		return append(b, c.Const...)
	case len(c.AllowedValues) > 0:
		return c.appendAllowed(b)
	}
	from := len(b)
	types, orNull := strings.CutSuffix(c.Type, "|null")
	if orNull = orNull && c.limited(); !orNull {
		types = c.Type
	}
	if types != "" {
		b = appendArticle(b, types)
	} else {
		b = append(b, "a value"...)
	}
	noun := len(b)
	if oneKind(types) {
		b = limitWriter{noun: true}.append(b, c)
	}
	if types == "" && len(b) == noun {
		return b[:from]
	}
	if orNull {
		b = append(b, ", or null"...) // behind the limits, which are not about it
	}
	return b
}

// oneKind reports whether types are but one besides null: of several, no noun says which limits go with which.
func oneKind(types string) bool {
	first, rest, more := strings.Cut(types, "|")
	return !more || first == "null" && oneKind(rest) || rest == "null"
}

// appendAllowed lists the allowed values, behind "must be ".
func (c *FieldConstraint) appendAllowed(b []byte) []byte {
	if len(c.AllowedValues) > 1 {
		b = append(b, "one of "...)
	}
	return appendValues(b, c.AllowedValues)
}

// noVariant says what a value must do that fails a choice: of oneOf it may fit several.
func noVariant(keyword string) string {
	if keyword == "anyOf" {
		return "must fit one of its variants"
	}
	return "must fit exactly one of its variants"
}

// hasKind is hasType for the type of a value; a number without a fraction is an "integer".
func hasKind(names, kind string) bool {
	for more := true; more; {
		var name string
		name, names, more = strings.Cut(names, "|")
		if name == kind || name == "" || name == "any" || name == "number" && kind == "integer" {
			return true
		}
	}
	return false
}

// limited reports whether the entry has a limit.
func (c *FieldConstraint) limited() bool {
	return c.Pattern != "" || c.Format != "" || c.Min != "" || c.Max != "" || c.ExclusiveMin != "" || c.ExclusiveMax != "" ||
		c.MultipleOf != "" || c.MinLength != nil || c.MaxLength != nil || c.MinItems != nil || c.MaxItems != nil || c.Unique
}
