package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// otherWords are words for what JSON Schema has a keyword for, folded; other libraries have them. A
// keyword that depends on the type is in boundsByType.
var otherWords = map[string]string{
	"values": "enum", "options": "enum", "choices": "enum", "allowedvalues": "enum", "oneofvalues": "enum",
	"regex": "pattern", "regexp": "pattern", "match": "pattern",
	"step": "multipleOf", "unique": "uniqueItems", "props": "properties", "fields": "properties",
	"desc": "description", "doc": "description", "help": "description", "label": "title",
	"value": "const", "sample": "examples",
}

// boundsByType are the keywords for the two ends of a range, by what has it.
var boundsByType = []struct {
	on       model.JSONTypes
	low, top string
}{
	{docs.Numeric, "minimum", "maximum"},
	{model.JSONString, "minLength", "maxLength"},
	{model.JSONArray, "minItems", "maxItems"},
	{model.JSONObject, "minProperties", "maxProperties"},
}

// guess says what was probably meant by a word that is no keyword, and what to do.
func guess(word string, value *tooldef.Node, set model.JSONTypes) string {
	folded := strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(word))
	var meant []string
	switch folded {
	case "min", "max", "minsize", "maxsize", "minlen", "maxlen", "mincount", "maxcount":
		for _, b := range boundsByType {
			if set == 0 || set&b.on != 0 {
				meant = append(meant, map[bool]string{true: b.low, false: b.top}[strings.HasPrefix(folded, "min")])
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

// nearKeyword finds the keyword that a word is a slip of. Those that begin with a dollar are slips of
// such words, or lack the dollar only, and a short word has to begin as the keyword does: anything is near to it.
func nearKeyword(word string) string {
	const short = 4
	if _, known := docs.Keywords["$"+word]; known {
		return "$" + word
	}
	names := slices.Sorted(maps.Keys(docs.Keywords)) // so that the guess does not depend on the map
	names = slices.DeleteFunc(names, func(name string) bool {
		return strings.HasPrefix(name, "$") != strings.HasPrefix(word, "$") ||
			len(word) <= short && !strings.EqualFold(name[:1], word[:min(1, len(word))])
	})
	return near.Name(docs.Cut(word, 60), names)
}

// Suggest finds the candidate that a word was probably meant to be, "" for none.
func Suggest(word string, candidates []string) string {
	return near.Name(docs.Cut(word, 60), candidates)
}
