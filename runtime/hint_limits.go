package runtime

import (
	"encoding/json"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	engine "github.com/toolgen/toolgen/runtime/internal/repair"
)

// limitKind is one of the clauses that the limits of an entry make, in the order in which they are said.
type limitKind uint8

const (
	limitBounds limitKind = iota // bounds of a number
	limitMembers
	limitLength
	limitItems
	limitUnique
	limitPattern
	limitFormat
	limitKinds
)

// limitWriter writes what the limits of an entry ask for, the one that is violated first: behind a verb,
// "must be at least 1 and less than 5", "must match the pattern "x" and needs 3 to 10 characters"; or behind a
// noun, "a number of at least 1", "a string with 3 to 10 characters and the format "x"". It is handed the
// text and hands it back, so that the text's memory need not be on the heap.
type limitWriter struct {
	noun    bool
	started bool // something is said that the limits have to be set off from
}

// limitSet is a set of clauses, one bit each.
type limitSet uint8

func (k limitKind) only() limitSet { return 1 << k }

// The clauses on values of one JSON type: where one is violated, those of others have nothing to say.
const (
	limitsOfTexts  = limitSet(1<<limitLength | 1<<limitPattern | 1<<limitFormat)
	limitsOfArrays = limitSet(1<<limitMembers | 1<<limitItems | 1<<limitUnique)
)

// append writes all limits of an entry but those that are known to hold, and will if the violated one does.
func (w limitWriter) append(b []byte, c *FieldConstraint) []byte {
	set := c.limits()
	if set == 0 {
		return b
	}
	first := limitKinds
	if !w.noun {
		if first = limitOf(c.Constraint); first != limitKinds {
			set = c.besides(first, set)
		}
	}
	said := false        // of the limits that are set off from each other
	before := limitKinds // the clause before
	for set != 0 {
		kind := limitKind(bits.TrailingZeros8(uint8(set)))
		if first != limitKinds && set&first.only() != 0 {
			kind = first
		}
		set &^= kind.only()
		if w.noun && kind == limitBounds {
			b = c.appendBounds(b, true)
			continue
		}
		switch {
		case w.noun && !said:
			b = append(b, " with "...)
		case !said && !w.started:
		case set == 0 && said && before != limitBounds:
			b = append(b, " and "...)
		case set == 0: // which sets it off from an "and" before
			b = append(b, ", and "...)
		default:
			b = append(b, ", "...)
		}
		said, before = true, kind
		b = c.appendLimit(b, kind, w.noun)
	}
	return b
}

// limits are the clauses that an entry has something for.
func (c *FieldConstraint) limits() (set limitSet) {
	if c.Min != "" || c.Max != "" {
		if c.members() != "" {
			set |= limitMembers.only()
		} else {
			set |= limitBounds.only()
		}
	}
	if c.ExclusiveMin != "" || c.ExclusiveMax != "" || c.MultipleOf != "" {
		set |= limitBounds.only()
	}
	if c.MinLength != nil || c.MaxLength != nil {
		set |= limitLength.only()
	}
	if c.MinItems != nil || c.MaxItems != nil {
		set |= limitItems.only()
	}
	if c.Unique {
		set |= limitUnique.only()
	}
	if c.Pattern != "" {
		set |= limitPattern.only()
	}
	if c.Format != "" {
		set |= limitFormat.only()
	}
	return set
}

// besides are the clauses to be said of which one is violated.
func (c *FieldConstraint) besides(violated limitKind, set limitSet) limitSet {
	switch only := violated.only(); {
	case only&limitsOfTexts != 0:
		if set &= limitsOfTexts; set&limitLength.only() != 0 && c.keepsLength() {
			set &^= limitLength.only()
		}
	case only&limitsOfArrays != 0:
		set &= limitsOfArrays
	default:
		set &= limitBounds.only()
	}
	return set
}

// limitOf is the clause that a keyword belongs to, limitKinds for none.
func limitOf(keyword string) limitKind {
	switch keyword {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", constraintRange:
		return limitBounds
	case "minProperties", "maxProperties", "minContains", "maxContains":
		return limitMembers
	case "minLength", "maxLength":
		return limitLength
	case "minItems", "maxItems":
		return limitItems
	case "uniqueItems":
		return limitUnique
	case "pattern":
		return limitPattern
	case "format":
		return limitFormat
	}
	return limitKinds
}

// keepsLength reports whether a text that came is known to keep the limits of its length, of which none is
// what it violates.
func (c *FieldConstraint) keepsLength() bool {
	if c.Constraint != "pattern" && c.Constraint != "format" {
		return false
	}
	got, isText := c.Got.(string)
	if !isText || strings.HasSuffix(got, "…") || strings.IndexByte(got, '\\') >= 0 {
		return false // it was cut, or may show what does not print
	}
	n := utf8.RuneCountInString(got)
	return (c.MinLength == nil || n >= *c.MinLength) && (c.MaxLength == nil || n <= *c.MaxLength)
}

// appendLimit writes one clause, behind a noun without its verb.
func (c *FieldConstraint) appendLimit(b []byte, kind limitKind, noun bool) []byte {
	verb := func(b []byte, verb string) []byte {
		if noun {
			return b
		}
		return append(b, verb...)
	}
	switch kind {
	case limitBounds:
		return c.appendBounds(append(b, "must be "...), false)
	case limitMembers:
		return appendCounts(b, countOf(c.Min), countOf(c.Max), c.members(), noun)
	case limitLength:
		return appendCounts(b, c.MinLength, c.MaxLength, "character", noun)
	case limitItems:
		return appendCounts(b, c.MinItems, c.MaxItems, "item", noun)
	case limitUnique:
		return append(verb(b, "must have "), "no item twice"...)
	case limitPattern:
		return appendCode(append(verb(b, "must match "), "the pattern "...), c.Pattern)
	default:
		if words := engine.FormatNoun(c.Format); words != "" && !noun {
			return append(append(b, "must be "...), words...)
		}
		return appendQuote(append(verb(b, "must have "), "the format "...), c.Format)
	}
}

// appendBounds writes the bounds of a number, the violated one first, set off from a noun where they
// stand behind one. Of two lower bounds, and of two upper ones, the closer one says what the other does.
func (c *FieldConstraint) appendBounds(b []byte, noun bool) []byte {
	type bound struct {
		noun, words string
		limit       json.Number
	}
	var list [3]bound
	n := 0
	add := func(noun, words string, limit json.Number) {
		list[n] = bound{noun, words, limit}
		n++
	}
	least, most := c.Min, c.Max
	if c.members() != "" {
		least, most = "", ""
	}
	if c.ExclusiveMin != "" && (least == "" || compareDecimals(string(c.ExclusiveMin), string(least)) >= 0) {
		add(" ", "greater than ", c.ExclusiveMin)
	} else if least != "" {
		add(" of ", "at least ", least)
	}
	if c.ExclusiveMax != "" && (most == "" || compareDecimals(string(c.ExclusiveMax), string(most)) <= 0) {
		add(" ", "less than ", c.ExclusiveMax)
	} else if most != "" {
		add(" of ", "at most ", most)
	}
	if !noun {
		switch c.Constraint {
		case "maximum", "exclusiveMaximum":
			if n == 2 {
				list[0], list[1] = list[1], list[0]
			}
		case "multipleOf":
			if n > 0 && c.MultipleOf != "" && c.withinBounds() {
				n = 0 // a neighbour of what came is, too
			}
		}
	}
	if c.MultipleOf != "" {
		add(" that is ", "a multiple of ", c.MultipleOf)
		if c.Constraint == "multipleOf" && !noun {
			list[0], list[1], list[2] = list[n-1], list[0], list[1]
		}
	}
	for i := range n {
		switch {
		case noun && (i == 0 || list[i].noun == " that is "):
			b = append(b, list[i].noun...)
		case i == 0:
		case i == n-1 || noun:
			b = append(b, " and "...)
		default:
			b = append(b, ", "...)
		}
		b = append(append(b, list[i].words...), list[i].limit...)
	}
	return b
}

// withinBounds reports whether the multiples next to the number that came are known to keep all bounds.
// It is about words only, so that floats will do.
func (c *FieldConstraint) withinBounds() bool {
	var room [maxGotInHint]byte
	text := appendJSONText(room[:0], c.Got)
	if !isJSONNumber(string(text)) {
		return false
	}
	v, err := strconv.ParseFloat(string(text), 64)
	step, stepErr := strconv.ParseFloat(string(c.MultipleOf), 64)
	if err != nil || stepErr != nil {
		return false
	}
	low := math.Floor(v/step) * step
	high := low + step
	keeps := func(limit json.Number, by func(bound float64) bool) bool {
		if limit == "" {
			return true
		}
		bound, err := strconv.ParseFloat(string(limit), 64)
		return err == nil && by(bound)
	}
	return keeps(c.Min, func(bound float64) bool { return low >= bound }) &&
		keeps(c.ExclusiveMin, func(bound float64) bool { return low > bound }) &&
		keeps(c.Max, func(bound float64) bool { return high <= bound }) &&
		keeps(c.ExclusiveMax, func(bound float64) bool { return high < bound })
}

// countOf reads a limit of members, nil where it is none.
func countOf(limit json.Number) *int {
	if n, err := strconv.Atoi(string(limit)); err == nil {
		return &n
	}
	return nil
}

// appendCounts writes limits of a count: "needs 3 to 10 characters".
func appendCounts(b []byte, least, most *int, of string, noun bool) []byte {
	if least == nil && most == nil {
		return append(append(append(b, "another number of "...), of...), 's')
	}
	verb, n := "needs ", 0
	if least == nil {
		verb = "may have "
	}
	if !noun {
		b = append(b, verb...)
	}
	switch {
	case least == nil:
		n = *most
		b = strconv.AppendInt(append(b, "at most "...), int64(n), 10)
	case most == nil:
		n = *least
		b = strconv.AppendInt(append(b, "at least "...), int64(n), 10)
	case *least == *most:
		n = *least
		b = strconv.AppendInt(append(b, "exactly "...), int64(n), 10)
	default:
		n = *most
		b = strconv.AppendInt(append(strconv.AppendInt(b, int64(*least), 10), " to "...), int64(n), 10)
	}
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
