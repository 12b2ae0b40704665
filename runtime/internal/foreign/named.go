package foreign

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

var (
	// listed is a list of the values that would do, after what says so.
	listed = lazy.Pattern(`(?i)(?:\bmust be(?: either)?(?: one)?(?: of)?|\b(?:should|can) be (?:either|one of)|\bexpected(?: one of)?|\bone of|\b(?:valid|allowed|supported|available|accepted|possible|permitted|known|existing)(?: \w+){0,3}(?: are| is| include|:)+|\b(?:choose|use|try|pick)(?: one)?(?: from| of|:)|\bdid you mean(?: one of these)?|\bmeant to reference(?: the)?(?: \w+)?|\bsupported|\ballowed values)\s*[:?]?\s*([^\n]{1,600})`)
	// allowedPlace is the place that everything must be in.
	allowedPlace = lazy.Pattern(`(?i)\boutside (?:of )?(?:the )?allowed \w+\b[^\n]{0,300}?(?:not in|:) ((?:/|[A-Z]:\\)[^\s,;]+)\s*$`)
	item         = lazy.Pattern("^\\s*(?:and |or |either )?(?:\"([^\"\n]{1,80})\"|'([^'\n]{1,80})'|`([^`\n]{1,80})`|([\\w./#@:+-]{1,60}?)(?: ?\\(([^)\n]{1,60})\\))?)\\s*(?:(,|;|\\||/)(?: ?(?:and|or) )?|( or | and )|[\\])?]|\\.(?:\\s|$)|$)")
)

// allowed lists the values that a text says would do: at least two of them, or one in quotes after "did you mean".
func allowed(text string) []string {
	if m := allowedPlace().FindStringSubmatch(text); m != nil {
		return []string{m[1]}
	}
	for _, m := range listed().FindAllStringSubmatch(text, 8) {
		rest := strings.TrimLeft(m[1], "[({ ")
		var values []string
		quotes := false
		for more := true; more && len(values) < maxAllowed; {
			i := item().FindStringSubmatchIndex(rest)
			if i == nil {
				break
			}
			for g := 2; g <= 8; g += 2 {
				if i[g] >= 0 {
					values = append(values, rest[i[g]:i[g+1]])
					quotes = quotes || g < 8
				}
			}
			more, rest = i[12] >= 0 || i[14] >= 0, rest[i[1]:]
		}
		if len(values) > 1 || len(values) == 1 && quotes && strings.Contains(strings.ToLower(m[0]), "mean") {
			return values
		}
	}
	return nil
}

const maxAllowed = 40

// blame is a name in quotes, or one that can be nothing else, beside what says that it is a field.
var blame = []func() *regexp.Regexp{
	lazy.Pattern("(?i)\\b(?:parameter|argument|property|field|attribute|input|value for|header|option|key)s?(?: named| name)? ?[:=]? ?[\"'`]([^\"'`\n]{1,96})[\"'`]"),
	lazy.Pattern("(?i)[\"'`]([\\w.\\[\\]-]{1,96})[\"'`] (?:parameter|argument|property|field|attribute|input|is required|is missing|is invalid|must|should|cannot|wasn't|was not|date|filter)\\b"),
	lazy.Pattern(`(?i)\b(?:body|request|params|args|arguments|input|data|payload|\$)\.([\w.\[\]-]{1,200}?)\.?(?:length)? (?:should|must|is|has|cannot|was)\b`),
	lazy.Pattern(`\b(?:Field|field|Path|path|Param|param|Attribute|attribute):"?([A-Za-z][\w.\[\]-]*)`),
	lazy.Pattern(`(?i)\b(?:unexpected|unknown|unrecogni[sz]ed|extra) (?:inputs?|parameters?|fields?|arguments?|keys?|properties)(?: \w+)?: ?\[?\\?["']([^"'\\]{1,96})`),
}

// maybeBlame is what may be the place of a field: a path of several steps, a name before a colon at the beginning, or
// something in quotes.
var maybeBlame = []func() *regexp.Regexp{
	lazy.Pattern(`\b([A-Za-z_]\w*(?:\[\d+\]|\.[A-Za-z_]\w*)+)`),
	lazy.Pattern(`(?i)\b(?:use|using|with) (?:the )?(?:\w+,? (?:and|or) )?(\w+) (?:parameters?|arguments?|options?)\b`),
	lazy.Pattern(`(?i)\b(\w+) (?:is|are) (?:required|missing|mandatory)\b`),
	lazy.Pattern(`(?m)^(?:[\w ]{0,40}: )?([A-Za-z_][\w.]*): `),
	lazy.Pattern("[\"'`]([A-Za-z_][\\w.\\[\\]]{1,60})[\"'`]"),
}

// blamed lists the fields that a text names as such.
func blamed(text string) (list []Blame) {
	plain := withoutURLs(text)
	for i, re := range slices.Concat(blame, maybeBlame) {
		for _, m := range re().FindAllStringSubmatch(plain, 8) {
			list = append(list, Blame{Path: placeOf(m[1]), Maybe: i >= len(blame)})
		}
	}
	return list
}
