package foreign

import (
	"path"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// readObject reads one fault, by the members that only one library gives it.
func readObject(m map[string]any) []Fault {
	_, hasPath := m["path"].([]any)
	_, hasLoc := m["loc"].([]any)
	switch {
	case textOf(m, "keyword") != "" && m["schemaPath"] != nil:
		return ajvObject(m)
	case textOf(m, "code") != "" && hasPath:
		return zodObject(m)
	case textOf(m, "type") != "" && hasLoc: // pydantic
		at, message := locSteps(m["loc"]), textOf(m, "msg")
		faults := say(at, message, true)
		if faults == nil {
			faults = fault(at, "rule", message, "")
		}
		for i := range faults {
			faults[i].from = labelled
			faults[i].came(scalarOf(m["input"]))
		}
		return faults
	case textOf(m, "keywordLocation") != "" && textOf(m, "error") != "": // santhosh-tekuri/jsonschema
		return santhosh.faults(map[string]string{
			"pointer": textOf(m, "instanceLocation"), "say": textOf(m, "error"), "kw": path.Base(textOf(m, "keywordLocation")),
		})
	}
	return nil
}

// ajvObject reads an error object of ajv, the JSON Schema validator of JavaScript:
// {"instancePath", "schemaPath", "keyword", "params", "message"}. What the keyword asks for is in the schema of the tool.
func ajvObject(m map[string]any) []Fault {
	params, _ := m["params"].(map[string]any)
	f := Fault{Path: placeOf(textOf(m, "instancePath") + textOf(m, "dataPath")), Keyword: textOf(m, "keyword")} // the latter before version 8
	if at := textOf(m, "schemaPath"); strings.Contains(at, "/anyOf/") || strings.Contains(at, "/oneOf/") {
		f.from = branch
	}
	if key, ok := firstOf(params, "missingProperty", "additionalProperty", "unevaluatedProperty", "propertyName", "tag").(string); ok {
		f.Path = below(f.Path, key)
	}
	switch f.Keyword {
	case "dependentRequired", "dependencies":
		f.Keyword = "required"
	case "discriminator":
		f.Keyword, f.Got = "enum", scalarOf(params["tagValue"])
	default:
		f.Want = firstOf(params, "type", "allowedValues", "allowedValue", "pattern", "format", "multipleOf", "limit")
	}
	if f.Keyword != "type" {
		f.came(scalarOf(m["data"]))
	}
	return []Fault{f}
}

// zodKeywords are the keywords that the codes of zod mean.
var zodKeywords = map[string]string{
	"invalid_type": "type", "unrecognized_keys": "additionalProperties", "invalid_union": "anyOf", "invalid_literal": "const",
	"invalid_enum_value": "enum", "invalid_value": "enum", "invalid_union_discriminator": "enum", "too_small": "minimum", "too_big": "maximum",
	"not_multiple_of": "multipleOf", "invalid_string": "format", "invalid_format": "format",
}

// zodObject reads an issue of zod, the validator of most MCP servers in TypeScript. Its codes are read, since its
// messages are often the program's own. Versions 3 and 4 name the same faults differently.
func zodObject(m map[string]any) []Fault {
	at, message, got := locSteps(m["path"]), textOf(m, "message"), textOf(m, "received")
	if _, last, ok := strings.Cut(message, "received "); ok && got == "" { // version 4
		got = strings.Trim(last, `"`)
	}
	format, _ := firstOf(m, "validation", "format").(string)
	keyword, want := zodKeywords[textOf(m, "code")], firstOf(m, "options", "values", "keys", "expected", "divisor", "minimum", "maximum")
	inclusive, isBound := m["inclusive"].(bool)
	switch {
	case keyword == "" || keyword == "format" && format == "":
		keyword, want = "rule", message
	case keyword == "type" && (got == "undefined" || message == "Required"):
		return fault(at, "required", "", "")
	case format == "regex":
		keyword, want = "pattern", strings.Trim(textOf(m, "pattern"), "/")
	case keyword == "format":
		want = format
	case isBound && !inclusive:
		keyword = "exclusive" + strings.ToUpper(keyword[:1]) + keyword[1:]
	case textOf(m, "discriminator") != "":
		keyword = "enum"
	}
	text, isText := want.(string)
	if want != nil && !isText || keyword == "const" {
		text = string(show.JSON(want))
	}
	if keyword != "type" {
		got = string(show.JSON(m["received"]))
	}
	return fault(at, keyword, text, got)
}
