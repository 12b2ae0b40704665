package projection

import (
	"strconv"
	"strings"
)

// Target is a form in which a provider takes the schema of a tool.
type Target uint8

// The targets. "Strict" are the modes in which a provider constrains what its model may write.
const (
	MCP              Target = iota // tools/list
	OpenAI                         // functions of Chat Completions and Responses; Mistral, Cohere and Ollama take them too
	OpenAIStrict                   // the same with strict: true
	Anthropic                      // input_schema of Messages
	AnthropicStrict                // the same with strict: true
	Gemini                         // parametersJsonSchema
	GeminiParameters               // parameters, in the types of OpenAPI
	Bedrock                        // inputSchema of Converse
	BedrockStrict                  // the same with strict: true
)

// String is the provider's name and the mode.
func (t Target) String() string { return limits[t].name }

// Strict reports whether the provider constrains what its model writes.
func (t Target) Strict() bool { return limits[t].form == closed }

// form is how much of a schema has to change.
type form uint8

const (
	verbatim form = iota // nothing but the type at the root
	open                 // all pass, and nothing changes unless something is refused
	listed               // only the keywords of a list pass
	typed                // and each value has a type
	closed               // and each object says which keys it has
)

// limit is what a target takes, as far as its provider documents it, or as requests that were refused show it.
// What sources disagree on counts as refused where the description can say it instead.
type limit struct {
	name     string
	form     form
	tool     naming
	property *naming // nil takes any key
	root     string  // the keywords that are refused at the root
	keywords string  // those that pass, where not all do
	formats  string  // those that pass, where not all do
	// reads is what a schema may refer to.
	refs refs
	// required says that each property must be required, so that null has to stand for one that is left out.
	required bool
}

// refs is what a target takes of references.
type refs uint8

const (
	inline    refs = iota // no references
	ladder                // references that do not lead back to themselves
	recursive             // any within the document
)

const (
	all = basic + numbers + "const prefixItems minItems maxItems uniqueItems additionalProperties minLength maxLength minProperties maxProperties " +
		"dependentRequired contentEncoding contentMediaType examples example"
	basic      = "type title description enum default properties required items anyOf pattern format "
	strings_   = "date-time time date duration email hostname ipv4 ipv6 uuid"
	numbers    = "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf "
	claudeWord = basic + "const minItems"
)

var (
	openAINames  = naming{more: "-", max: 64} // those of Bedrock and Mistral, too
	keysOfClaude = &naming{more: ".-", max: 64}
)

// limits are those of each target. Sources: OpenAI's guide to structured outputs and function reference (2026-10), Anthropic's
// "JSON Schema limitations" and "Schema complexity limits" (mid-2026), the types of Gemini's Go client (2026-08), and Bedrock's
// ToolSpecification and structured output pages (2026); of functions without strict also the texts of refusals.
var limits = [...]limit{
	MCP:       {name: "MCP", tool: naming{more: ".-", max: 128}},
	Bedrock:   {name: "Bedrock", tool: openAINames},
	OpenAI:    {name: "OpenAI", form: open, tool: openAINames, root: "oneOf anyOf allOf enum not", refs: recursive, keywords: all},
	Anthropic: {name: "Anthropic", form: open, tool: naming{more: "-", max: 128}, property: keysOfClaude, root: "oneOf anyOf allOf", refs: recursive, keywords: all},
	OpenAIStrict: {
		name: "OpenAI with strict", form: closed, tool: openAINames, refs: recursive, required: true,
		keywords: basic + numbers + "const minItems maxItems", formats: strings_,
	},
	AnthropicStrict: {
		name: "Anthropic with strict", form: closed, tool: naming{more: "-", max: 128}, property: keysOfClaude, refs: ladder,
		keywords: claudeWord, formats: strings_ + " uri",
	},
	BedrockStrict: {
		name: "Bedrock with strict", form: closed, tool: openAINames, property: keysOfClaude, refs: ladder,
		keywords: claudeWord, formats: strings_ + " uri",
	},
	Gemini: {
		name: "Gemini", form: listed, tool: naming{more: ".:-", max: 64, letter: true}, refs: recursive,
		keywords: basic + "prefixItems minItems maxItems minimum maximum additionalProperties minLength maxLength uniqueItems",
		formats:  "date-time date time int32 int64 float double",
	},
	GeminiParameters: {
		name: "Gemini with parameters", form: typed, tool: naming{more: ".:-", max: 64, letter: true}, property: &naming{max: 64, letter: true},
		keywords: basic + "minItems maxItems minimum maximum minLength maxLength minProperties maxProperties",
		formats:  "date-time int32 int64 float double",
	},
}

// takes reports whether a target takes a keyword with a value. The keywords that hold schemas are decided elsewhere.
func (t Target) takes(keyword string, v *node) bool {
	l := limits[t]
	if !hasWord(l.keywords, keyword) {
		return false
	}
	switch keyword {
	case "format":
		return v.kind == '"' && (l.formats == "" || hasWord(l.formats, v.text))
	case "pattern":
		return v.kind == '"' && (l.form <= listed || plainPattern(v.text, l.refs == ladder))
	case "minItems":
		return isCount(v) && (l.refs != ladder || v.text == "0" || v.text == "1")
	case "maxItems", "minLength", "maxLength", "minProperties", "maxProperties":
		return isCount(v)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return v.kind == '0'
	}
	return true
}

// hasWord reports whether a list of words, with single spaces between them, has a word.
func hasWord(words, word string) bool {
	for from := 0; word != ""; {
		i := strings.Index(words[from:], word)
		if i < 0 {
			break
		}
		from += i + len(word)
		if (from == len(word) || words[from-len(word)-1] == ' ') && (from == len(words) || words[from] == ' ') {
			return true
		}
	}
	return false
}

// isCount reports whether a value is written as a small whole number.
func isCount(v *node) bool {
	_, err := strconv.ParseUint(v.text, 10, 31)
	return v.kind == '0' && err == nil
}

// plainPattern reports whether a pattern has none of what grammars cannot express: look-around, back-references and, for the
// stricter ones, word boundaries and large counts.
func plainPattern(pattern string, stricter bool) bool {
	for i := 0; i < len(pattern); i++ {
		switch rest := pattern[i:]; {
		case strings.HasPrefix(rest, "(?") && !strings.HasPrefix(rest, "(?:"):
			return false
		case rest[0] == '\\' && len(rest) > 1:
			if c := rest[1]; c >= '1' && c <= '9' || c == 'k' || stricter && (c == 'b' || c == 'B' || c == 'p' || c == 'P') {
				return false
			}
			i++
		case rest[0] == '{' && stricter:
			end := strings.IndexByte(rest, '}')
			for _, count := range strings.Split(rest[1:max(end, 1)], ",") {
				if n, err := strconv.Atoi(count); err == nil && n > maxCount {
					return false
				}
			}
		}
	}
	return true
}

// maxCount is what a count in a pattern may be, where only small ones are taken. How small is documented nowhere.
const maxCount = 100
