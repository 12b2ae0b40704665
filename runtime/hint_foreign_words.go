package runtime

import (
	"encoding/json"
	"regexp"
	"strings"
)

var (
	goMismatch = lazily(`json: cannot unmarshal (\w+)(?: \S+)? into Go struct field \w+\.([\w.\-]+) of type (\S+)`)
	goUnknown  = lazily(`json: unknown field "([^"\n]{1,96})"`)
)

// goJSONText reads the texts of encoding/json, as servers in Go put them into their own.
func (b *hintBuilder) goJSONText(text string) []ValidationIssue {
	var issues []ValidationIssue
	for _, m := range goMismatch().FindAllStringSubmatch(text, maxHintIssues) {
		for _, issue := range b.unmarshalIssue(&json.UnmarshalTypeError{Value: m[1], Field: m[2]}) {
			if issue.Expected == nil {
				issue.Expected = typeOfGo(m[3])
			}
			issues = append(issues, issue)
		}
	}
	for _, m := range goUnknown().FindAllStringSubmatch(text, maxHintIssues) {
		issues = append(issues, ValidationIssue{Field: keyStep(m[1]), Constraint: "additionalProperties"})
	}
	return issues
}

// typeOfGo is the JSON type that encoding/json reads into a Go type by its name, nil where that does not
// tell.
func typeOfGo(name string) any {
	name = strings.TrimLeft(name, "*")
	switch {
	case strings.HasPrefix(name, "[]"):
		return "array"
	case strings.HasPrefix(name, "map["):
		return "object"
	case strings.HasPrefix(name, "int"), strings.HasPrefix(name, "uint"):
		return "integer"
	case strings.HasPrefix(name, "float"):
		return "number"
	case name == "string":
		return "string"
	case name == "bool":
		return "boolean"
	}
	return nil
}

// ajvSentence is one sentence of ajv's errorsText, which joins them by commas: the place, with the word
// for the whole, and the demand.
var ajvSentence = lazily(`(?:^|[\s:,])((?:data|body|params|input|args|arguments)(?:[/.][^\s,]*)?) (?:must|should) ([^\n]*?)(?:, (?:data|body|params|input|args|arguments)\b|$)`)

// ajvDemands are the demands of ajv that say what they are about; the group is the limit.
var ajvDemands = []struct {
	keyword string
	re      func() *regexp.Regexp
}{
	{"required", lazily(`^have required property '\.?([^']+)'$`)},
	{"type", lazily(`^be ((?:string|number|integer|boolean|object|array|null)(?:,(?:string|number|integer|boolean|object|array|null))*)$`)},
	{"minimum", lazily(`^be >= (\S+)$`)},
	{"maximum", lazily(`^be <= (\S+)$`)},
	{"exclusiveMinimum", lazily(`^be > (\S+)$`)},
	{"exclusiveMaximum", lazily(`^be < (\S+)$`)},
	{"multipleOf", lazily(`^be multiple of (\S+)$`)},
	{"minLength", lazily(`^(?:NOT have fewer|NOT be shorter) than (\d+) characters$`)},
	{"maxLength", lazily(`^(?:NOT have more|NOT be longer) than (\d+) characters$`)},
	{"minItems", lazily(`^NOT have fewer than (\d+) items$`)},
	{"maxItems", lazily(`^NOT have more than (\d+) items$`)},
	{"pattern", lazily(`^match pattern "(.*)"$`)},
	{"format", lazily(`^match format "(.*)"$`)},
	{"enum", lazily(`^be equal to one of the allowed values()$`)},
	{"const", lazily(`^be equal to constant()$`)},
}

// ajvText reads the texts that ajv makes of its errors.
func ajvText(text string) []ValidationIssue {
	var issues []ValidationIssue
	for len(issues) < maxHintIssues {
		m := ajvSentence().FindStringSubmatchIndex(text)
		if m == nil {
			return issues
		}
		at, demand := text[m[2]:m[3]], text[m[4]:m[5]]
		text = text[m[5]:]
		steps := pointerSteps(at) // of which the first is the word for the whole, or a field of that name
		if strings.Contains(at, ".") {
			steps = splitPath(at)
		}
		for _, form := range ajvDemands {
			found := form.re().FindStringSubmatch(demand)
			if found == nil || len(steps) == 1 && form.keyword != "required" {
				continue // of what else is not told
			}
			issue := ValidationIssue{Field: joinSteps(steps), Constraint: form.keyword}
			switch form.keyword {
			case "required":
				issue.Field = below(steps, found[1])
			case "type":
				issue.Expected = strings.ReplaceAll(found[1], ",", "|")
			case "pattern", "format":
				issue.Expected = found[1]
			case "enum", "const":
			default:
				issue.Expected = numberIn(found[1])
			}
			issues = append(issues, issue)
			break
		}
	}
	return issues
}

// The commonest words for a field that is missing or unknown. What they name is held against the schema,
// and against the call.
var (
	anyName   = "[\"'`]?([\\pL_$][\\pL\\pN_$.\\-\\[\\]]*)[\"'`]?"
	kindWords = `(?:parameter|argument|property|field|key|input|option)s?`

	missingFirst = lazily(`(?i)\b(?:missing|required)(?: required| mandatory)? ` + kindWords + `(?: is)?:? ?` + anyName)
	missingLast  = lazily(`(?i)(?:^|\b` + kindWords + ` |[:;] )` + anyName + ` (?:is (?:a )?(?:required|missing|mandatory)|was not (?:given|provided)|cannot be (?:empty|blank))\b`)
	unknownFirst = lazily(`(?i)\b(?:unknown|unexpected|unrecognized|unrecognised|unsupported|extra) (?:keyword )?` + kindWords + `:? ?` + anyName)
)

// plainText reads what servers say in words of their own of fields that are missing or unknown.
func (b *hintBuilder) plainText(text string) []ValidationIssue {
	var issues []ValidationIssue
	for _, form := range []*regexp.Regexp{missingFirst(), missingLast()} {
		for _, m := range form.FindAllStringSubmatch(text, maxHintIssues) {
			name := strings.TrimRight(m[1], ".-")
			if v, has := b.document().value(splitPath(name)); has && v != nil && v != "" {
				continue // it is there, so that something else is meant
			}
			issues = append(issues, ValidationIssue{Field: name, Constraint: "required"})
		}
	}
	for _, m := range unknownFirst().FindAllStringSubmatch(text, maxHintIssues) {
		issues = append(issues, ValidationIssue{Field: keyStep(strings.TrimRight(m[1], ".-")), Constraint: "additionalProperties"})
	}
	return b.vetted(issues)
}
