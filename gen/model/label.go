package model

import (
	"slices"
	"strconv"
	"strings"
)

// Labels describes each branch in a few words.
func (c Choice) Labels() []string {
	labels := make([]string, len(c.Branches))
	for i, t := range c.Branches {
		if i < len(c.Titles) && c.Titles[i] != "" {
			labels[i] = c.Titles[i]
		} else {
			labels[i] = BranchLabel(t)
		}
	}
	return labels
}

// maxLabelWords bounds the keys or keywords in a label.
const maxLabelWords = 3

// BranchLabel describes a branch of a union in issues: by its title or name, or its required keys (with a
// constant value), or its value or type, or its declared keys or keywords.
func BranchLabel(t *Type) string {
	switch {
	case t.Title != "":
		return t.Title
	case t.Name != "":
		return t.Name
	}
	var keys []string
	for _, field := range t.Fields {
		if field.Required {
			key := field.Key
			if text, ok := onlyText(field.Type); ok {
				key += "=" + text
			}
			keys = append(keys, key)
		}
	}
	format := ""
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case RequiredKeys:
			keys = append(keys, c.Keys...)
		case Format:
			format = " (" + c.Name + ")"
		}
	}
	if len(keys) > 0 {
		return strings.Join(keys, "+")
	}
	if text, ok := onlyText(t); ok {
		return strconv.Quote(text)
	}
	if len(t.Declared) > 0 {
		return strings.Join(t.Declared, "|") + format
	}
	var words []string
	for _, field := range t.Fields {
		words = append(words, field.Key)
	}
	if len(words) > 0 {
		return "with " + strings.Join(words[:min(len(words), maxLabelWords)], ", ")
	}
	for _, c := range t.Constraints {
		if !slices.Contains(words, c.Keyword()) {
			words = append(words, c.Keyword())
		}
	}
	switch {
	case len(words) > 0:
		return strings.Join(words[:min(len(words), maxLabelWords)], ", ")
	case t.Never:
		return "nothing"
	}
	return "any value"
}

// onlyText returns the only string that a schema allows, if it is short and plain.
func onlyText(t *Type) (text string, ok bool) {
	for _, c := range t.Constraints {
		if e, isEnum := c.(Enum); isEnum && len(e.Values) == 1 && e.Values[0].Kind == StringValue {
			text = e.Values[0].Text
			odd := func(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(`"\+=`, r) }
			return text, len(text) <= 32 && !strings.ContainsFunc(text, odd)
		}
	}
	return "", false
}
