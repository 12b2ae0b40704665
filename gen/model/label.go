package model

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// maxLabelWords bounds the keys or keywords in a label.
const maxLabelWords = 3

// Labels names the branches of a choice in issues: as the schema calls them (names, "" for none), or by what distinguishes
// them. Go names and positions would mean nothing to a model.
func Labels(branches []*Type, names []string) []string {
	declared := map[string]int{}
	for _, t := range branches {
		for _, f := range t.Fields {
			declared[f.Key]++
		}
	}
	labels := make([]string, len(branches))
	for i, t := range branches {
		name := t.Title
		if i < len(names) {
			name = cmp.Or(names[i], name)
		}
		labels[i] = cmp.Or(name, t.label(declared))
		for name == "" && slices.Contains(labels[:i], labels[i]) {
			labels[i] = "another " + labels[i]
		}
	}
	return labels
}

// label describes a branch by its JSON types and the keys that only it declares, or by its value, format or keywords.
func (t *Type) label(declared map[string]int) string {
	var required, optional, all []string
	for _, f := range t.Fields {
		switch value, only := onlyText(f.Type); {
		case only:
			all = append(all, f.Key+"="+value)
		default:
			all = append(all, f.Key+" as "+cmp.Or(f.Type.Accepts.names(), "any"))
		}
		switch {
		case declared[f.Key] > 1:
		case f.Required:
			required = append(required, f.Key)
		default:
			optional = append(optional, f.Key)
		}
	}
	types := t.Accepts.names()
	for _, keys := range [][]string{required, optional, all} {
		if list := strings.Join(keys[:min(len(keys), maxLabelWords)], ", "); list != "" && types != "" {
			return types + " with " + list
		} else if list != "" {
			return list
		}
	}
	if text, ok := onlyText(t); ok {
		return text
	}
	var words []string
	for _, c := range t.Constraints {
		if f, ok := c.(Format); ok {
			types += " (" + f.Name + ")"
		}
		if !slices.Contains(words, c.Keyword()) {
			words = append(words, c.Keyword())
		}
	}
	if t.Never {
		return "nothing"
	}
	return cmp.Or(types, strings.Join(words[:min(len(words), maxLabelWords)], ", "), "any value")
}

// names joins the names of JSON types, "" for all types.
func (set JSONTypes) names() string {
	if set&JSONNumber != 0 {
		set &^= JSONInteger
	}
	var names []string
	for i, name := range TypeNames {
		if set&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if len(names) == len(TypeNames)-1 {
		return ""
	}
	return strings.Join(names, "|")
}

// onlyText returns the only string that a schema allows, in quotes, if it is short and plain.
func onlyText(t *Type) (text string, ok bool) {
	for _, c := range t.Constraints {
		if e, isEnum := c.(Enum); isEnum && len(e.Values) == 1 && e.Values[0].Kind == StringValue {
			text = strconv.Quote(e.Values[0].Text)
			odd := func(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(`\+=`, r) }
			return text, len(text) <= 34 && !strings.ContainsFunc(text, odd)
		}
	}
	return "", false
}
