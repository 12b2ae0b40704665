package foreign

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
)

// sentence is a sentence in which a validator reports that a keyword failed. The groups of its pattern are "at", the
// place; "key", a key of the object there; "v", what the keyword asks for, or the keys that it is about; "got", what
// came; and "kw", the keyword, where the sentence names it.
type sentence struct {
	keyword string
	pattern func() *regexp.Regexp
}

// keywords are those of JSON Schema that sentences name, apart from those that only apply other schemas.
var keywords = strings.Fields("type enum const format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength " +
	"minItems maxItems uniqueItems contains minContains maxContains minProperties maxProperties required dependentRequired " +
	"additionalProperties unevaluatedProperties propertyNames items additionalItems unevaluatedItems oneOf anyOf not")

// sentences are tried in the order of their table: a keyword, and a pattern for the whole sentence. The validators are ajv (versions before 8 write "should"), zod 4, pydantic 1 and 2,
// santhosh-tekuri/jsonschema, google/jsonschema-go, goa, the Python package jsonschema, and encoding/json.
var sentences = sync.OnceValue(func() []sentence { return sentencesOf(sentenceTable) })

var sentenceTable = []string{
	// ajv
	"required", `must have required property '\.?(?P<v>[^']+)'`,
	"required", `must have propert(?:y|ies) (?P<v>\S+) when property .* is present`,
	"additionalProperties", `must NOT have (?:additional|unevaluated) properties`,
	"type", `must be (?P<v>(?:(?:string|number|integer|boolean|object|array|null),?)+)`,
	"minimum", `must be >= (?P<v>\S+)`,
	"maximum", `must be <= (?P<v>\S+)`,
	"exclusiveMinimum", `must be > (?P<v>\S+)`,
	"exclusiveMaximum", `must be < (?P<v>\S+)`,
	"multipleOf", `must be multiple of (?P<v>\S+)`,
	"minLength", `must NOT (?:have fewer|be shorter) than (?P<v>\d+) (?:characters|items|properties)`,
	"maxLength", `must NOT (?:have more|be longer) than (?P<v>\d+) (?:characters|items|properties)`,
	"uniqueItems", `must NOT have duplicate items.*`,
	"contains", `must contain at least (?P<v>\d+) .*`,
	"pattern", `must match pattern "(?P<v>.*)"`,
	"format", `must match format "(?P<v>.*)"`,
	"enum", `must be equal to one of the allowed values`,
	"const", `must be equal to constant`,
	"oneOf", `must match exactly one schema in oneOf`,
	"anyOf", `must match (?:a|some) schema in anyOf`,
	"not", `must NOT be valid`,
	"enum", `(?:value of )?tag "(?P<key>[^"]+)" must be (?:string|in oneOf)`,
	// zod
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
	"minLength", `Too small: expected \w+ to have >=?(?P<v>\d+).*`,
	"maxLength", `Too big: expected \w+ to have <=?(?P<v>\d+).*`,
	"minimum", `Too small: expected \w+ to be >=(?P<v>\S+)`,
	"maximum", `Too big: expected \w+ to be <=(?P<v>\S+)`,
	"exclusiveMinimum", `Too small: expected \w+ to be >(?P<v>\S+)`,
	"exclusiveMaximum", `Too big: expected \w+ to be <(?P<v>\S+)`,
	// pydantic
	"required", `[Ff]ield required|Missing required (?:keyword only )?argument`,
	"additionalProperties", `Extra inputs are not permitted|Unexpected keyword argument|extra fields not permitted`,
	"enum", `Input should be (?P<v>(?:'[^']*'|-?\d+)(?:(?:, | or ).*)?)`,
	"enum", `(?:unexpected value|value is not a valid enumeration member); permitted: (?P<v>.*)`,
	"enum", `Input tag (?P<got>'[^']*') found using '(?P<key>[^']+)' does not match any of the expected tags: (?P<v>.*)`,
	"required", `Unable to extract tag using discriminator '(?P<v>[^']+)'`,
	"minimum", `(?:Input should be|ensure this value is) greater than or equal to (?P<v>\S+)`,
	"maximum", `(?:Input should be|ensure this value is) less than or equal to (?P<v>\S+)`,
	"exclusiveMinimum", `(?:Input should be|ensure this value is) greater than (?P<v>\S+)`,
	"exclusiveMaximum", `(?:Input should be|ensure this value is) less than (?P<v>\S+)`,
	"multipleOf", `(?:Input should be|ensure this value is) a multiple of (?P<v>\S+)`,
	"minLength", `(?:\w+ should have|ensure this value has) at least (?P<v>\d+) .*`,
	"maxLength", `(?:\w+ should have|ensure this value has) at most (?P<v>\d+) .*`,
	"pattern", `String should match pattern '(?P<v>.*)'|string does not match regex .*`,
	"type", `Input should be a valid (?P<v>integer), got a (?P<got>number) with .*`,
	"format", `(?:Input should be|value is not) a valid (?P<v>datetime|date|time|timedelta|URL|UUID|email address)\b.*`,
	"type", `(?:Input should be|value is not) (?:a valid|an?) (?P<v>string|integer|number|float|boolean|list|tuple|set|array|dictionary|dict|mapping|object)\b.*`,
	"type", `(?P<v>str) type expected`,
	"type", `value could not be parsed to an? (?P<v>\w+)`,
	"rule", `Value error, (?P<v>.*)`,
	// santhosh-tekuri/jsonschema
	"required", `missing propert(?:y|ies):? (?P<v>.+)`,
	"required", `properties (?P<v>.+) required, if .*`,
	"additionalProperties", `additional propert(?:y|ies) (?P<v>.+) not allowed`,
	"", `'(?P<kw>anyOf|oneOf|not)'.*`,
	"uniqueItems", `items at .* are equal`,
	"type", `got (?P<got>\w+), want (?P<v>.+)`,
	"enum", `value must be .+`, // the values come from the schema, where they are all said
	"pattern", `.*does not match pattern '(?:.*)'`,
	"format", `.* is not valid (?P<v>[a-z-]+)(?::.*)?`,
	"", `(?P<kw>\w+): got (?P<got>.+), want (?P<v>.+)`,
	// google/jsonschema-go
	"additionalProperties", `(?s)unexpected additional properties \[(?P<v>.*)`,
	"required", `(?s)(?:required|dependentRequired): .*?\[(?P<v>.*)`,
	"type", `(?s)type: .*has type "(?P<got>\w+)", want (?:one of )?(?P<v>.+)`,
	"", `(?s)(?P<kw>minimum|maximum|exclusiveMinimum|exclusiveMaximum): (?P<got>[^ /]*).*`,
	"", `(?s)(?P<kw>[a-zA-Z]+): .*`,
	// goa
	"required", `(?P<v>"[^"]+") is missing from (?P<at>[\w.\[\]*]+)`,
	"type", `invalid value (?P<got>.*) for "(?P<at>[^"]+)", must be an? (?P<v>\w+)`,
	"enum", `value of (?P<at>[\w.\[\]*]+) must be one of .* but got value (?P<got>.*)`,
	"format", `(?P<at>[\w.\[\]*]+) must be formatted as an? [\w-]+ but got value (?P<got>"(?:[^"\\]|\\.)*").*`,
	"pattern", `(?P<at>[\w.\[\]*]+) must match the regexp "(?P<v>.*)" but got value (?P<got>".*")`,
	"minLength", `length of (?P<at>[\w.\[\]*]+) must be greater or equal than (?P<v>\d+) but got value .* \(len=(?P<got>\d+)\)`,
	"maxLength", `length of (?P<at>[\w.\[\]*]+) must be lesser or equal than (?P<v>\d+) but got value .* \(len=(?P<got>\d+)\)`,
	"minimum", `(?P<at>[\w.\[\]*]+) must be greater or equal than (?P<v>\S+) but got value (?P<got>.*)`,
	"maximum", `(?P<at>[\w.\[\]*]+) must be lesser or equal than (?P<v>\S+) but got value (?P<got>.*)`,
	// the Python package jsonschema
	"required", `(?P<v>'[^'\n]+'|"[^"\n]+") is a required property`,
	"additionalProperties", `Additional properties are not allowed \((?P<v>.*) (?:was|were) unexpected\)`,
	// encoding/json
	"type", `json: cannot unmarshal (?P<got>\w+)(?: \S+)? into Go (?:struct field \w*\.(?P<at>[\w.\-\[\]]+)|value) of type (?P<v>\S+)`,
	"additionalProperties", `json: unknown field (?P<v>".*")`,
}

// sentencesOf makes sentences of pairs: a keyword, and a pattern for the whole sentence.
func sentencesOf(pairs []string) (list []sentence) {
	for pair := range slices.Chunk(pairs, 2) {
		pattern := pair[1]
		if rest, ok := strings.CutPrefix(pattern, "must "); ok {
			pattern = "(?:must|should) " + rest
		}
		list = append(list, sentence{pair[0], lazy.Pattern(`^(?:` + pattern + `)$`)})
	}
	return list
}

// say reads a sentence about a place. Unless placed is set, only a sentence that names its place counts.
func say(at []Step, text string, placed bool) []Fault {
	for _, s := range sentences() {
		re := s.pattern()
		m := re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		group := groups(re, m)
		keyword := s.keyword + group["kw"]
		if !slices.Contains(keywords, keyword) && keyword != "rule" {
			continue
		}
		if place := group["at"]; place != "" {
			at = dotted(place)
		} else if !placed {
			continue
		}
		if key := group["key"]; key != "" {
			at = below(at, key)
		}
		return fault(at, keyword, group["v"], group["got"])
	}
	return nil
}

// groups are the named groups of a match.
func groups(re *regexp.Regexp, match []string) map[string]string {
	named := map[string]string{}
	for i, name := range re.SubexpNames() {
		if name != "" {
			named[name] = match[i]
		}
	}
	return named
}

// fault is what a keyword, and the words beside it, say of a place. It is one fault for each key that is
// missing or unknown.
func fault(at []Step, keyword, want, got string) []Fault {
	f := Fault{Path: at, Keyword: keyword, Got: scalar(got)}
	switch keyword {
	case "required", "additionalProperties":
		keys := quoted(want)
		if len(keys) == 0 && want != "" {
			keys = []string{want}
		}
		var list []Fault
		for _, key := range keys {
			list = append(list, Fault{Path: below(at, key), Keyword: keyword})
		}
		if len(list) > 0 {
			return list
		}
		if keyword == "additionalProperties" {
			f.from = nameless
		}
	case "type":
		f.Want, f.Got = typeWords(want), nil
		if name := typeName(got); name != "" {
			f.Got = name
		} else if v := scalar(got); v != nil {
			f.Got = typeOf(v)
		}
	case "enum":
		if values := quoted(want); values != nil {
			f.Want = values
		}
	case "const":
		f.Want = scalar(want)
	case "format":
		f.Want = formatName(want)
	case "pattern", "oneOf", "anyOf", "not":
		if want != "" {
			f.Want = want
		}
	case "rule":
		f.Message = want
	default:
		f.Want = number(want)
	}
	return []Fault{f}
}

// came fills in the scalar that came, nil for none. What came of a length is a count.
func (f *Fault) came(v any) {
	switch {
	case f.Got != nil || v == nil || f.Keyword == "required" || strings.HasPrefix(f.Keyword, "min") && f.Keyword != "minimum" ||
		strings.HasPrefix(f.Keyword, "max") && f.Keyword != "maximum":
	case f.Keyword == "type":
		f.Got = typeOf(v)
	default:
		f.Got = v
	}
}
