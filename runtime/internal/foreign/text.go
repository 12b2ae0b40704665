package foreign

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// layout is the form in which a validator, or a server in its own words, writes its faults. The groups of its pattern
// are "say", the sentence; the place, which is dotted in "at" and "word", a JSON Pointer in "pointer", on a line of its
// own in "line", and a place of the schema in "schema"; "kw" and "keys", the keyword; "got", what came; and "indent".
type layout struct {
	pattern func() *regexp.Regexp
	keyword string // of a layout without sentences
	from    origin
	placed  bool // a sentence without a place is about the whole of the arguments
	runs    bool // a sentence goes on until the next one, or the end of the line
	other   bool // a sentence that is not known is a rule
}

// Common words for a field that is missing or unknown. What they name is compared with the schema and with the call.
const (
	anyName   = "[\"'`]?(?P<at>[\\pL_$][\\pL\\pN_$.\\-\\[\\]]*)[\"'`]?"
	kindWords = `(?:parameter|argument|property|field|key|input|option)s?`
)

// santhosh is the layout of santhosh-tekuri/jsonschema: - at '/a/0' [S#/properties/a/items/type]: got string, want number
var santhosh = layout{
	pattern: lazy.Pattern(`(?m)^(?P<indent> *)(?:- )?at '(?P<pointer>(?:[^'\\]|\\.)*)'(?: \[(?:[^\]]*/)?(?P<kw>[^\]/]*)\])?: (?P<say>.*)$`),
	placed:  true,
}

// layouts are tried in this order; those of one row are read together.
var layouts = [][]layout{
	{{ // z.prettifyError of zod 4
		pattern: lazy.Pattern(`✖ (?P<say>[^\n]*)(?:\n\s*→ at (?P<at>[^\n]+))?`),
		placed:  true, other: true,
	}},
	{{ // pydantic
		pattern: lazy.Pattern(`(?m)^(?:(?P<line>\S[^\n]*)\n)?[ \t]+(?P<say>[^\n]*?) ?` +
			`(?:\[type=[\w.]+(?:, input_value=(?P<got>[^\n]*), input_type=\w+)?\]|\(type=[\w.]+(?:; [^\n]*)?\))[ \t]*$`),
		from: labelled, placed: true, other: true,
	}},
	{santhosh},
	{{ // google/jsonschema-go, which stops at the first fault: frames with places of the schema around it
		pattern: lazy.Pattern(`(?s)^.*validating (?P<schema>/[^ :]*|root): (?P<say>.*)$`),
		placed:  true,
	}},
	{{ // the Python package jsonschema, whose long form ends with the place
		pattern: lazy.Pattern(`(?ms)(?:^|: )(?P<say>(?:'[^'\n]+'|"[^"\n]+") is a required property|Additional properties are not allowed \([^\n]*? (?:was|were) unexpected\))` +
			`(?:.*^On instance(?P<at>(?:\[[^\]\n]*\])*):)?`),
		placed: true,
	}},
	{{pattern: lazy.Pattern(`(?ms)^Failed validating '(?P<kw>\w+)' in schema.*^On instance(?P<at>(?:\[[^\]\n]*\])*):`)}},
	{{pattern: lazy.Pattern(`(?P<say>json: (?:cannot unmarshal[^\n]*? of type \S+|unknown field "[^"\n]{1,96}"))`), placed: true}},
	{{pattern: lazy.Pattern(`(?s)(?P<say>.+?)(?:; |$)`)}}, // goa
	{{ // errorsText of ajv, which joins sentences by commas: a word for the whole, the place in it, and the demand
		pattern: lazy.Pattern(`(?:^|[\s:,(])(?P<word>[A-Za-z_]\w*)?(?:(?P<pointer>(?:/[^\s,/]+)+)|(?P<at>(?:\.[^\s,.\[]+|\[[^\]\s]+\])+))? (?P<say>(?:must|should) |(?:value of )?tag "|property name )`),
		from:    rooted, placed: true, runs: true,
	}},
	{
		{pattern: lazy.Pattern(`(?i)\b(?:missing|required)(?: required| mandatory)? ` + kindWords + `(?: is)?:? ?` + anyName), keyword: "required"},
		{pattern: lazy.Pattern(`(?i)(?:^|\b` + kindWords + ` |[:;] )` + anyName + ` (?:is (?:a )?(?:required|missing|mandatory)|was not (?:given|provided)|cannot be (?:empty|blank))\b`), keyword: "required"},
		{pattern: lazy.Pattern(`(?i)\b(?:unknown|unexpected|unrecognized|unrecognised|unsupported|extra) (?:keyword )?` + kindWords + `:? ?` + anyName), keyword: "additionalProperties"},
	},
}

// read lists the faults of a text that has the layout.
func (l *layout) read(text string) (faults []Fault) {
	re := l.pattern()
	matches := re.FindAllStringSubmatchIndex(text, maxFaults)
	union := -1 // how far a failed union is indented; below it are its branches
	for i, m := range matches {
		parts := make([]string, len(m)/2)
		for n := range parts {
			if m[2*n] >= 0 {
				parts[n] = text[m[2*n]:m[2*n+1]]
			}
		}
		group := groups(re, parts)
		if l.runs {
			end := len(text)
			if i+1 < len(matches) {
				end = matches[i+1][0]
			}
			rest, _, _ := strings.Cut(text[m[1]:end], "\n")
			group["say"] = strings.TrimRight(group["say"]+rest, " ,.;)")
		}
		if union >= 0 && len(group["indent"]) > union {
			continue
		}
		union = -1
		for _, f := range l.faults(group) {
			if f.Keyword == "anyOf" || f.Keyword == "oneOf" || f.Keyword == "not" {
				union = len(group["indent"])
			}
			faults = append(faults, f)
		}
	}
	return faults
}

// faults are the faults of one match.
func (l *layout) faults(group map[string]string) []Fault {
	at, ok := placeIn(group)
	if !ok {
		return nil
	}
	sentence := strings.TrimSpace(group["say"])
	found := say(at, sentence, l.placed)
	switch keyword := l.keyword + group["kw"]; {
	case found != nil:
	case sentence == "validation failed": // of santhosh, where the faults of a place follow
	case slices.Contains(keywords, keyword):
		found = []Fault{{Path: at, Keyword: keyword}}
	case l.other:
		found = fault(at, "rule", sentence, "")
	}
	for i := range found {
		f := &found[i]
		f.came(scalar(group["got"]))
		if l.from == labelled || f.from == exact {
			f.from = l.from
		}
	}
	if l.runs && group["pointer"]+group["at"] == "" && (group["word"] == "" || slices.Contains(rootWords, group["word"])) {
		found = slices.DeleteFunc(found, func(f Fault) bool { return !aboutObject(&f) }) // prose about "the data"
	}
	return found
}

// placeIn is the place that the groups of a match have.
func placeIn(group map[string]string) (at []Step, ok bool) {
	if place := group["schema"]; place != "" {
		return schemaSteps(place)
	}
	if line := group["line"]; line != "" && !strings.Contains(line, " validation error") { // items.0.name, in version 1 items -> 0 -> name
		at = dotted(strings.ReplaceAll(strings.TrimPrefix(line, "__root__"), " -> ", "."))
	}
	if word := group["word"]; word != "" {
		at = []Step{{Key: word}}
	}
	at = append(at, pointer(strings.ReplaceAll(group["pointer"], `\'`, `'`))...)
	return append(at, dotted(strings.TrimRight(strings.TrimSpace(group["at"]), ".-"))...), true
}
