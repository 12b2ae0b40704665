package runtime

import (
	"encoding/json"
	"strconv"
	"strings"
)

// measured is the size of a hint, or of a part of one.
type measured struct {
	json int // the bytes that json.Marshal writes, with its escapes for HTML, since that is how most callers write it
	text int // at least the bytes that the text takes, and not many more
}

// size measures the hint. The bytes are counted, not written, since a hint is measured again after
// each piece that it gives up, and most hints are far from their budget. Of the text a bound is
// enough: each string is counted as long as it is in JSON, where quoting it takes no less, and each
// piece of a sentence as long as the longest that may stand in its place.
func (h *RetryHint) size() measured {
	m := measured{json: len(`{"reason":"","action":"","tool":,"message":}`) + len(h.Reason) + len(h.Action)}
	tool, message := stringSize(h.Tool), stringSize(h.Message)
	m.json += tool + message
	m.text = longestHeading + tool + len(lineStart) + message
	if n := len(h.MissingFields); n > 0 {
		list := listSize("missing_fields", h.MissingFields)
		m.json += list
		m.text += list + n*len(lineStart+"the whole value"+isMissing)
	}
	for i := range h.Constraints {
		m.add(h.Constraints[i].size())
	}
	if n := len(h.Constraints); n > 0 {
		m.json += memberSize("constraints", len("[]")+n-1)
	}
	if n := len(h.UnknownFields); n > 0 {
		list := listSize("unknown_fields", h.UnknownFields)
		m.json += list
		m.text += list + n*len(lineStart+` is not a field of the whole value`)
	}
	if n := len(h.Rules); n > 0 {
		m.json += memberSize("rules", len("[]")+n-1)
		for i := range h.Rules {
			r := &h.Rules[i]
			id, message, fields := stringSize(r.ID), textSize("message", r.Message), listSize("fields", r.Fields)
			m.json += len(`{"id":}`) + id + message + fields
			m.text += longestRule + id + message + fields + len(r.Fields)*len(", the whole value")
			if r.ID == "prefixItems" || strings.HasPrefix(r.Message, kindsLead) {
				m.text += 2 * message // of many short schemas, the words may take more than the JSON
			}
		}
	}
	if n := len(h.Remedies); n > 0 {
		m.json += memberSize("remedies", len("[]")+n-1)
		for i := range h.Remedies {
			r := &h.Remedies[i]
			n := stringSize(r.Call) + textSize("field", r.Field) + textSize("fills", r.Fills) + textSize("from", r.From) + textSize("text", r.Text)
			m.json += len(`{"call":}`) + n
			m.text += len("\nFirst call ;  of its result fills : ") + n
		}
	}
	if h.ClarifyingQuestion != "" {
		n := stringSize(h.ClarifyingQuestion)
		m.json += memberSize("clarifying_question", n)
		m.text += len("\nIf you cannot know, ask the user: ") + n
	}
	if len(h.ExampleInput) > 0 {
		n := rawSize(h.ExampleInput)
		m.json += memberSize("example_input", n)
		m.text += len("\nMerge into the call, with real values; null takes a key out: ") + max(n, len(h.ExampleInput))
	}
	if n := len(h.Samples); n > 0 {
		list := listSize("samples", h.Samples)
		m.json += list
		m.text += list + n
	}
	if n := len(h.Repeated); n > 0 {
		list := listSize("repeated", h.Repeated)
		m.json += list
		m.text += len("\nThese failed before: ") + list + n
	}
	if h.Omitted != 0 {
		n := digits(h.Omitted)
		m.json += memberSize("omitted", n)
		m.text += len("\nFurther faults that are not shown: ") + n
	}
	return m
}

// The most that the fixed words of a part take.
const (
	longestHeading = len("The call was not accepted. Make the call named below first, then send the corrected call.")
	longestRule    = len(lineStart + "The whole value must fit exactly one of its variants: counts the items that fit  for the whole value: ")
)

func (m *measured) add(o measured) {
	m.json += o.json
	m.text += o.text
}

// member counts a member of an entry, and what the words around its value take at most.
func (m *measured) member(key string, value, words int) {
	m.json += memberSize(key, value)
	m.text += value + words
}

func (c *FieldConstraint) size() measured {
	n := stringSize(c.Field)
	m := measured{json: len(`{"field":}`) + n, text: len(lineStart) + n + c.demandWords()}
	words := max(longestUntold, longestUnsaid) // where no limit says what is wrong
	if c.Constraint != "" {
		n := stringSize(c.Constraint)
		m.json += memberSize("constraint", n)
		words += n
	}
	isType := c.Constraint == "type"
	if c.Type != "" {
		n := stringSize(c.Type)
		m.json += memberSize("type", n)
		if isType || rankOf(c.Constraint) == rankMissing {
			m.text += n + articles(c.Type)
		}
	}
	before := m.text
	if len(c.AllowedValues) > 0 {
		list := len("[]") + len(c.AllowedValues) - 1
		m.text += len(", must be one of ")
		for _, v := range c.AllowedValues {
			n := rawSize(v)
			list += n
			m.text += max(n, len(v)) + len(", ")
		}
		m.json += memberSize("allowed_values", list)
	}
	if c.Constraint == "pattern" {
		m.text += longestUndecided
	}
	if c.Pattern != "" {
		m.member("pattern", stringSize(c.Pattern), len(" and must match the pattern "))
	}
	around := len(" that is a multiple of ") // the number
	if c.members() != "" {
		around = len(" and another number of matching items")
	}
	m.number("min", c.Min, around)
	m.number("max", c.Max, around)
	m.number("exclusive_min", c.ExclusiveMin, around)
	m.number("exclusive_max", c.ExclusiveMax, around)
	m.number("multiple_of", c.MultipleOf, around)
	m.count("min_length", c.MinLength)
	m.count("max_length", c.MaxLength)
	m.count("min_items", c.MinItems)
	m.count("max_items", c.MaxItems)
	if c.Unique {
		m.member("unique", len("true"), len(" and must have no item twice"))
	}
	if c.Format != "" {
		m.member("format", stringSize(c.Format), len(" and must have the format "))
	}
	if len(c.Const) > 0 {
		n := rawSize(c.Const)
		m.member("const", n, len(", must be ")+max(len(c.Const)-n, 0))
	}
	if m.text == before || hasSchema(c.Constraint) {
		m.text += words
	}
	if c.Got != nil {
		words := len("; there are ;  is there more than once")
		if got, isText := c.Got.(string); isText && isType {
			words = len(", not ") + articles(got) + len(withFraction)
		}
		m.member("got", valueSize(c.Got), words)
	}
	if c.Suggest != nil {
		m.member("suggest", valueSize(c.Suggest), len("; did you mean ? instead"))
	}
	return m
}

// demandWords is the most that the words of a demand take that no value of the entry goes with.
func (c *FieldConstraint) demandWords() int {
	n := len("  must be  must be ") // of the numbers, and of the type
	if c.Field == "" {
		n += len("the whole value")
	}
	switch c.Constraint {
	case constraintDuplicateKey, "oneOf", "anyOf", constraintRange, "":
		n += len("is given more than once; give it once")
	}
	return n
}

// articles is the most that appendArticle adds to the names of types.
func articles(types string) int {
	n := 0
	for i := range len(types) {
		if types[i] == '|' {
			n++
		}
	}
	if n > 0 || types == "" {
		return (1 + n) * len(" or of another type")
	}
	return len("an ")
}

func (m *measured) number(key string, n json.Number, words int) {
	if n != "" {
		m.member(key, len(n), words)
	}
}

func (m *measured) count(key string, n *int) {
	if n != nil {
		m.member(key, digits(*n), len(", and may have at most  characters"))
	}
}

// memberSize is the size of a member that is not the first, with a value of some size.
func memberSize(key string, value int) int { return len(`,"":`) + len(key) + value }

func textSize(key, s string) int {
	if s == "" {
		return 0
	}
	return memberSize(key, stringSize(s))
}

func listSize(key string, list []string) int {
	if len(list) == 0 {
		return 0
	}
	n := len("[]") + len(list) - 1
	for _, s := range list {
		n += stringSize(s)
	}
	return memberSize(key, n)
}

func digits(n int) int {
	var room [20]byte
	return len(strconv.AppendInt(room[:0], int64(n), 10))
}

func valueSize(v any) int {
	switch v := v.(type) {
	case string:
		return stringSize(v)
	case bool:
		if v {
			return len("true")
		}
		return len("false")
	case int64:
		return digits(int(v))
	case json.Number:
		if v != "" {
			return len(v)
		}
	}
	raw, _ := json.Marshal(v)
	return len(raw)
}

// stringSize is the size of a string as JSON.
func stringSize(s string) int {
	n := len(`""`) + len(s)
	if plainMarkup(s) {
		return n
	}
	for i := range len(s) {
		c := s[i]
		if c >= 0x80 {
			return n + wideSize(s[i:])
		}
		n += int(extraSize[c])
	}
	return n
}

// extraSize is the number of bytes that an escape of an ASCII character adds.
var extraSize = [0x80]uint8{
	0: 5, 1: 5, 2: 5, 3: 5, 4: 5, 5: 5, 6: 5, 7: 5, '\b': 1, '\t': 1, '\n': 1, 11: 5, '\f': 1, '\r': 1, 14: 5, 15: 5,
	16: 5, 17: 5, 18: 5, 19: 5, 20: 5, 21: 5, 22: 5, 23: 5, 24: 5, 25: 5, 26: 5, 27: 5, 28: 5, 29: 5, 30: 5, 31: 5,
	'"': 1, '\\': 1, '<': 5, '>': 5, '&': 5,
}

// wideSize is the number of bytes that escapes add to a text that is not all ASCII.
func wideSize(s string) (n int) {
	for i, r := range s {
		switch {
		case r < 0x80:
			n += int(extraSize[r])
		case r == '\u2028' || r == '\u2029':
			n += 3
		case r == '\ufffd' && s[i] != 0xef:
			n += 5 // a byte that is no UTF-8
		}
	}
	return n
}

// rawSize is the size of a JSON text as json.Marshal writes it: compact.
func rawSize(raw []byte) int {
	if isCompact(raw) {
		return len(raw)
	}
	n, inString := 0, false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case c == '<' || c == '>' || c == '&':
			n += 6
			continue
		case c == 0xe2 && i+2 < len(raw) && raw[i+1] == 0x80 && raw[i+2]&^1 == 0xa8:
			n += 6
			i += 2
			continue
		case c == '\\' && inString:
			n++
			i++
		case c == '"':
			inString = !inString
		case !inString && (c == ' ' || c == '\n' || c == '\t' || c == '\r'):
			continue
		}
		n++
	}
	return n
}
