package foreign

import (
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// zodKeywords are the codes of zod that mean a keyword, and the member that has what it asks for.
var zodKeywords = map[string]struct{ keyword, want string }{
	"invalid_enum_value": {"enum", "options"}, "invalid_value": {"enum", "values"}, "invalid_literal": {"const", "expected"},
	"invalid_union_discriminator": {"enum", "options"}, "not_multiple_of": {"multipleOf", "divisor"},
}

// zodObject reads an issue of zod, the validator of most MCP servers in TypeScript. Versions 3 and
// 4 name and describe the same faults differently; both are read here.
func zodObject(m map[string]any) []Fault {
	at := locSteps(m["path"])
	f := Fault{Path: at}
	switch textOf(m, "code") {
	case "invalid_type":
		got := textOf(m, "received")
		if found := zodReceived().FindStringSubmatch(textOf(m, "message")); got == "" && found != nil {
			got = found[1]
		}
		if got == "undefined" || textOf(m, "message") == "Required" {
			f.Keyword = "required"
			break
		}
		return fault(at, "type", textOf(m, "expected"), got)
	case "unrecognized_keys":
		keys, _ := m["keys"].([]any)
		var faults []Fault
		for _, key := range keys {
			if s, ok := key.(string); ok {
				faults = append(faults, Fault{Path: below(at, s), Keyword: "additionalProperties"})
			}
		}
		return faults
	case "too_small", "too_big":
		inclusive, told := m["inclusive"].(bool)
		f.Keyword = zodBound(textOf(m, "type")+textOf(m, "origin"), textOf(m, "code") == "too_small", told && !inclusive)
		f.Want = firstOf(m, "minimum", "maximum")
	case "invalid_string", "invalid_format":
		zodFormat(m, &f)
	case "invalid_union":
		f.Keyword = "anyOf"
		if textOf(m, "discriminator") != "" {
			f.Keyword = "enum"
		}
	case "invalid_date":
		f.Keyword, f.Want = "format", "date-time"
	default:
		known, ok := zodKeywords[textOf(m, "code")]
		if f.Keyword, f.Want, f.Got = known.keyword, m[known.want], scalarOf(m["received"]); !ok {
			f.Keyword, f.Message = "rule", textOf(m, "message")
		}
	}
	return []Fault{f}
}

var zodReceived = lazy.Pattern(`received "?(\w+)"?`)

// zodBound is the keyword that bounds a value of some kind.
func zodBound(kind string, least, exclusive bool) string {
	word := "max"
	if least {
		word = "min"
	}
	switch kind {
	case "string":
		return word + "Length"
	case "array", "set":
		return word + "Items"
	case "object", "map", "record":
		return word + "Properties"
	}
	if exclusive {
		return "exclusive" + strings.ToUpper(word[:1]) + word[1:] + "imum"
	}
	return word + "imum"
}

// zodFormat reads a text that has the wrong form.
func zodFormat(m map[string]any, f *Fault) {
	name, _ := firstOf(m, "validation", "format").(string)
	f.Keyword = "format"
	switch name {
	case "regex":
		f.Keyword = "pattern"
		if source := strings.Trim(textOf(m, "pattern"), "/"); source != "" {
			f.Want = source
		}
	case "":
		f.Keyword, f.Message = "rule", textOf(m, "message")
	default:
		f.Want = zodFormatName(name)
	}
}

// zodFormatName is the format of JSON Schema that zod calls by a name.
func zodFormatName(name string) any {
	name = strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(name), " address"), "iso ")
	switch name {
	case "url":
		return "uri"
	case "datetime":
		return "date-time"
	case "date", "time", "duration", "email", "uuid", "ipv4", "ipv6", "date-time":
		return name
	}
	return nil
}

// zodPhrases are the messages of version 4.
var zodPhrases = phrases(
	"required", `Invalid input: expected .*, received undefined`,
	"type", `Invalid input: expected (?P<v>\w+), received (?P<got>\w+)`,
	"const", `Invalid input: expected (?P<v>.+)`,
	"anyOf", `Invalid input`,
	"enum", `Invalid option: expected one of (?P<v>.+)`,
	"additionalProperties", `Unrecognized keys?: (?P<v>.+)`,
	"multipleOf", `Invalid number: must be a multiple of (?P<v>\S+)`,
	"pattern", `Invalid string: must match pattern /(?P<v>.*)/`,
	"pattern", `Invalid string: must (?:start|end|include).*`,
	"format", `Invalid (?P<v>ISO \w+|email address|URL|UUID|IPv[46] address)`,
)

// zodLimit is the message on a bound: the groups are which, what is bounded, and the limit.
var (
	zodLimit = lazy.Pattern(`^Too (small|big): expected (\w+) to (?:have|be) [<>](=?) ?(-?[\d.]+)`)
	zodAt    = lazy.Pattern(`^\s*→ at (.+)$`)
)

// zodText reads what z.prettifyError makes of an error: a line for each fault, and one for its place.
func zodText(text string) []Fault {
	var faults []Fault
	for i, part := range strings.SplitN(text, "✖ ", maxFaults) {
		message, rest, _ := strings.Cut(part, "\n")
		line, _, _ := strings.Cut(rest, "\n")
		if i > 0 {
			at := ""
			if m := zodAt().FindStringSubmatch(line); m != nil {
				at = strings.TrimSpace(m[1])
			}
			faults = append(faults, zodSentence(dotted(at), strings.TrimSpace(message))...)
		}
	}
	return faults
}

// zodSentence reads one message.
func zodSentence(at []Step, message string) []Fault {
	if m := zodLimit().FindStringSubmatch(message); m != nil {
		return []Fault{{Path: at, Keyword: zodBound(m[2], m[1] == "small", m[3] == ""), Want: number(m[4])}}
	}
	if faults := say(at, message, zodPhrases); faults != nil {
		for i := range faults {
			if name, ok := faults[i].Want.(string); ok && faults[i].Keyword == "format" {
				faults[i].Want = zodFormatName(name)
			}
		}
		return faults
	}
	return fault(at, "rule", message, "")
}
