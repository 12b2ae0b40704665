package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// advice is one sentence that states a rule to a model.
type advice struct {
	path   string   // of the value concerned
	fields []string // members mentioned; the sentence is used only if all of them are visible
	text   string

	// list and say build the sentence from those members of list that are not hidden.
	list []string
	say  func(list []string) string
}

func (m *merger) advise(path, text string, fields ...string) {
	if text != "" {
		m.advice = append(m.advice, advice{path: path, fields: fields, text: text})
	}
}

// adviseOf is advise for a sentence that remains true when hidden fields are removed from its list.
func (m *merger) adviseOf(path string, list []string, say func(list []string) string) {
	m.advice = append(m.advice, advice{path: path, list: list, say: say})
}

// sentence states a keyword in words, "" for a keyword that the schema contains as well.
func sentence(path string, word tooldef.Member) string {
	v := word.Value
	value := v.JSON()
	count := func(verb, one, many string) string {
		if value == "1" {
			return fmt.Sprintf("%s %s 1 %s.", path, verb, one)
		}
		return fmt.Sprintf("%s %s %s %s.", path, verb, value, many)
	}
	switch word.Key {
	case "minimum":
		return path + " must be at least " + value + "."
	case "maximum":
		return path + " must be at most " + value + "."
	case "exclusiveMinimum":
		return path + " must be greater than " + value + "."
	case "exclusiveMaximum":
		return path + " must be less than " + value + "."
	case "multipleOf":
		return path + " must be a multiple of " + value + "."
	case "minLength":
		return count("needs at least", "character", "characters")
	case "maxLength":
		return count("may have at most", "character", "characters")
	case "minItems":
		return count("needs at least", "item", "items")
	case "maxItems":
		return count("may have at most", "item", "items")
	case "minProperties":
		return count("needs at least", "member", "members")
	case "maxProperties":
		return count("may have at most", "member", "members")
	case "uniqueItems":
		if v.Kind == tooldef.Bool && v.Bool {
			return path + " must not repeat an item."
		}
	case "pattern":
		return path + " must match the pattern " + v.Text + "."
	case "format":
		return path + " must have the format " + v.Text + "."
	case "const":
		return path + " must be " + value + "."
	case "enum":
		var values []string
		for _, item := range v.Items {
			values = append(values, item.JSON())
		}
		return path + " must be one of " + listed(values) + "."
	}
	return ""
}

func requiredSentence(path string, keys []string) string {
	if path == "" {
		return "Required: " + enumerate(keys, "and") + "."
	}
	return "Required in " + path + ": " + enumerate(keys, "and") + "."
}

func closedSentence(path string) string {
	if path == "" {
		return "There are no other arguments."
	}
	return path + " has no other fields."
}

// groupSentence states exactlyOneOf and related words.
func groupSentence(path, word string, keys []string) string {
	text := map[string]string{
		"exactlyOneOf": "Give exactly one of ", "atLeastOneOf": "Give at least one of ", "atMostOneOf": "Give at most one of ",
	}[word] + enumerate(keys, "and")
	return within(path, text)
}

// pairSentence states requires and excludes.
func pairSentence(path, word, key string, others []string) string {
	if word == "requires" {
		return within(path, key+" needs "+enumerate(others, "and")+" too")
	}
	return within(path, key+" excludes "+enumerate(others, "and"))
}

// ruleSentence returns the message of a rule, or its expression if it has none.
func ruleSentence(path string, rule *tooldef.Node) string {
	if message := rule.Get("message"); message != nil {
		return within(path, strings.TrimSuffix(oneLine(message.Text), "."))
	}
	text := "This must hold (CEL): "
	if path != "" {
		text = "This must hold (CEL, self is " + path + "): "
	}
	return text + oneLine(rule.Get("rule").Text)
}

// within prefixes a sentence with the path it applies to.
func within(path, text string) string {
	if path == "" {
		return text + "."
	}
	return path + ": " + text + "."
}

// oneLine collapses whitespace, including newlines.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// enumerate joins names with commas and a final conjunction.
func enumerate(names []string, last string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}

// describe appends the sentences to a tool's description.
func describe(description string, list []advice, hidden func(string) bool) (string, []string) {
	var lines []string
	for _, a := range list {
		if hidden(a.path) {
			continue
		}
		hides := func(field string) bool { return hidden(model.JoinKey(a.path, field)) }
		text := a.text
		if a.say != nil {
			shown := slices.DeleteFunc(slices.Clone(a.list), hides)
			if len(shown) == 0 {
				continue
			}
			text = a.say(shown)
		}
		if !slices.ContainsFunc(a.fields, hides) {
			lines = append(lines, text)
		}
	}
	if len(lines) == 0 {
		return description, nil
	}
	text := strings.TrimRight(description, " \n")
	if text != "" {
		text += "\n\n"
	}
	return text + "Rules:\n- " + strings.Join(lines, "\n- "), lines
}
