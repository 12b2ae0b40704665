package repair

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Text words an outcome as instructions, in the order in which to follow them, then the call as far as
// it is known. It stays within the budget, in bytes; what is cut is counted.
func (o *Outcome) Text(tool string, budget int) string {
	known := ""
	if o.Corrected != nil && len(o.Corrected.Members) > 0 {
		known = o.Corrected.JSON()
	}
	return Word(tool, o.Changes(), known, budget)
}

// Word words changes as instructions. Known is the corrected call, which is left out where it is long.
func Word(tool string, changes []Change, known string, budget int) string {
	lines := lines(changes)
	head := quoteName(tool) + " was not called. "
	switch n := len(lines); {
	case n == 0 && known == "":
		head += "Its arguments are not JSON: send one JSON object."
	case n == 0:
		head += "Send this call:"
	case n == 1:
		head += "Change this and send the whole call again:"
	default:
		head += fmt.Sprintf("Change these %d things and send the whole call again:", n)
	}
	tail := ""
	switch {
	case known == "" || len(known) > budget/3:
	case slices.ContainsFunc(changes, func(c Change) bool { return c.Kind == Give }):
		tail = "Known so far: " + known
	default:
		tail = "The call: " + known
	}
	room := budget - len(head) - len(tail) - 2
	var b strings.Builder
	b.WriteString(head)
	const more = 24 // bytes for the count of what is cut
	for i, line := range lines {
		left := room - len(line) - 3
		if left < 0 || left < more && i < len(lines)-1 {
			fmt.Fprintf(&b, "\n- and %d more", len(lines)-i)
			break
		}
		room = left
		b.WriteString("\n- " + line)
	}
	if tail != "" {
		b.WriteString("\n" + tail)
	}
	return b.String()
}

// lines words changes, one instruction each. What is missing without more to say of it, what the text
// needs, and keys of one place that are not declared share a line.
func lines(changes []Change) []string {
	var out, syntax, missing, rest []string
	for i := 0; i < len(changes); i++ {
		c := changes[i]
		switch c.Kind {
		case Syntax, Close:
			syntax = append(syntax, c.To)
		case Give:
			if c.From == "" && c.To == "" {
				missing = append(missing, place(c.Field))
				continue
			}
			rest = append(rest, giveLine(c))
		case Place:
			names := []string{place(c.Field)}
			for i+1 < len(changes) && changes[i+1].Kind == Place && changes[i+1].To == c.To && c.Field != "" {
				i++
				names = append(names, place(changes[i].Field))
			}
			rest = append(rest, placeLine(c, names))
		default:
			out = append(out, editLine(c))
		}
	}
	if len(syntax) > 0 {
		out = append([]string{"the arguments are not plain JSON (" + strings.Join(syntax, ", ") + "): send one JSON object and nothing else."}, out...)
	}
	if len(missing) > 0 {
		out = append(out, strings.Join(missing, ", ")+": required and missing.")
	}
	return append(out, rest...)
}

// editLine words one edit.
func editLine(c Change) string {
	switch c.Kind {
	case Rename:
		return place(c.From) + ": rename it to " + quoteName(lastKey(c.Field)) + "."
	case Move:
		return place(c.From) + ": write it as " + place(c.Field) + "."
	case Wrap, Split:
		word := "an object"
		if c.Kind == Split || strings.HasPrefix(c.To, "[") {
			word = "an array"
		}
		return place(c.Field) + ": write it as " + word + shown(c.To) + "."
	case Unwrap:
		if c.To == "" {
			return place(c.From) + ": leave out this layer; its members are the members of " + place(c.Field) + "."
		}
		return place(c.Field) + ": write it without the layer around it" + shown(c.To) + "."
	case Parse:
		return place(c.Field) + ": write the JSON itself, not a string of it."
	case Remove:
		if c.From == "" {
			return place(c.Field) + ": leave it out."
		}
		return place(c.Field) + ": leave it out instead of writing " + short(c.From) + "."
	}
	switch {
	case c.Kind == Stay:
		return place(c.Field) + ": send the value that you sent; it is not shown here."
	case c.From == "" && c.To == "":
		return place(c.Field) + ": write the same value in the form that the schema has."
	case c.From == "":
		return place(c.Field) + ": write " + short(c.To) + "."
	}
	return place(c.Field) + ": write " + short(c.To) + " instead of " + short(c.From) + "."
}

// giveLine words a question.
func giveLine(c Change) string {
	switch {
	case c.From == "":
		return place(c.Field) + ": required and missing; it must be " + c.To + "."
	case strings.HasPrefix(c.To, oneOf):
		return place(c.Field) + ": " + c.From + " is not allowed; choose " + c.To + "."
	case c.To == cutOff:
		return place(c.Field) + ": " + cutOff + "; send it in full."
	case strings.HasPrefix(c.To, "must ") || c.To == unread:
		return place(c.Field) + ": " + c.To + "; got " + c.From + "."
	}
	return place(c.Field) + ": must be " + c.To + "; got " + c.From + "."
}

// placeLine words what has no place.
func placeLine(c Change, names []string) string {
	switch {
	case c.Field == "" && c.To == second:
		return "a second object in the arguments is not used: " + c.From + "."
	case c.Field == "":
		return "the arguments must be an object; " + c.From + " is not used."
	}
	line := strings.Join(names, ", ") + ": there is no such argument"
	if len(names) > 1 {
		line = strings.Join(names, ", ") + ": there are no such arguments"
	}
	if c.To != "" {
		line += ". Not used so far: " + c.To
	}
	return line + "."
}

// wants says what a schema asks of a value, "" where it says nothing but a plain type.
func wants(s *Schema) string {
	if s == nil {
		return ""
	}
	if len(s.Enum) > 1 {
		return oneOf + allowed(s.Enum)
	}
	if w := formatWords[s.Text.Format]; w != "" && s.takes(String) {
		return w
	}
	switch r := s.Range; {
	case r.Min != nil && r.Max != nil && !r.MinOut && !r.MaxOut:
		return s.number() + r.MinAs + " to " + r.MaxAs
	case r.Min != nil && r.MinOut:
		return s.number() + "more than " + r.MinAs
	case r.Min != nil:
		return s.number() + "at least " + r.MinAs
	case r.Max != nil && r.MaxOut:
		return s.number() + "less than " + r.MaxAs
	case r.Max != nil:
		return s.number() + "at most " + r.MaxAs
	}
	if s.only(String) {
		switch t := s.Text; {
		case t.Pattern != "" && len(t.Pattern) <= 60:
			return "a text that matches " + t.Pattern
		case t.Min > 1 && t.Max >= 0:
			return fmt.Sprintf("a text of %d to %d characters", t.Min, t.Max)
		case t.Max >= 0:
			return fmt.Sprintf("a text of at most %d characters", t.Max)
		case t.Min == 1:
			return "a text that is not empty"
		case t.Min > 1:
			return fmt.Sprintf("a text of at least %d characters", t.Min)
		}
	}
	if s.only(Array) && s.Array != nil && s.Array.Min > 0 {
		return fmt.Sprintf("an array of at least %d", s.Array.Min)
	}
	return ""
}

func (s *Schema) number() string {
	if s.Integer {
		return "a whole number, "
	}
	return "a number, "
}

var formatWords = map[string]string{
	"date": "a date such as 2026-12-31", "date-time": "a date and time with its zone, such as 2026-12-31T09:30:00Z",
	"time": "a time with its zone, such as 09:30:00Z", "email": "an email address", "uri": "a URL", "url": "a URL",
	"uuid": "a UUID", "ipv4": "an IPv4 address", "ipv6": "an IPv6 address",
}

// kindWords names the JSON types that a schema takes.
func kindWords(s *Schema) string {
	if s == nil || s.Types == anyKind {
		return "another value"
	}
	var words []string
	for _, k := range []struct {
		kind Kind
		word string
	}{{String, "a text"}, {Number, "a number"}, {Bool, "true or false"}, {Array, "an array"}, {Object, "an object"}, {Null, "null"}} {
		if s.Types&k.kind == 0 {
			continue
		}
		word := k.word
		if k.kind == Number && s.Integer {
			word = "a whole number"
		}
		if k.kind == Array && s.Array != nil && s.Array.Items != nil && s.Array.Items.only(Object) {
			word = "an array of objects"
		}
		if k.kind == Object {
			if names := s.required(); len(names) > 0 && len(names) <= 4 {
				word = "an object with " + strings.Join(names, ", ")
			}
		}
		words = append(words, word)
	}
	return strings.Join(words, " or ")
}

// maxAllowed bounds the choices that are listed.
const maxAllowed = 12

func allowed(values []*Node) string {
	var words []string
	for i, v := range values {
		if i == maxAllowed {
			words = append(words, fmt.Sprintf("… (%d in all)", len(values)))
			break
		}
		words = append(words, short(v.JSON()))
	}
	return strings.Join(words, ", ")
}

// gotWords names a value of the call.
func gotWords(v *Node) string {
	switch {
	case v == nil:
		return ""
	case v.Kind == Object:
		return "an object"
	case v.Kind == Array && len(v.Items) == 0:
		return "an empty array"
	case v.Kind == Array:
		return "an array"
	}
	return short(v.JSON())
}

// flat names the scalars of a value with their keys, up to three.
func flat(v *Node) string {
	var words []string
	for _, m := range v.Members {
		if len(words) == 3 {
			words = append(words, "…")
			break
		}
		words = append(words, quoteName(m.Key)+" "+gotWords(m.Value))
	}
	if len(words) == 0 {
		return gotWords(v)
	}
	return strings.Join(words, ", ")
}

// maxShort bounds the characters of a quoted value.
const maxShort = 48

// short cuts the JSON of a value.
func short(json string) string {
	if utf8.RuneCountInString(json) <= maxShort {
		return json
	}
	n := 0
	for i := range json {
		if n == maxShort {
			if json[0] == '"' {
				return json[:i] + "…\""
			}
			return json[:i] + "…"
		}
		n++
	}
	return json
}

// shown is the JSON of a container behind a colon, or nothing where it is too long to be shown whole.
func shown(json string) string {
	if json == "" || utf8.RuneCountInString(json) > maxShort {
		return ""
	}
	return ": " + json
}

// place words a place of the call.
func place(path string) string {
	if path == "" {
		return "the arguments"
	}
	return short(path)
}

// quoteName quotes a name that is no identifier.
func quoteName(name string) string {
	if isPlainKey(name) {
		return short(name)
	}
	return strconv.Quote(short(name))
}
