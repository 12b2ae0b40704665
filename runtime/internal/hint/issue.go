package hint

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Widths of an issue's line, in runes.
const (
	maxFieldInLine   = 96
	maxDemandInLine  = 240
	maxGotInLine     = 80
	maxMessageInLine = 160
)

// String describes the issue in one line: the field, the constraint, and what the value has to be, in the
// words of hints. The line is bounded and holds no line break, whatever the value at fault contains.
func (i *Issue) String() string {
	var b strings.Builder
	if i.Field == "" {
		b.WriteString("(whole value)")
	} else {
		b.WriteString(clip(i.Field, maxFieldInLine))
	}
	b.WriteString(": ")
	b.WriteString(i.Constraint)
	if i.Rule != "" {
		b.WriteString(" " + i.Rule)
	}
	if demand := i.demand(); demand != "" {
		b.WriteString(": " + clip(oneLine(demand), maxDemandInLine))
	}
	if lead := i.gotLead(); lead != "" {
		b.WriteString(lead + clip(string(show.JSON(i.Got)), maxGotInLine))
	}
	if i.Constraint == "uniqueItems" && i.Got != nil {
		b.WriteString(" more than once")
	}
	if i.Message != "" {
		b.WriteString(": " + clip(oneLine(i.Message), maxMessageInLine))
	}
	return b.String()
}

// demand says what the value of the issue has to be; "" where the issue's message says all.
func (i *Issue) demand() string {
	switch rankOf(i.Constraint) {
	case rankStructure:
		if i.Constraint == constraint.DuplicateKey {
			return repair.Demand(i.Constraint, "")
		}
		return i.limit()
	case rankMissing:
		if i.Got != nil || i.Constraint == "required" && i.Expected != nil {
			return "must not be empty"
		}
		return "is missing"
	case rankUnknown:
		words := repair.Demand(i.Constraint, "")
		if near, ok := i.Expected.(string); ok && near != i.Got && i.Constraint != "propertyNames" {
			words += "; did you mean " + string(show.JSON(near)) + "?"
		}
		return words
	case rankRule:
		if i.Message != "" || i.Expected == nil {
			return ""
		}
	}
	if key, values := i.discriminated(); key != "" {
		return show.Name(key) + " must be one of " + valuesInLine(values)
	}
	switch i.Constraint {
	case "enum":
		if i.Expected != nil {
			return "must be one of " + valuesInLine(i.Expected)
		}
	case "oneOf", "anyOf":
		if i.Expected != nil {
			return strings.TrimSuffix(repair.Demand(i.Constraint, ""), "its variants") + valuesInLine(i.Expected)
		}
	case "items", "prefixItems", "additionalItems":
		if strings.HasSuffix(i.Field, "]") { // items move up where one before them is taken out
			return repair.Demand(i.Constraint, "") + ": the array must end before it"
		}
	}
	if i.Message != "" && i.Expected == nil {
		return "" // the message says more than the constraint
	}
	expected := ""
	if i.Expected != nil {
		expected = string(show.JSON(i.Expected))
	}
	words := repair.Demand(i.Constraint, expected)
	if got, ok := i.Got.(string); ok && i.Constraint == "type" {
		words += ", not " + repair.KindWord(got)
		if got == "number" {
			words += " with a fraction" // an integer is one, too
		}
	}
	return words
}

// limit is what a text that could not be read has too much of.
func (i *Issue) limit() string {
	unit := map[string]string{constraint.Size: " bytes", constraint.Depth: " levels"}[i.Constraint]
	if unit == "" || i.Expected == nil {
		return ""
	}
	return "at most " + string(show.JSON(i.Expected)) + unit
}

// gotLead introduces what came, "" where there is nothing to add: the keys of issues about keys are
// in their fields.
func (i *Issue) gotLead() string {
	if i.Got == nil || rankOf(i.Constraint) == rankUnknown {
		return ""
	}
	switch i.Constraint {
	case "type":
		if _, said := i.Got.(string); said {
			return ""
		}
	case constraint.DuplicateKey, "exactlyOneOf", "atLeastOneOf", "atMostOneOf":
		return ""
	case "uniqueItems":
		return ", has "
	}
	if counted[i.Constraint] != "" {
		return ", has "
	}
	return ", got "
}

// counted are the units of the constraints on a number of things.
var counted = map[string]string{
	"minLength": "character", "maxLength": "character", "minItems": "item", "maxItems": "item", "minContains": "item", "maxContains": "item",
	"minProperties": "key", "maxProperties": "key",
}

// gotWords describes the value that came, "" if it is not known.
func (i *Issue) gotWords() string {
	if i.Got == nil {
		return ""
	}
	if kind, ok := i.Got.(string); ok && i.Constraint == "type" {
		return repair.KindWord(kind)
	}
	if unit := counted[i.Constraint]; unit != "" {
		text := string(show.JSON(i.Got)) + " " + unit
		if text != "1 "+unit {
			text += "s"
		}
		return text
	}
	if raw, ok := show.Raw(show.Scalar(i.Got), show.MaxText); ok {
		return string(raw)
	}
	return ""
}

// fault is an issue as the repair engine takes it.
func (i *Issue) fault() repair.Fault {
	return repair.Fault{Field: i.Field, Constraint: i.Constraint, Message: i.words(), Got: i.gotWords(), Said: i.Message != ""}
}

// Faults are issues as the repair engine takes them.
func Faults(issues []Issue) []repair.Fault {
	faults := make([]repair.Fault, len(issues))
	for i := range issues {
		faults[i] = issues[i].fault()
	}
	return faults
}

// words say what the value must be: "must be at least 3". The message of a backend is quoted.
func (i *Issue) words() string {
	if IsUnreadable(i.Constraint) {
		return show.Clean(i.Message, show.MaxText)
	}
	if words := undecided[i.Message]; words != "" && i.Constraint == "pattern" {
		return words
	}
	if fits, ok := strings.CutPrefix(i.Message, constraint.SeveralVariants); ok {
		return "must fit exactly one variant, and fits several: " + show.Quote(fits, show.MaxText)
	}
	said := ""
	if i.Message != "" {
		said = show.Quote(i.Message, show.MaxText)
	}
	demand := ""
	if i.Expected != nil || said == "" {
		bare := *i
		bare.Got, bare.Message = nil, ""
		demand = show.Clean(bare.demand(), maxDemandInLine)
	}
	switch {
	case i.Constraint == "uniqueItems" && i.Got != nil && said == "":
		return demand + "; has " + i.gotWords() + " more than once"
	case said == "":
		return demand
	case demand == "":
		return "is not accepted: " + said
	}
	return demand + " (" + said + ")"
}

// undecidedMessage is what look-around engines say of a text that takes too long: there is no verdict.
const undecidedMessage = "the pattern takes too long on this text"

// undecided are the words for a text on which no pattern match was decided in time, by the message of the issue.
var undecided = map[string]string{
	undecidedMessage:      "takes too long to match its pattern; write it shorter or simpler",
	constraint.OverBudget: "was not checked, since other texts took too long; write those shorter or simpler",
}

// about are the fields that the issue is about.
func (i *Issue) about() []string {
	if len(i.Fields) > 0 {
		return i.Fields
	}
	return []string{i.Field}
}

// valuesInLine lists values, as many as there is room for.
func valuesInLine(values any) string {
	var b strings.Builder
	room := maxDemandInLine - 60 // for the words around them
	for i, raw := range valuesOf(values) {
		if i > 0 {
			b.WriteString(", ")
		}
		text := string(show.Escaped(raw))
		if room -= utf8.RuneCountInString(text) + 2; room < 0 && i > 0 {
			b.WriteString("…")
			break
		}
		b.WriteString(text)
	}
	return b.String()
}

// valuesOf lists the values of an issue's Expected; what is no list is a list of one.
func valuesOf(expected any) []json.RawMessage {
	raw := show.JSON(expected)
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	return []json.RawMessage{raw}
}

// discriminated finds the discriminator in what an issue of a union expects.
func (i *Issue) discriminated() (key string, values any) {
	if i.Constraint != "oneOf" && i.Constraint != "anyOf" {
		return "", nil
	}
	if expected, ok := i.Expected.(map[string]any); ok && len(expected) == 1 {
		for key, values := range expected {
			return key, values
		}
	}
	return "", nil
}

// oneLine replaces line breaks by spaces.
func oneLine(s string) string {
	isBreak := func(r rune) bool {
		return r == '\n' || r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029'
	}
	return strings.Join(strings.FieldsFunc(s, isBreak), " ")
}
