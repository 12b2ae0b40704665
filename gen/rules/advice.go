package rules

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// advice is one sentence that states a rule to a model.
type advice struct {
	path   string   // of the value concerned
	fields []string // members mentioned; the sentence is used only if all of them are visible
	// list holds members; the sentence mentions the visible ones, if any.
	list []string
	say  func(list []string) string
}

func (m *merger) advise(path string, list []string, say func([]string) string, fields ...string) {
	m.advice = append(m.advice, advice{path, fields, list, say})
}

// sentences state keywords in words; V is the value. Other keywords are in the schema only.
var sentences = map[string]string{
	"minimum": "must be at least V", "maximum": "must be at most V",
	"exclusiveMinimum": "must be greater than V", "exclusiveMaximum": "must be less than V", "multipleOf": "must be a multiple of V",
	"minLength": "needs at least V characters", "maxLength": "may have at most V characters",
	"minItems": "needs at least V items", "maxItems": "may have at most V items",
	"minProperties": "needs at least V members", "maxProperties": "may have at most V members",
	"uniqueItems": "must not repeat an item", "pattern": "must match the pattern V", "format": "must have the format V",
	"const": "must be V", "enum": "must be one of V",
}

// sentence states a keyword in words, "" for a keyword that only the schema contains.
func sentence(path string, word tooldef.Member) string {
	v := word.Value
	text, value := sentences[word.Key], v.JSON()
	switch {
	case text == "" || word.Key == "uniqueItems" && !v.Bool:
		return ""
	case word.Key == "pattern", word.Key == "format":
		value = v.Text
	case word.Key == "enum":
		values := make([]string, len(v.Items))
		for i, item := range v.Items {
			values[i] = item.JSON()
		}
		value = listed(values)
	case value == "1" && strings.Contains(text, "V "):
		text = strings.TrimSuffix(text, "s")
	}
	return path + " " + strings.Replace(text, "V", value, 1) + "."
}

var groupWords = map[string]string{
	"exactlyOneOf": "Give exactly one of ", "atLeastOneOf": "Give at least one of ", "atMostOneOf": "Give at most one of ",
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

// enumerate joins names with commas and a final "and".
func enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// describe appends the sentences to a tool's description.
func describe(description string, list []advice, hidden func(string) bool) (string, []string) {
	var lines []string
	for _, a := range list {
		hides := func(field string) bool { return hidden(model.JoinKey(a.path, field)) }
		shown := slices.DeleteFunc(slices.Clone(a.list), hides)
		if hidden(a.path) || slices.ContainsFunc(a.fields, hides) || len(a.list) > 0 && len(shown) == 0 {
			continue
		}
		if text := a.say(shown); text != "" {
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
