package repair

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Text words an outcome as instructions, in the order in which to follow them, then the call as far as
// it is known. It stays within the budget, in bytes; what is cut is counted.
func (o *Outcome) Text(tool string, budget int) string {
	lines := o.Lines()
	head := quoteName(tool) + " was not called. "
	switch n := len(lines); {
	case !o.Readable:
		head += "Its arguments are not JSON: send one JSON object."
	case n == 0:
		head += "Send this call:"
	case n == 1:
		head += "Change this and send the whole call again:"
	default:
		head += fmt.Sprintf("Change these %d things and send the whole call again:", n)
	}
	tail := o.known(budget / 3)
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

// known words the corrected call, where it is short enough, and what is still needed.
func (o *Outcome) known(most int) string {
	if o.Corrected == nil || len(o.Corrected.Members) == 0 {
		return ""
	}
	text := o.Corrected.JSON()
	if len(text) > most {
		return ""
	}
	if len(o.Ask) == 0 {
		return "The call: " + text
	}
	return "Known so far: " + text
}

// Lines words the changes, the questions and what has no place, one instruction each.
func (o *Outcome) Lines() []string {
	var lines []string
	var syntax []string
	for _, e := range o.Edits {
		switch e.Kind {
		case Syntax:
			syntax = append(syntax, e.To)
		case Close:
			syntax = append(syntax, "the text ends before its closing brackets")
		}
	}
	if len(syntax) > 0 {
		lines = append(lines, "the arguments are not plain JSON ("+strings.Join(syntax, ", ")+"): send one JSON object and nothing else.")
	}
	for _, e := range o.Edits {
		if line := editLine(e); line != "" {
			lines = append(lines, line)
		}
	}
	lines = append(lines, askLines(o.Ask)...)
	return append(lines, unplacedLines(o.Unplaced)...)
}

// editLine words one edit.
func editLine(e Edit) string {
	field := e.Field
	if field == "" {
		field = "the arguments"
	}
	switch e.Kind {
	case Rename:
		return place(e.From) + ": rename it to " + quoteName(lastKey(e.Field)) + "."
	case Move:
		return place(e.From) + ": write it as " + place(e.Field) + "."
	case Wrap:
		if strings.HasPrefix(e.To, "[") {
			return place(field) + ": write it as an array" + shown(e.To) + "."
		}
		return place(field) + ": write it as an object" + shown(e.To) + "."
	case Unwrap:
		if e.To == "" {
			return place(e.From) + ": leave out this layer; its members are the members of " + place(field) + "."
		}
		return place(field) + ": write it without the layer around it" + shown(e.To) + "."
	case Parse:
		return place(field) + ": write the JSON itself, not a string of it."
	case Split:
		return place(field) + ": write it as an array" + shown(e.To) + "."
	case Convert, Match, Reformat:
		if e.From == "" {
			return place(field) + ": write " + short(e.To) + "."
		}
		return place(field) + ": write " + short(e.To) + " instead of " + short(e.From) + "."
	case Remove:
		return place(field) + ": leave it out instead of writing " + short(e.From) + "."
	}
	return ""
}

// askLines words the questions. Fields that are missing and take anything of a type are one line.
func askLines(asks []Ask) []string {
	var lines []string
	var missing []string
	for _, a := range asks {
		if a.Cause == Missing && wants(a.Schema) == "" {
			missing = append(missing, place(a.Field))
			continue
		}
		lines = append(lines, place(a.Field)+": "+askWords(a)+".")
	}
	switch len(missing) {
	case 0:
	case 1:
		lines = append([]string{missing[0] + ": required and missing."}, lines...)
	default:
		lines = append([]string{strings.Join(missing, ", ") + ": required and missing."}, lines...)
	}
	return lines
}

func askWords(a Ask) string {
	want := wants(a.Schema)
	got := gotWords(a.Got)
	switch a.Cause {
	case Missing:
		if a.Schema != nil && len(a.Schema.Enum) > 1 {
			return "required and missing; choose one of " + allowed(a.Schema.Enum)
		}
		return "required and missing; it must be " + want
	case NotOne:
		if a.Schema != nil && len(a.Schema.Enum) > 0 {
			return got + " is not allowed; choose one of " + allowed(a.Schema.Enum)
		}
	case CutOff:
		return "the call was cut off in it; send it in full"
	case Refused:
		if a.Fault.Message != "" {
			return a.Fault.Message
		}
	case Undecided:
		return "it is too large or too deep to be read"
	}
	if want == "" {
		want = kindWords(a.Schema)
	}
	if got == "" {
		return "must be " + want
	}
	return "must be " + want + "; got " + got
}

// unplacedLines words what has no place. Keys that lie at one place share a line.
func unplacedLines(un []Unplaced) []string {
	var lines []string
	for i := 0; i < len(un); i++ {
		u := un[i]
		if u.Second {
			lines = append(lines, "a second object in the arguments is not used: "+flat(u.Value)+".")
			continue
		}
		if u.Place == "" {
			lines = append(lines, "the arguments must be an object; "+gotWords(u.Value)+" is not used.")
			continue
		}
		names := []string{place(u.Place)}
		for i+1 < len(un) && !un[i+1].Second && un[i+1].Place != "" && strings.Join(un[i+1].Unknown, " ") == strings.Join(u.Unknown, " ") {
			i++
			names = append(names, place(un[i].Place))
		}
		line := strings.Join(names, ", ") + ": there is no such argument"
		if len(names) > 1 {
			line = strings.Join(names, ", ") + ": there are no such arguments"
		}
		if n := len(u.Unknown); n > 0 && n <= 4 {
			line += ". Not used so far: " + strings.Join(u.Unknown, ", ")
		}
		lines = append(lines, line+".")
	}
	return lines
}

// wants says what a schema asks of a value, "" where it says nothing but a plain type.
func wants(s *Schema) string {
	if s == nil {
		return ""
	}
	if len(s.Enum) > 1 {
		return "one of " + allowed(s.Enum)
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
	if utf8.RuneCountInString(json) > maxShort {
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
