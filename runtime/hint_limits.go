package runtime

import (
	"encoding/json"
	"strconv"
)

// limitWriter writes what the bounds of an entry ask for: behind a verb, which is said once for
// limits that share it, "must be at least 1, needs at most 3 items"; or behind a noun, "a number at
// least 1 with at most 3 items". It is handed the text and hands it back, so that the text's memory
// need not be on the heap.
type limitWriter struct {
	noun    bool
	verb    string // of the limit before
	started bool   // something is said that a verb has to be set off from
	values  bool   // behind a noun: a limit of the value is said
	others  bool   // behind a noun: another limit is said
}

// append writes all limits of an entry.
func (w limitWriter) append(b []byte, c *FieldConstraint) []byte {
	least, most := c.Min, c.Max
	if least != "" || most != "" {
		if members := c.members(); members != "" {
			if n, err := strconv.Atoi(string(least)); err == nil {
				b = w.count(b, "needs", "at least ", n, members)
			}
			if n, err := strconv.Atoi(string(most)); err == nil {
				b = w.count(b, "may have", "at most ", n, members)
			}
			least, most = "", ""
		}
	}
	for _, l := range [...]struct {
		words string
		n     json.Number
	}{{"at least ", least}, {"greater than ", c.ExclusiveMin}, {"at most ", most}, {"less than ", c.ExclusiveMax}, {"a multiple of ", c.MultipleOf}} {
		if l.n != "" {
			b = append(w.say(b, ofValue, l.words), l.n...)
		}
	}
	if c.MinLength != nil {
		b = w.count(b, "needs", "at least ", *c.MinLength, "character")
	}
	if c.MaxLength != nil {
		b = w.count(b, "may have", "at most ", *c.MaxLength, "character")
	}
	if c.MinItems != nil {
		b = w.count(b, "needs", "at least ", *c.MinItems, "item")
	}
	if c.MaxItems != nil {
		b = w.count(b, "may have", "at most ", *c.MaxItems, "item")
	}
	if c.Unique {
		b = w.say(b, "must have", "no item twice")
	}
	if c.Pattern != "" {
		b = appendCode(w.say(b, "must match", "the pattern "), c.Pattern)
	}
	if c.Format != "" {
		b = append(w.say(b, "must have", "the format "), showName(c.Format)...)
	}
	return b
}

// say writes a limit up to its own words, behind what sets it off from the one before.
func (w *limitWriter) say(b []byte, verb, limit string) []byte {
	lead := ", "
	switch {
	case w.noun && verb == ofValue:
		if !w.values {
			lead = " "
		}
		w.values = true
	case w.noun:
		if !w.others {
			lead = " with "
		}
		w.others = true
	case !w.started:
		lead = ""
	}
	b = append(b, lead...)
	if !w.noun && verb != w.verb {
		b = append(append(b, verb...), ' ')
	}
	w.verb, w.started = verb, true
	return append(b, limit...)
}

// ofValue is the verb of the limits of a value itself.
const ofValue = "must be"

func (w *limitWriter) count(b []byte, verb, limit string, n int, of string) []byte {
	b = strconv.AppendInt(w.say(b, verb, limit), int64(n), 10)
	b = append(append(b, ' '), of...)
	if n != 1 {
		b = append(b, 's')
	}
	return b
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
