package repair

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// maxAllowed bounds the choices that are listed.
const maxAllowed = 12

func allowed(values []*Node) string {
	var words []string
	for _, v := range values[:min(len(values), maxAllowed)] {
		words = append(words, short(v.JSON()))
	}
	if len(values) > maxAllowed {
		words = append(words, fmt.Sprintf("… (%d in all)", len(values)))
	}
	return strings.Join(words, ", ")
}

// gotWords names a value of the call.
func gotWords(v *Node) string {
	switch {
	case v == nil:
		return ""
	case v.Again != nil:
		last := *v
		last.Again = nil
		return gotWords(v.Again) + " and " + gotWords(&last)
	case v.Kind == Object:
		return "an object"
	case v.Kind == Array && len(v.Items) == 0:
		return "an empty array"
	case v.Kind == Array:
		return "an array of " + counted(len(v.Items), "item")
	}
	return short(v.JSON())
}

// maxShort bounds the characters of a quoted value.
const maxShort = 48

// short cuts the JSON of a value. What was a string stays one.
func short(json string) string {
	text := show.Clip(json, maxShort)
	if text != json && json[0] == '"' {
		text += `"`
	}
	return text
}

// whole is the JSON of a container after a colon, or nothing if it is too long to be shown whole.
func whole(json string) string {
	if json == "" || isElided(json) || utf8.RuneCountInString(json) > maxShort {
		return ""
	}
	return ": " + json
}

// isElided reports whether the JSON of a container is shown without its content.
func isElided(json string) bool { return json == "[…]" || json == "{…}" }

// place words a place of the call. What is no path of plain keys stands in quotes.
func place(path string) string {
	steps := fieldpath.Split(path)
	switch {
	case path == "" || path == WholeCall:
		return WholeCall
	case len(steps) == 1 && !steps[0].IsIndex:
		return quoteName(strings.TrimPrefix(steps[0].Key, `["`)) // which a path that was cut begins with
	}
	if path = show.Clip(path, maxShort); isMixed(path) {
		return strconv.QuoteToASCII(path)
	}
	return show.Path(path)
}

// quoteName quotes a name that is no identifier, or that looks like another one.
func quoteName(name string) string {
	if name = show.Clip(name, maxShort); isMixed(name) {
		return strconv.QuoteToASCII(name)
	}
	return show.Name(name)
}

// isMixed reports whether a name has letters of Latin and, which may look the same, of Greek or Cyrillic.
func isMixed(name string) bool {
	latin := func(r rune) bool { return unicode.Is(unicode.Latin, r) }
	alike := func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek) }
	return strings.ContainsFunc(name, latin) && strings.ContainsFunc(name, alike)
}
