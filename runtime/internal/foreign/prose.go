package foreign

import (
	"regexp"
	"strings"

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
