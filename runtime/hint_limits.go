package runtime

import "strconv"

// limitWriter writes what the bounds of an entry ask for: behind a verb, which is said once for
// limits that share it, "must be at least 1 and less than 5, needs at least 3 items"; or behind a noun, "a
// number of at least 1 with the format \"x\"". It is handed the text and hands it back, so that the text's memory
// need not be on the heap.
type limitWriter struct {
	noun    bool
	verb    string // of the limit before
	started bool   // something is said that a verb has to be set off from
	values  bool   // a limit of the value itself is said, which others follow with "and"
	others  bool   // behind a noun: another limit is said
}

// append writes all limits of an entry.
func (w limitWriter) append(b []byte, c *FieldConstraint) []byte {
	least, above, most, below := c.Min, c.ExclusiveMin, c.Max, c.ExclusiveMax
	if least != "" && above != "" { // the closer one says what the other does
		if compareDecimals(string(above), string(least)) >= 0 {
			least = ""
		} else {
			above = ""
		}
	}
	if most != "" && below != "" {
		if compareDecimals(string(below), string(most)) <= 0 {
			most = ""
		} else {
			below = ""
		}
	}
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
	if least != "" {
		b = append(w.value(b, " of ", "at least "), least...)
	}
	if above != "" {
		b = append(w.value(b, " ", "greater than "), above...)
	}
	if most != "" {
		b = append(w.value(b, " of ", "at most "), most...)
	}
	if below != "" {
		b = append(w.value(b, " ", "less than "), below...)
	}
	if c.MultipleOf != "" {
		w.values = w.values && !w.noun // behind a noun it is a clause of its own
		b = append(w.value(b, " that is ", "a multiple of "), c.MultipleOf...)
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
		b = appendQuote(w.say(b, "must have", "the format "), c.Format)
	}
	return b
}

// say writes a limit up to its own words, behind what sets it off from the one before.
func (w *limitWriter) say(b []byte, verb, limit string) []byte {
	lead := ", "
	switch {
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

// value is say for a limit of the value itself; behind a noun, lead sets the first off from it.
func (w *limitWriter) value(b []byte, lead, limit string) []byte {
	switch {
	case w.values:
		b = append(b, " and "...)
	case w.noun:
		b = append(b, lead...)
	case w.started:
		b = append(b, ", must be "...)
	default:
		b = append(b, "must be "...)
	}
	w.values, w.started = true, true
	return append(b, limit...)
}

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
