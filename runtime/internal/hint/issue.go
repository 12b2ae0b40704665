package hint

import (
	"cmp"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// String describes the issue in one line: the field, the constraint, what the value must be, and what it is. The line is
// bounded and has no line break, whatever the value at fault contains.
func (i *Issue) String() string {
	line := cmp.Or(show.Clean(i.Field, show.MaxPath), "(whole value)") + ": " + show.Clean(i.Constraint, show.MaxName)
	if i.Rule != "" {
		line += " " + show.Clean(i.Rule, show.MaxName)
	}
	if words := i.words(); words != "" {
		line += ": " + words
	}
	if got := i.came(); got != "" && i.Constraint != "uniqueItems" {
		line += "; got " + got
	}
	return line
}

// words say what the value must be: "must be at least 3". The message of a backend is quoted.
func (i *Issue) words() string {
	if IsUnreadable(i.Constraint) {
		return cmp.Or(i.limit(), show.Clean(i.Message, show.MaxText))
	}
	if i.Message == constraint.Undecided || i.Message == constraint.OverBudget {
		return i.Message
	}
	said, demand := "", ""
	if i.Message != "" {
		said = show.Quote(i.Message, show.MaxText)
	}
	if i.Expected != nil || said == "" {
		demand = show.Clean(i.demand(), maxDemand)
	}
	switch {
	case said == "":
		return demand
	case rankOf(i.Constraint) == rankRule:
		return show.Clean(i.Message, show.MaxText)
	case demand == "":
		return "is not accepted: " + said
	}
	return demand + " (" + said + ")"
}

// maxDemand bounds what a value must be, in runes.
const maxDemand = 240

// demand says what the constraint asks for.
func (i *Issue) demand() string {
	switch rankOf(i.Constraint) {
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
		if i.Expected == nil {
			return ""
		}
	}
	switch i.Constraint {
	case "enum":
		if i.Expected != nil {
			return "must be one of " + choices(i.Expected)
		}
	case "oneOf", "anyOf":
		if key, values := i.discriminated(); key != "" {
			return show.Name(key) + " must be one of " + choices(values)
		}
		if i.Expected != nil {
			return strings.TrimSuffix(repair.Demand(i.Constraint, ""), "its variants") + choices(i.Expected)
		}
	case "items", "prefixItems", "additionalItems":
		if strings.HasSuffix(i.Field, "]") { // the items after one that is removed move up
			return repair.Demand(i.Constraint, "") + ": the array must end before it"
		}
	case "uniqueItems":
		if i.Got != nil {
			return repair.Demand(i.Constraint, "true") + "; has " + i.gotWords() + " more than once"
		}
	}
	if i.Expected == nil {
		return repair.Demand(i.Constraint, "")
	}
	return repair.Demand(i.Constraint, string(show.JSON(i.Expected)))
}

// limit returns the limit of size or depth that the text exceeds, for a text that was not read; "" for other issues.
func (i *Issue) limit() string {
	unit := map[string]string{constraint.Size: " bytes", constraint.Depth: " levels"}[i.Constraint]
	if limit, ok := show.Raw(i.Expected, 24); ok && unit != "" && i.Expected != nil {
		return "at most " + string(limit) + unit
	}
	return ""
}

// came describes the value at the place of the issue, "" if it is not known or is no value of a field.
func (i *Issue) came() string {
	switch rankOf(i.Constraint) {
	case rankUnknown, rankRule, rankStructure:
		return ""
	}
	return i.gotWords()
}

// gotWords describes what came, "" if it is not known.
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

// counted are the units of the constraints on a number of things.
var counted = map[string]string{
	"minLength": "character", "maxLength": "character", "minItems": "item", "maxItems": "item", "minContains": "item", "maxContains": "item",
	"minProperties": "key", "maxProperties": "key",
}

// Faults returns issues as the repair engine takes them.
func Faults(issues []Issue) []repair.Fault {
	faults := make([]repair.Fault, len(issues))
	for n := range issues {
		i := &issues[n]
		words := i.words()
		if rank := rankOf(i.Constraint); i.Expected == nil && i.Message == "" && (rank == rankType || rank == rankEnum) {
			words = "" // the schema says more
		}
		faults[n] = repair.Fault{Field: i.Field, Constraint: i.Constraint, Message: words, Got: i.gotWords(), Said: i.Message != ""}
	}
	return faults
}

// about are the fields that the issue is about.
func (i *Issue) about() []string {
	if len(i.Fields) > 0 {
		return i.Fields
	}
	return []string{i.Field}
}

// choices lists values, as many as there is room for.
func choices(values any) string {
	return string(show.Escaped([]byte(repair.Choices(string(show.JSON(values))))))
}

// discriminated returns the discriminator that an issue of a union expects, and its values.
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
