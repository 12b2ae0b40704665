package foreign

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// ajvKeys are the members of "params" that name the key which a fault is about.
var ajvKeys = map[string]string{
	"required": "missingProperty", "dependentRequired": "missingProperty", "dependencies": "missingProperty", "discriminator": "tag",
	"additionalProperties": "additionalProperty", "unevaluatedProperties": "unevaluatedProperty", "propertyNames": "propertyName",
}

// ajvObject reads an error object of ajv, the JSON Schema validator of JavaScript:
// {"instancePath", "schemaPath", "keyword", "params", "message"}.
func ajvObject(m map[string]any) []Fault {
	at := pointer(textOf(m, "instancePath"))
	if before := textOf(m, "dataPath"); before != "" { // of versions before 8
		if at = pointer(before); before[0] != '/' {
			at = dotted(before)
		}
	}
	params, _ := m["params"].(map[string]any)
	f := Fault{Path: at, Keyword: textOf(m, "keyword")}
	if path := textOf(m, "schemaPath"); strings.Contains(path, "/anyOf/") || strings.Contains(path, "/oneOf/") {
		f.from = branch
	}
	if key, ok := ajvKeys[f.Keyword]; ok {
		f.Path = below(at, textOf(params, key))
	}
	switch f.Keyword {
	case "dependentRequired", "dependencies":
		f.Keyword = "required"
	case "discriminator":
		f.Keyword, f.Got = "enum", scalarOf(params["tagValue"])
	default:
		f.Want = firstOf(params, "type", "allowedValues", "allowedValue", "pattern", "format", "multipleOf", "limit")
	}
	if f.Got == nil && f.Keyword != "required" && f.Keyword != "type" {
		f.Got = scalarOf(m["data"])
	}
	return []Fault{f}
}

// ajvStart is the beginning of a sentence of ajv's errorsText, which joins them by commas: a word for the
// whole, the place in it, and the demand.
var ajvStart = lazy.Pattern(`(?:^|[\s:,(])([A-Za-z_]\w*)?((?:/[^\s,/]+)+|(?:\.[^\s,.\[]+|\[[^\]\s]+\])+)? ((?:must|should) |(?:value of )?tag "|property name )`)

// ajvPhrases are the demands. Versions before 8 say "should".
var ajvPhrases = phrases(
	"required", `must have required property '\.?(?P<v>[^']+)'`,
	"required", `must have propert(?:y|ies) (?P<v>\S+) when property .* is present`,
	"additionalProperties", `must NOT have (?:additional|unevaluated) properties`,
	"type", `must be (?P<v>(?:(?:string|number|integer|boolean|object|array|null),?)+)`,
	"minimum", `must be >= (?P<v>\S+)`,
	"maximum", `must be <= (?P<v>\S+)`,
	"exclusiveMinimum", `must be > (?P<v>\S+)`,
	"exclusiveMaximum", `must be < (?P<v>\S+)`,
	"multipleOf", `must be multiple of (?P<v>\S+)`,
	"minLength", `must NOT (?:have fewer|be shorter) than (?P<v>\d+) characters`,
	"maxLength", `must NOT (?:have more|be longer) than (?P<v>\d+) characters`,
	"minItems", `must NOT have fewer than (?P<v>\d+) items`,
	"maxItems", `must NOT have more than (?P<v>\d+) items`,
	"minProperties", `must NOT have fewer than (?P<v>\d+) properties`,
	"maxProperties", `must NOT have more than (?P<v>\d+) properties`,
	"uniqueItems", `must NOT have duplicate items.*`,
	"contains", `must contain at least (?P<v>\d+) .*`,
	"pattern", `must match pattern "(?P<v>.*)"`,
	"format", `must match format "(?P<v>.*)"`,
	"enum", `must be equal to one of the allowed values`,
	"const", `must be equal to constant`,
	"oneOf", `must match exactly one schema in oneOf`,
	"anyOf", `must match (?:a|some) schema in anyOf`,
	"not", `must NOT be valid`,
)

var ajvTag = lazy.Pattern(`^(?:value of )?tag "([^"]+)" must be (string|in oneOf)`)

// ajvText reads the texts that ajv makes of its errors.
func ajvText(text string) []Fault {
	starts := ajvStart().FindAllStringSubmatchIndex(text, maxFaults)
	var faults []Fault
	for i, m := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		part := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return text[m[2*n]:m[2*n+1]]
		}
		sentence, _, _ := strings.Cut(text[m[6]:end], "\n")
		sentence = strings.TrimRight(sentence, " ,.;)")
		if rest, old := strings.CutPrefix(sentence, "should "); old {
			sentence = "must " + rest
		}
		at := pointer(part(2))
		if strings.HasPrefix(part(2), ".") || strings.HasPrefix(part(2), "[") {
			at = dotted(part(2))
		}
		if word := part(1); word != "" {
			at = append([]Step{{Key: word}}, at...)
		}
		found := say(at, sentence, ajvPhrases)
		if tag := ajvTag().FindStringSubmatch(sentence); tag != nil {
			found = fault(below(at, tag[1]), "enum", "", "")
		}
		for _, f := range found {
			if part(2) != "" || !isRootWord(part(1)) || aboutObject(&f) { // else a sentence about "the data"
				f.from = max(f.from, rooted)
				faults = append(faults, f)
			}
		}
	}
	return faults
}
