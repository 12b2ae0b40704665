package foreign

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// santhoshLine is a line of santhosh-tekuri/jsonschema: - at '/a/0' [S#/properties/a/items/type]: got string, want number.
var santhoshLine = lazy.Pattern(`(?m)^( *)(?:- )?at '((?:[^'\\]|\\.)*)'(?: \[([^\]]*)\])?: (.*)$`)

// santhoshText reads the texts of santhosh-tekuri/jsonschema, plain or detailed.
func santhoshText(text string) []Fault {
	var faults []Fault
	union := -1 // how far a failed union is indented; what is below it are its branches
	for _, m := range santhoshLine().FindAllStringSubmatch(text, -1) {
		indent := len(m[1])
		if union >= 0 && indent > union {
			continue
		}
		union = -1
		found := santhoshFault(strings.ReplaceAll(m[2], `\'`, `'`), lastOf(m[3]), m[4])
		if len(found) == 1 && (found[0].Keyword == "anyOf" || found[0].Keyword == "oneOf" || found[0].Keyword == "not") {
			union = indent
		}
		faults = append(faults, found...)
	}
	return faults
}

var santhoshPhrases = phrases(
	"frame", `validation failed`,
	"required", `missing propert(?:y|ies):? (?P<v>.+)`,
	"required", `properties (?P<v>.+) required, if .*`,
	"additionalProperties", `additional propert(?:y|ies) (?P<v>.+) not allowed`,
	"anyOf", `'anyOf'.*`, "oneOf", `'oneOf'.*`, "not", `'not'.*`,
	"uniqueItems", `items at .* are equal`,
	"type", `got (?P<got>\w+), want (?P<v>.+)`,
	"enum", `value must be .+`, // the values come from the schema, where they are all said
	"pattern", `.*does not match pattern '(?:.*)'`,
	"format", `.* is not valid (?P<v>[a-z-]+)(?::.*)?`,
)

var santhoshBound = lazy.Pattern(`^(\w+): got (.+), want (.+)$`)

// santhoshFault reads one fault: where it is, its keyword as far as it is told, and the sentence.
func santhoshFault(place, keyword, sentence string) []Fault {
	at := pointer(place)
	if m := santhoshBound().FindStringSubmatch(sentence); m != nil {
		return fault(at, m[1], m[3], m[2])
	}
	switch found := say(at, sentence, santhoshPhrases); {
	case len(found) == 1 && found[0].Keyword == "frame":
		return nil
	case found != nil:
		return found
	case keyword == "" || keyword == "$ref" || keyword == "allOf" || strings.Contains(keyword, "#"):
		return nil
	}
	return []Fault{{Path: at, Keyword: keyword}}
}

var (
	googleFrame   = lazy.Pattern(`validating (/[^ :]*|root): `)
	googleKeyword = lazy.Pattern(`^([a-zA-Z]+): `)
)

var googlePhrases = phrases(
	"additionalProperties", `(?s)unexpected additional properties \[(?P<v>.*)`,
	"required", `(?s)(?:required|dependentRequired): .*?\[(?P<v>.*)`,
	"type", `(?s)type: .*has type "(?P<got>\w+)", want (?:one of )?(?P<v>.+)`,
	"minimum", `(?s)minimum: (?P<got>[^ /]*).*`, "maximum", `(?s)maximum: (?P<got>[^ /]*).*`,
	"exclusiveMinimum", `(?s)exclusiveMinimum: (?P<got>[^ /]*).*`, "exclusiveMaximum", `(?s)exclusiveMaximum: (?P<got>[^ /]*).*`,
)

// googleText reads the text of google/jsonschema-go, which the official MCP SDK for Go passes on:
// frames with places in the schema, then the one fault that it found. The places lack indexes.
func googleText(text string) []Fault {
	frames := googleFrame().FindAllStringSubmatchIndex(text, -1)
	if frames == nil {
		return nil
	}
	last := frames[len(frames)-1]
	at, ok := schemaSteps(text[last[2]:last[3]])
	if !ok {
		return nil
	}
	rest := text[last[1]:]
	if found := say(at, rest, googlePhrases); found != nil {
		return found
	}
	if m := googleKeyword().FindStringSubmatch(rest); m != nil {
		return []Fault{{Path: at, Keyword: m[1]}}
	}
	return nil
}

// schemaStep is one step of a place in a schema that is also one in the arguments, or that is none there.
var schemaStep = lazy.Pattern(`/(?:properties/([^/]+)|(items)|prefixItems/(\d{1,9})|(?:allOf|anyOf|oneOf)/\d+)`)

// schemaSteps is the place in the arguments that a place in the schema describes. Places below a
// definition are not told.
func schemaSteps(place string) (steps []Step, ok bool) {
	read := 0
	for _, m := range schemaStep().FindAllStringSubmatch(place, -1) {
		read += len(m[0])
		switch i, err := strconv.Atoi(m[3]); {
		case m[1] != "":
			steps = append(steps, Step{Key: unescaped.Replace(m[1])})
		case m[2] != "":
			steps = append(steps, Step{Index: -1, IsIndex: true})
		case err == nil:
			steps = append(steps, Step{Index: i, IsIndex: true})
		}
	}
	return steps, place == "root" || read == len(place)
}

// goaPhrases are the sentences of goa's validation errors.
var goaPhrases = phrases(
	"required", `(?P<v>"[^"]+") is missing from (?P<at>[\w.\[\]*]+)`,
	"type", `invalid value (?P<got>.*) for "(?P<at>[^"]+)", must be an? (?P<v>\w+)`,
	"enum", `value of (?P<at>[\w.\[\]*]+) must be one of .* but got value (?P<got>.*)`,
	"format", `(?P<at>[\w.\[\]*]+) must be formatted as an? [\w-]+ but got value (?P<got>"(?:[^"\\]|\\.)*").*`,
	"pattern", `(?P<at>[\w.\[\]*]+) must match the regexp "(?P<v>.*)" but got value (?P<got>".*")`,
	"minLength", `length of (?P<at>[\w.\[\]*]+) must be greater or equal than (?P<v>\d+) but got value .* \(len=(?P<got>\d+)\)`,
	"maxLength", `length of (?P<at>[\w.\[\]*]+) must be lesser or equal than (?P<v>\d+) but got value .* \(len=(?P<got>\d+)\)`,
	"minimum", `(?P<at>[\w.\[\]*]+) must be greater or equal than (?P<v>\S+) but got value (?P<got>.*)`,
	"maximum", `(?P<at>[\w.\[\]*]+) must be lesser or equal than (?P<v>\S+) but got value (?P<got>.*)`,
)

// goaText reads the message of goa's ServiceError: sentences, joined by semicolons.
func goaText(text string) []Fault {
	var faults []Fault
	for _, sentence := range strings.Split(text, "; ") {
		faults = append(faults, say(nil, strings.TrimSpace(sentence), goaPhrases)...)
	}
	return faults
}

var (
	goMismatch = lazy.Pattern(`json: cannot unmarshal (\w+)(?: \S+)? into Go struct field \w+\.([\w.\-]+) of type (\S+)`)
	goUnknown  = lazy.Pattern(`json: unknown field "([^"\n]{1,96})"`)
)

// goText reads the texts of encoding/json, as servers in Go put them into their own.
func goText(text string) []Fault {
	var faults []Fault
	for _, m := range goMismatch().FindAllStringSubmatch(text, maxFaults) {
		faults = append(faults, goFault(m[1], m[2], m[3]))
	}
	for _, m := range goUnknown().FindAllStringSubmatch(text, maxFaults) {
		faults = append(faults, Fault{Path: []Step{{Key: m[1]}}, Keyword: "additionalProperties"})
	}
	return faults
}

// Mismatch is the fault that an UnmarshalTypeError of encoding/json tells of.
func Mismatch(value, field string, t reflect.Type) Fault {
	name := ""
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t != nil {
		name = t.Kind().String()
	}
	return goFault(value, cut(field), name)
}

// goFault is a value that a Go type does not take. Its field has no indexes.
func goFault(value, field, goType string) Fault {
	value, _, _ = strings.Cut(value, " ")
	f := fault(nil, "type", goType, value)[0]
	f.from = goNames
	for _, key := range strings.Split(field, ".") {
		if key != "" {
			f.Path = append(f.Path, Step{Key: key})
		}
	}
	return f
}
