package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// otherWords maps keywords of other libraries, folded, to JSON Schema.
var otherWords = map[string]string{
	"values": "enum", "options": "enum", "choices": "enum", "allowedvalues": "enum", "oneofvalues": "enum",
	"regex": "pattern", "regexp": "pattern", "match": "pattern",
	"step": "multipleOf", "unique": "uniqueItems", "props": "properties", "fields": "properties",
	"desc": "description", "doc": "description", "help": "description", "label": "title",
	"value": "const", "sample": "examples",
}

// guess suggests what an unknown keyword was meant to be.
func guess(word string, value *tooldef.Node, set model.JSONTypes) string {
	folded := strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(word))
	var meant []string
	switch folded {
	case "min", "max", "minsize", "maxsize", "minlen", "maxlen", "mincount", "maxcount":
		for _, of := range []string{"imum", "Length", "Items", "Properties"} {
			if bound := folded[:3] + of; set == 0 || set&tooldef.Keywords[bound].On != 0 {
				meant = append(meant, bound)
			}
		}
	case "optional", "mandatory":
		if value.Kind != tooldef.Bool {
			break
		}
		if value.Bool == (folded == "optional") {
			return `remove it: a property is optional unless "required" of its object lists it`
		}
		return `list the property under "required" of its object`
	default:
		if other := otherWords[folded]; other != "" {
			meant = []string{other}
		} else if near := nearKeyword(word); near != "" {
			meant = []string{near}
		}
	}
	if len(meant) == 0 {
		return "remove it, or begin its name with x- if another program reads it"
	}
	for i := range meant {
		meant[i] = fmt.Sprintf("%q", meant[i])
	}
	return "did you mean " + strings.Join(meant, " or ") + "?"
}

// nearKeyword returns the keyword that a word misspells. Words with a dollar match only keywords
// with one (or without, by omission), and short words must have the same first letter, since everything is
// close to them.
func nearKeyword(word string) string {
	const short = 4
	if _, known := tooldef.Keywords["$"+word]; known {
		return "$" + word
	}
	names := slices.Sorted(maps.Keys(tooldef.Keywords)) // makes the guess deterministic
	names = slices.DeleteFunc(names, func(name string) bool {
		return strings.HasPrefix(name, "$") != strings.HasPrefix(word, "$") ||
			len(word) <= short && !strings.EqualFold(name[:1], word[:min(1, len(word))])
	})
	return near.Name(word, names)
}
