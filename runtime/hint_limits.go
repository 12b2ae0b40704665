package runtime

import (
	"encoding/json"
	"strconv"
)

// limitWriter writes what the bounds of an entry ask for: behind a verb, which is said once for
// limits that share it, "must be at least 1, needs at most 3 items"; or behind a noun, "a number at
// least 1 with at most 3 items".
type limitWriter struct {
	b       []byte
	noun    bool
	verb    string // of the limit before
	started bool   // something is said that a verb has to be set off from
	values  bool   // behind a noun: a limit of the value is said
	others  bool   // behind a noun: another limit is said
}

// write writes all limits of an entry.
func (w *limitWriter) write(c *FieldConstraint) {
	least, most := c.Min, c.Max
	if members := c.members(); members != "" {
		if n, err := strconv.Atoi(string(least)); err == nil {
			w.count("needs", "at least ", n, members)
		}
		if n, err := strconv.Atoi(string(most)); err == nil {
			w.count("may have", "at most ", n, members)
		}
		least, most = "", ""
	}
	w.number("at least ", least)
	w.number("greater than ", c.ExclusiveMin)
	w.number("at most ", most)
	w.number("less than ", c.ExclusiveMax)
	w.number("a multiple of ", c.MultipleOf)
	if c.MinLength != nil {
		w.count("needs", "at least ", *c.MinLength, "character")
	}
	if c.MaxLength != nil {
		w.count("may have", "at most ", *c.MaxLength, "character")
	}
	if c.MinItems != nil {
		w.count("needs", "at least ", *c.MinItems, "item")
	}
	if c.MaxItems != nil {
		w.count("may have", "at most ", *c.MaxItems, "item")
	}
	if c.Unique {
		w.say("must have", "no item twice")
	}
	if c.Pattern != "" {
		w.say("must match", "the pattern ")
		w.b = appendCode(w.b, c.Pattern)
	}
	if c.Format != "" {
		w.say("must have", "the format ")
		w.b = append(w.b, showName(c.Format)...)
	}
}

// say writes a limit up to its own words, behind what sets it off from the one before.
func (w *limitWriter) say(verb, limit string) {
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
	w.b = append(w.b, lead...)
	if !w.noun && verb != w.verb {
		w.b = append(append(w.b, verb...), ' ')
	}
	w.verb, w.started = verb, true
	w.b = append(w.b, limit...)
}

// ofValue is the verb of the limits of a value itself.
const ofValue = "must be"

func (w *limitWriter) number(limit string, n json.Number) {
	if n != "" {
		w.say(ofValue, limit)
		w.b = append(w.b, n...)
	}
}

func (w *limitWriter) count(verb, limit string, n int, of string) {
	w.say(verb, limit)
	w.b = append(append(strconv.AppendInt(w.b, int64(n), 10), ' '), of...)
	if n != 1 {
		w.b = append(w.b, 's')
	}
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
