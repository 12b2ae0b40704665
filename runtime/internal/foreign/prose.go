package foreign

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// The commonest words for a field that is missing or unknown. What they name is compared with the schema
// and with the call.
const (
	anyName   = "[\"'`]?([\\pL_$][\\pL\\pN_$.\\-\\[\\]]*)[\"'`]?"
	kindWords = `(?:parameter|argument|property|field|key|input|option)s?`
)

var (
	missingFirst = lazy.Pattern(`(?i)\b(?:missing|required)(?: required| mandatory)? ` + kindWords + `(?: is)?:? ?` + anyName)
	missingLast  = lazy.Pattern(`(?i)(?:^|\b` + kindWords + ` |[:;] )` + anyName + ` (?:is (?:a )?(?:required|missing|mandatory)|was not (?:given|provided)|cannot be (?:empty|blank))\b`)
	unknownFirst = lazy.Pattern(`(?i)\b(?:unknown|unexpected|unrecognized|unrecognised|unsupported|extra) (?:keyword )?` + kindWords + `:? ?` + anyName)
)

// proseText reads what servers say in words of their own of fields that are missing or unknown.
func proseText(text string) []Fault {
	var faults []Fault
	for _, re := range []*regexp.Regexp{missingFirst(), missingLast()} {
		for _, m := range re.FindAllStringSubmatch(text, maxFaults) {
			faults = append(faults, Fault{Path: dotted(strings.TrimRight(m[1], ".-")), Keyword: "required", from: said})
		}
	}
	for _, m := range unknownFirst().FindAllStringSubmatch(text, maxFaults) {
		faults = append(faults, Fault{Path: []Step{{Key: strings.TrimRight(m[1], ".-")}}, Keyword: "additionalProperties", from: said})
	}
	return faults
}

var (
	// mention is what may be the name of a field: something in quotes, or a word with the look of a path or
	// an identifier.
	mention = lazy.Pattern("\"([^\"]{1,96})\"|'([^']{1,96})'|`([^`]{1,96})`|" + `([\pL_$][\pL\pN_$\-]*(?:\[\d*\]|\.[\pL_$][\pL\pN_$\-]*)*)`)
	// mentionedPointer is what may be a JSON Pointer.
	mentionedPointer = lazy.Pattern(`(?:^|[\s"'(;])((?:/[\pL\pN_$~\-]+)+)`)
)

// Mentioned lists what a text may name of fields, in the order in which it does. A wrong guess is worse
// than none: bare words count only where they look like nothing else, or where the text begins with them.
func Mentioned(text string) [][]Step {
	text = cut(text)
	var places [][]Step
	for _, m := range mentionedPointer().FindAllStringSubmatch(text, 16) {
		places = append(places, pointer(m[1]))
	}
	for _, m := range mention().FindAllStringSubmatchIndex(text, 64) {
		for g := 2; g < len(m); g += 2 {
			if m[g] < 0 {
				continue
			}
			name := text[m[g]:m[g+1]]
			if g == 8 && !looksLikeName(name) && !(m[0] == 0 && strings.HasPrefix(text[m[1]:], ":")) {
				continue
			}
			places = append(places, dotted(strings.TrimPrefix(name, "/")))
		}
	}
	return places
}

// looksLikeName reports whether a bare word is unlikely to be a word of prose.
func looksLikeName(s string) bool {
	for i, r := range s {
		if r == '_' || r == '.' || r == '[' || i > 0 && unicode.IsUpper(r) {
			return true
		}
	}
	return false
}
