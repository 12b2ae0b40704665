package runtime

import (
	"encoding/json"
	"strconv"
)

// jsonSize is the number of bytes that [json.Marshal] writes for the hint, with its escapes for HTML,
// since that is how most callers write it. It is counted, since a hint is measured again after each
// piece that it gives up.
func (h *RetryHint) jsonSize() int {
	n := len(`{"reason":,"action":,"tool":,"message":}`)
	n += stringSize(string(h.Reason)) + stringSize(string(h.Action)) + stringSize(h.Tool) + stringSize(h.Message)
	n += listSize("missing_fields", h.MissingFields)
	if len(h.Constraints) > 0 {
		n += memberSize("constraints", len("[]")+len(h.Constraints)-1)
		for i := range h.Constraints {
			n += h.Constraints[i].jsonSize()
		}
	}
	n += listSize("unknown_fields", h.UnknownFields)
	if len(h.Rules) > 0 {
		n += memberSize("rules", len("[]")+len(h.Rules)-1)
		for i := range h.Rules {
			r := &h.Rules[i]
			n += len(`{"id":}`) + stringSize(r.ID) + textSize("message", r.Message) + listSize("fields", r.Fields)
		}
	}
	if len(h.Remedies) > 0 {
		n += memberSize("remedies", len("[]")+len(h.Remedies)-1)
		for i := range h.Remedies {
			r := &h.Remedies[i]
			n += len(`{"call":}`) + stringSize(r.Call)
			n += textSize("field", r.Field) + textSize("fills", r.Fills) + textSize("from", r.From) + textSize("text", r.Text)
		}
	}
	n += textSize("clarifying_question", h.ClarifyingQuestion)
	if len(h.ExampleInput) > 0 {
		n += memberSize("example_input", rawSize(h.ExampleInput))
	}
	n += listSize("repeated", h.Repeated)
	if h.Omitted != 0 {
		n += memberSize("omitted", digits(h.Omitted))
	}
	return n
}

func (c *FieldConstraint) jsonSize() int {
	n := len(`{"field":}`) + stringSize(c.Field)
	n += textSize("constraint", c.Constraint) + textSize("type", c.Type)
	if len(c.AllowedValues) > 0 {
		n += memberSize("allowed_values", len("[]")+len(c.AllowedValues)-1)
		for _, v := range c.AllowedValues {
			n += rawSize(v)
		}
	}
	n += textSize("pattern", c.Pattern)
	n += numberSize("min", c.Min) + numberSize("max", c.Max)
	n += numberSize("exclusive_min", c.ExclusiveMin) + numberSize("exclusive_max", c.ExclusiveMax) + numberSize("multiple_of", c.MultipleOf)
	n += countSize("min_length", c.MinLength) + countSize("max_length", c.MaxLength)
	n += countSize("min_items", c.MinItems) + countSize("max_items", c.MaxItems)
	if c.Unique {
		n += memberSize("unique", len("true"))
	}
	n += textSize("format", c.Format)
	if len(c.Const) > 0 {
		n += memberSize("const", rawSize(c.Const))
	}
	if c.Got != nil {
		n += memberSize("got", valueSize(c.Got))
	}
	if c.Suggest != nil {
		n += memberSize("suggest", valueSize(c.Suggest))
	}
	return n
}

// memberSize is the size of a member that is not the first, with a value of some size.
func memberSize(key string, value int) int { return len(`,"":`) + len(key) + value }

func textSize(key, s string) int {
	if s == "" {
		return 0
	}
	return memberSize(key, stringSize(s))
}

func numberSize(key string, n json.Number) int {
	if n == "" {
		return 0
	}
	return memberSize(key, len(n))
}

func countSize(key string, n *int) int {
	if n == nil {
		return 0
	}
	return memberSize(key, digits(*n))
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
