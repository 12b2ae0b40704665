package projection

import (
	"strconv"
	"strings"
)

// Target is a provider's form of tool schemas.
type Target uint8

// Targets. In the strict ones the provider constrains the output of the model to the schema.
const (
	MCP              Target = iota // tools/list
	OpenAI                         // functions of Chat Completions and Responses; also Mistral, Cohere and Ollama
	OpenAIStrict                   // same, with strict: true
	Anthropic                      // input_schema of the Messages API
	AnthropicStrict                // same, with strict: true
	Gemini                         // parametersJsonSchema
	GeminiParameters               // parameters, with OpenAPI types
	Bedrock                        // inputSchema of Converse
	BedrockStrict                  // same, with strict: true
)

// String returns the provider and the mode.
func (t Target) String() string { return limits[t].name }

// Strict reports whether the provider constrains the output of the model to the schema.
func (t Target) Strict() bool { return limits[t].form == closed }

// form is how far a schema must be changed.
type form uint8

const (
	verbatim form = iota // only the root type is added
	open                 // all keywords are accepted; rejected constructs are rewritten
	listed               // only listed keywords are accepted
	typed                // in addition, each value needs a type
	closed               // in addition, each object must list its keys
)

// limit is what a target accepts according to the provider's documentation or to rejected requests. Where
// sources disagree, a keyword counts as rejected if the description can express it instead.
type limit struct {
	name     string
	form     form
	tool     nameRule
	property nameRule // zero: any key
	root     string   // keywords rejected at the root
	keywords string   // accepted keywords, if not all are
	formats  string   // accepted formats, if not all are
	// refs is the support for references.
	refs refs
	// required: every property must be required, so null represents an omitted one.
	required bool
}

// refs is a target's support for references.
type refs uint8

const (
	inline    refs = iota // none
	acyclic               // non-recursive references
	recursive             // any reference within the document
)

const (
	all = basic + numbers + "const prefixItems minItems maxItems uniqueItems additionalProperties minLength maxLength " +
		"minProperties maxProperties dependentRequired contentEncoding contentMediaType examples example"
	basic      = "type title description enum default properties required items anyOf pattern format "
	formats    = "date-time time date duration email hostname ipv4 ipv6 uuid"
	numbers    = "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf "
	claudeWord = basic + "const minItems"
)

var (
	openAINames  = nameRule{more: "-", max: 64} // also Bedrock and Mistral
	keysOfClaude = nameRule{more: ".-", max: 64}
)

// limits of each target. Sources: OpenAI's guide to structured outputs and function reference (2026-10),
// Anthropic's "JSON Schema limitations" and "Schema complexity limits" (mid-2026), the types of Gemini's Go
// client (2026-08), Bedrock's ToolSpecification and structured output pages (2026), and error messages of
// rejected requests without strict.
var limits = [...]limit{
	MCP:     {name: "MCP", tool: nameRule{more: ".-", max: 128}},
	Bedrock: {name: "Bedrock", tool: openAINames},
	OpenAI:  {name: "OpenAI", form: open, tool: openAINames, root: "oneOf anyOf allOf enum not", refs: recursive, keywords: all},
	Anthropic: {
		name: "Anthropic", form: open, tool: nameRule{more: "-", max: 128}, property: keysOfClaude,
		root: "oneOf anyOf allOf", refs: recursive, keywords: all,
	},
	OpenAIStrict: {
		name: "OpenAI with strict", form: closed, tool: openAINames, refs: recursive, required: true,
		keywords: basic + numbers + "const minItems maxItems", formats: formats,
	},
	AnthropicStrict: {
		name: "Anthropic with strict", form: closed, tool: nameRule{more: "-", max: 128}, property: keysOfClaude, refs: acyclic,
		keywords: claudeWord, formats: formats + " uri",
	},
	BedrockStrict: {
		name: "Bedrock with strict", form: closed, tool: openAINames, property: keysOfClaude, refs: acyclic,
		keywords: claudeWord, formats: formats + " uri",
	},
	Gemini: {
		name: "Gemini", form: listed, tool: nameRule{more: ".:-", max: 64, letter: true}, refs: recursive,
		keywords: basic + "prefixItems minItems maxItems minimum maximum additionalProperties minLength maxLength uniqueItems",
		formats:  "date-time date time int32 int64 float double",
	},
	GeminiParameters: {
		name: "Gemini with parameters", form: typed,
		tool: nameRule{more: ".:-", max: 64, letter: true}, property: nameRule{max: 64, letter: true},
		keywords: basic + "minItems maxItems minimum maximum minLength maxLength minProperties maxProperties",
		formats:  "date-time int32 int64 float double",
	},
}

// takes reports whether a target accepts a keyword with this value. Keywords with subschemas are handled
// elsewhere.
func (t Target) takes(keyword string, v *node) bool {
	l := limits[t]
	if !hasWord(l.keywords, keyword) {
		return false
	}
	switch keyword {
	case "format":
		return v.Kind == '"' && (l.formats == "" || hasWord(l.formats, v.Text()))
	case "pattern":
		return v.Kind == '"' && (l.form <= listed || plainPattern(v.Text(), l.refs == acyclic))
	case "minItems":
		return isCount(v) && (l.refs != acyclic || v.Text() == "0" || v.Text() == "1")
	case "maxItems", "minLength", "maxLength", "minProperties", "maxProperties":
		return isCount(v)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return v.Kind == '0'
	}
	return true
}

// hasWord reports whether a space-separated list contains word.
func hasWord(words, word string) bool {
	return word != "" && strings.Contains(" "+words+" ", " "+word+" ")
}

// isCount reports whether a value is a small whole number.
func isCount(v *node) bool {
	_, err := strconv.ParseUint(v.Text(), 10, 31)
	return v.Kind == '0' && err == nil
}

// plainPattern reports whether a pattern avoids constructs that grammars cannot express: look-around,
// back-references and, if stricter, word boundaries and large counts.
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

// maxCount is the largest repetition count for targets that accept only small ones. None of them documents the
// limit.
const maxCount = 100
