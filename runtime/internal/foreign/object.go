package foreign

import (
	"path"
	"strings"
)

// readObject reads one fault, by the members that only one library gives it.
func readObject(m map[string]any) []Fault {
	_, hasPath := m["path"].([]any)
	_, hasLoc := m["loc"].([]any)
	switch {
	case textOf(m, "keyword") != "" && m["schemaPath"] != nil:
		return []Fault{ajvObject(m)}
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

// ajvKeys are the members of "params" that name the key which a fault is about.
var ajvKeys = map[string]string{
	"required": "missingProperty", "dependentRequired": "missingProperty", "dependencies": "missingProperty", "discriminator": "tag",
	"additionalProperties": "additionalProperty", "unevaluatedProperties": "unevaluatedProperty", "propertyNames": "propertyName",
}

// ajvObject reads an error object of ajv, the JSON Schema validator of JavaScript:
// {"instancePath", "schemaPath", "keyword", "params", "message"}.
func ajvObject(m map[string]any) Fault {
	params, _ := m["params"].(map[string]any)
	f := Fault{Path: placeOf(textOf(m, "instancePath") + textOf(m, "dataPath")), Keyword: textOf(m, "keyword")} // the latter before version 8
	if at := textOf(m, "schemaPath"); strings.Contains(at, "/anyOf/") || strings.Contains(at, "/oneOf/") {
		f.from = branch
	}
	if key, ok := ajvKeys[f.Keyword]; ok {
		f.Path = below(f.Path, textOf(params, key))
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
	return f
}

// zodKeywords are the codes of zod that mean a keyword, and the member that has what it asks for.
var zodKeywords = map[string]struct{ keyword, want string }{
	"invalid_enum_value": {"enum", "options"}, "invalid_value": {"enum", "values"}, "invalid_literal": {"const", "expected"},
	"invalid_union_discriminator": {"enum", "options"}, "not_multiple_of": {"multipleOf", "divisor"}, "invalid_union": {"anyOf", ""},
}

// zodObject reads an issue of zod, the validator of most MCP servers in TypeScript. Its codes are read, since its
// messages are often the program's own. Versions 3 and 4 name the same faults differently.
func zodObject(m map[string]any) []Fault {
	at, message := locSteps(m["path"]), textOf(m, "message")
	f := Fault{Path: at}
	switch code := textOf(m, "code"); code {
	case "invalid_type":
		got := textOf(m, "received")
		if _, last, ok := strings.Cut(message, "received "); ok && got == "" { // version 4
			got = strings.Trim(last, `"`)
		}
		if got == "undefined" || message == "Required" {
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
		f.Keyword, f.Want = zodBound(m), firstOf(m, "minimum", "maximum")
	case "invalid_date":
		return fault(at, "format", "datetime", "")
	case "invalid_string", "invalid_format":
		switch name, _ := firstOf(m, "validation", "format").(string); name {
		case "regex":
			return fault(at, "pattern", strings.Trim(textOf(m, "pattern"), "/"), "")
		case "":
			return fault(at, "rule", message, "")
		default:
			return fault(at, "format", name, "")
		}
	default:
		known, ok := zodKeywords[code]
		if !ok {
			return fault(at, "rule", message, "")
		}
		if f.Keyword, f.Want, f.Got = known.keyword, m[known.want], scalarOf(m["received"]); textOf(m, "discriminator") != "" {
			f.Keyword = "enum"
		}
	}
	return []Fault{f}
}

// zodBound is the keyword of a bound. Which of the lengths it is follows from the schema.
func zodBound(m map[string]any) string {
	word := map[string]string{"too_small": "min", "too_big": "max"}[textOf(m, "code")]
	switch textOf(m, "type") + textOf(m, "origin") {
	case "string", "array", "set", "object", "map", "record", "file":
		return word + "Length"
	}
	if inclusive, said := m["inclusive"].(bool); said && !inclusive {
		return "exclusive" + strings.ToUpper(word[:1]) + word[1:] + "imum"
	}
	return word + "imum"
}
