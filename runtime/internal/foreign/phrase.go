package foreign

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// phrase is a sentence in which a validator says that a keyword failed. The groups of its pattern are "at",
// the place; "v", what the keyword asks for, or the keys that it is about; and "got", what came.
type phrase struct {
	keyword string
	pattern func() *regexp.Regexp
}

// phrases makes phrases of pairs: a keyword, and a pattern for the whole sentence.
func phrases(pairs ...string) []phrase {
	list := make([]phrase, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, phrase{pairs[i], lazy.Pattern(`^(?:` + pairs[i+1] + `)$`)})
	}
	return list
}

// say reads a sentence about a place with the first phrase that fits.
func say(at []Step, sentence string, list []phrase) []Fault {
	for _, p := range list {
		re := p.pattern()
		m := re.FindStringSubmatch(sentence)
		if m == nil {
			continue
		}
		group := map[string]string{}
		for i, name := range re.SubexpNames() {
			if name != "" {
				group[name] += m[i]
			}
		}
		if place := group["at"]; place != "" {
			at = dotted(place)
		}
		return fault(at, p.keyword, group["v"], group["got"])
	}
	return nil
}

// fault is what a keyword, and the words beside it, say of a place. It is one fault for each key that is
// missing or unknown.
func fault(at []Step, keyword, want, got string) []Fault {
	f := Fault{Path: at, Keyword: keyword, Got: scalar(got)}
	switch keyword {
	case "required", "additionalProperties":
		keys := quoted(want)
		if len(keys) == 0 && want != "" {
			keys = []string{want}
		}
		var list []Fault
		for _, key := range keys {
			list = append(list, Fault{Path: below(at, key), Keyword: keyword})
		}
		if len(list) > 0 {
			return list
		}
		if keyword == "additionalProperties" {
			f.from = nameless
		}
	case "type":
		f.Want, f.Got = typeWords(want), nil
		if name := typeName(got); name != "" {
			f.Got = name
		} else if v := scalar(got); v != nil {
			f.Got = typeOf(v)
		}
	case "enum":
		f.Want = choices(want)
	case "const":
		f.Want = scalar(want)
	case "format", "pattern", "oneOf", "anyOf", "not":
		if want != "" {
			f.Want = want
		}
	case "rule":
		f.Message = want
	default:
		f.Want = number(want)
	}
	return []Fault{f}
}

var quotedWord = lazy.Pattern(`"((?:[^"\\]|\\.)*)"|'([^']*)'|“([^”]*)”|` + "`([^`]*)`")

// quoted lists what stands in quotes in a text.
func quoted(text string) []string {
	var words []string
	for _, m := range quotedWord().FindAllStringSubmatch(text, 2*maxFaults) {
		word := m[1] + m[2] + m[3] + m[4]
		if plain, err := strconv.Unquote(`"` + m[1] + `"`); err == nil && m[1] != "" {
			word = plain
		}
		words = append(words, word)
	}
	return words
}

// choices are the words in quotes as allowed values, nil where there are none.
func choices(text string) any {
	var list []any
	for _, word := range quoted(text) {
		list = append(list, word)
	}
	if list == nil {
		return nil
	}
	return list
}

var firstNumber = lazy.Pattern(`-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?`)

// number is the first number of a text about a limit, nil where there is none.
func number(text string) any {
	if n := firstNumber().FindString(text); json.Valid([]byte(n)) {
		return json.Number(n)
	}
	return nil
}

// scalar reads a value as JSON, Python's repr or Go's %v show it, nil where it is no scalar.
func scalar(s string) any {
	switch {
	case s == "True" || s == "true":
		return true
	case s == "False" || s == "false":
		return false
	case len(s) > 1 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0]:
		return s[1 : len(s)-1]
	case s != "" && (s[0] == '-' || '0' <= s[0] && s[0] <= '9') && json.Valid([]byte(s)):
		return json.Number(s)
	}
	return nil
}

// typeName is the JSON type that a word of another language means, "" for none.
func typeName(word string) string {
	switch {
	case strings.HasPrefix(word, "[]"):
		return "array"
	case strings.HasPrefix(word, "map["):
		return "object"
	}
	switch strings.TrimLeft(word, "*") {
	case "string", "str":
		return "string"
	case "number", "float", "float32", "float64", "double", "nan", "NaN":
		return "number"
	case "integer", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "bigint":
		return "integer"
	case "boolean", "bool":
		return "boolean"
	case "array", "list", "tuple", "set", "slice":
		return "array"
	case "object", "dict", "record", "map", "model", "struct":
		return "object"
	case "null", "none", "None", "NoneType":
		return "null"
	}
	return ""
}

// typeWords are the types that a text lists, as an issue has them: "integer|null"; nil where it has none.
func typeWords(text string) any {
	var names []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(` ,|"`, r) }) {
		if name := typeName(word); name != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return strings.Join(names, "|")
}

// typeOf names the JSON type of a scalar, nil where it is not known.
func typeOf(v any) any {
	switch v := v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number:
		if strings.ContainsAny(string(v), ".eE") {
			return "number"
		}
		return "integer"
	}
	return nil
}

// placeStep is one step of a place as programs write it; the groups are a key, an index, a quoted key.
var placeStep = lazy.Pattern(`\.?([^.\[\]]+)|\[(\d{1,9})\]|\[["'](.*?)["']\]|\[[^\]]*\]`)

// dotted reads a place such as "items[0].name", `filter["a.b"]`, "$.items[*].name" or "items.0.name".
func dotted(place string) []Step {
	var steps []Step
	for _, m := range placeStep().FindAllStringSubmatch(strings.TrimPrefix(place, "$"), -1) {
		index, err := strconv.Atoi(m[2])
		switch key := m[1] + m[3]; {
		case key != "":
			steps = append(steps, Step{Key: key})
		case err != nil:
			index = -1
			fallthrough
		default:
			steps = append(steps, Step{Index: index, IsIndex: true})
		}
	}
	return steps
}

// pointer reads a JSON Pointer. Whether a number is an index or a key is settled with the schema.
func pointer(text string) []Step {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "#"), "/")
	if text == "" {
		return nil
	}
	var steps []Step
	for _, key := range strings.Split(text, "/") {
		steps = append(steps, Step{Key: unescaped.Replace(key)})
	}
	return steps
}

var unescaped = strings.NewReplacer("~1", "/", "~0", "~")
