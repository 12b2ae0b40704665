package runtime

import (
	"encoding/json"
	"slices"
	"strconv"
)

// subschema is what a keyword's schema asks for, as far as a sentence can say it. It is said in words
// of this package; what is of the schema (values, keys, patterns) stands in them as JSON or in quotes.
type subschema struct {
	value    FieldConstraint // what it says of the value itself
	key      string          // the only property that it looks at
	member   *subschema      // and what that has to be, nil for none
	required []string
	branches []subschema // of anyOf
}

// maxSubschemaDepth is how deep schemas within a schema are read.
const maxSubschemaDepth = 3

// readSubschema reads a schema; ok is false where it says something that a sentence leaves out.
func readSubschema(text string) (s subschema, ok bool) {
	v, ok := parseAny([]byte(text))
	if !ok {
		return s, false
	}
	return subschemaOf(v, maxSubschemaDepth)
}

func subschemaOf(v any, depth int) (s subschema, ok bool) {
	keywords, ok := v.(map[string]any)
	if !ok || depth == 0 || len(keywords) == 0 {
		return s, false
	}
	for keyword, value := range keywords {
		if !s.take(keyword, value, depth) {
			return s, false
		}
	}
	c := &s.value
	return s, !(c.Const != nil || len(c.AllowedValues) > 0) || !c.limited()
}

// take takes over a keyword and reports whether it can be said.
func (s *subschema) take(keyword string, value any, depth int) bool {
	c := &s.value
	switch keyword {
	case "title", "description", "$comment", "examples", "default", "deprecated", "readOnly", "writeOnly":
		return true
	case "const":
		c.allow([]json.RawMessage{writeJSON(value)}, true)
		return c.Const != nil
	case "enum":
		values := valuesOf(value)
		c.allow(values, len(values) == 1)
		return c.Const != nil || len(c.AllowedValues) > 1
	case "type":
		c.Type = typeNames(value)
		return c.Type != ""
	case "pattern", "format":
		c.expect(keyword, value)
		return c.Pattern != "" || c.Format != ""
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems":
		c.bound(keyword, string(writeJSON(value)))
		return c.limited()
	case "required":
		list, _ := value.([]any)
		for _, v := range list {
			key, isText := v.(string)
			if !isText {
				return false
			}
			s.required = append(s.required, key)
		}
		return len(s.required) > 0
	case "properties":
		members, _ := value.(map[string]any)
		for key, v := range members {
			below, ok := subschemaOf(v, depth-1)
			s.key, s.member = key, &below
			return ok && len(members) == 1 && below.simple()
		}
	case "anyOf":
		list, _ := value.([]any)
		for _, v := range list {
			below, ok := subschemaOf(v, depth-1)
			if !ok || !below.simple() {
				return false
			}
			s.branches = append(s.branches, below)
		}
		return len(s.branches) > 0
	}
	return false
}

// limited reports whether an entry has limits besides a type and allowed values.
func (c *FieldConstraint) limited() bool {
	return c.Pattern != "" || c.Format != "" || c.Min != "" || c.Max != "" || c.ExclusiveMin != "" || c.ExclusiveMax != "" ||
		c.MultipleOf != "" || c.MinLength != nil || c.MaxLength != nil || c.MinItems != nil || c.MaxItems != nil || c.Unique
}

// simple reports whether a noun says all of the schema.
func (s *subschema) simple() bool {
	return s.member == nil && len(s.required) == 0 && len(s.branches) == 0 && len(s.value.appendNoun(nil)) > 0
}

// onlyObject reports whether the schema says nothing of the value besides its members.
func (s *subschema) onlyObject() bool {
	c := &s.value
	return (c.Type == "" || c.Type == "object") && c.Const == nil && len(c.AllowedValues) == 0 && !c.limited() && len(s.branches) == 0
}

// onlyKeys reports whether all that the schema asks for are keys.
func (s *subschema) onlyKeys() bool {
	return s.member == nil && len(s.required) > 0 && s.onlyObject()
}

// onlyMember reports whether all that the schema looks at is one member.
func (s *subschema) onlyMember() bool {
	return s.member != nil && s.onlyObject() && !slices.ContainsFunc(s.required, func(key string) bool { return key != s.key })
}

// appendNot says what a value must not be that must not fit the schema. The key, if there is one, is
// that of the member which this is about.
func (s *subschema) appendNot(b []byte) (key string, sentence []byte, ok bool) {
	c := &s.value
	switch {
	case s.onlyKeys():
		b = appendKeys(append(b, "must not have the key"...), s.required)
		if len(s.required) > 1 {
			b = append(b, " together"...)
		}
	case s.onlyMember():
		lead := "must not be "
		if len(s.required) == 0 {
			lead = "must be given, and must not be "
		}
		return s.key, s.member.value.appendNoun(append(b, lead...)), true
	case len(s.branches) > 0 && len(s.required) == 0 && s.member == nil && c.Const == nil && len(c.AllowedValues) == 0 && !c.limited():
		b = append(b, "must not be "...)
		for i := range s.branches {
			if i > 0 {
				b = append(b, " or "...)
			}
			b = s.branches[i].value.appendNoun(b)
		}
	case !s.simple():
		return "", b, false
	case c.Type == "" && c.Pattern != "" && c.only("pattern"):
		b = appendCode(append(b, "must not match the pattern "...), c.Pattern)
	case c.Type == "" && c.Format != "" && c.only("format"):
		b = appendQuote(append(b, "must not have the format "...), c.Format)
	default:
		b = c.appendNoun(append(b, "must not be "...))
	}
	return "", b, true
}

// only reports whether a pattern or a format is the only limit of an entry.
func (c *FieldConstraint) only(keyword string) bool {
	rest := *c
	if keyword == "pattern" {
		rest.Pattern = ""
	} else {
		rest.Format = ""
	}
	return !rest.limited()
}

// appendItem is the kind of item that fits the schema, as a noun.
func (s *subschema) appendItem(b []byte) (noun []byte, ok bool) {
	switch {
	case s.onlyKeys():
		return appendKeys(append(b, "an object with the key"...), s.required), true
	case s.onlyMember():
		b = append(append(append(b, "an object whose "...), quoteCut(s.key, maxGotInHint)...), " is "...)
		return s.member.value.appendNoun(b), true
	}
	return s.value.appendNoun(b), s.simple()
}

// appendKeyNames is what the keys have to be that fit the schema, behind "takes only ".
func (s *subschema) appendKeyNames(b []byte) (noun []byte, ok bool) {
	c := &s.value
	switch {
	case !s.simple() || c.Type != "" && c.Type != "string":
		return b, false
	case c.Const != nil:
		return append(append(b, "the key "...), c.Const...), true
	case len(c.AllowedValues) > 0:
		return appendValues(append(b, "the keys "...), c.AllowedValues), true
	}
	return limitWriter{noun: true}.append(append(b, "keys"...), c), c.limited()
}

// appendKeys writes keys in quotes behind a singular noun.
func appendKeys(b []byte, keys []string) []byte {
	if len(keys) > 1 {
		b = append(b, 's')
	}
	for i, key := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, ' '), quoteCut(key, maxGotInHint)...)
	}
	return b
}

// appendCount writes how many items of a kind the limit of an entry allows, up to the kind.
func (c *FieldConstraint) appendCount(b []byte) []byte {
	lead, limit := "needs at least ", c.Min
	if c.Constraint == "maxContains" {
		lead, limit = "may have at most ", c.Max
	}
	n, err := strconv.Atoi(string(limit))
	if err != nil {
		return append(b, "takes as matching items: "...)
	}
	b = append(strconv.AppendInt(append(b, lead...), int64(n), 10), " item"...)
	if n != 1 {
		b = append(b, 's')
	}
	return append(b, " of this kind: "...)
}
