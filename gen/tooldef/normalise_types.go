package tooldef

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
)

// typeNames are the types of JSON Schema.
var typeNames = []string{"string", "integer", "number", "boolean", "object", "array", "null"}

func isTypeName(name string) bool { return slices.Contains(typeNames, name) }

// anyType marks foreign type names that allow every value.
const anyType = "any"

// foreignTypes maps type names of Python and other languages to JSON Schema types.
var foreignTypes = map[string]string{
	"dict": "object", "Dict": "object", "HashMap": "object", "Hashtable": "object", "Map": "object", "map": "object", "Object": "object",
	"float": "number", "Float": "number", "double": "number", "Double": "number", "decimal": "number", "Decimal": "number", "Number": "number",
	"int": "integer", "Integer": "integer", "long": "integer", "Long": "integer", "short": "integer", "byte": "integer", "Bigint": "integer", "BigInt": "integer", "bigint": "integer",
	"str": "string", "String": "string", "char": "string", "Char": "string",
	"list": "array", "List": "array", "tuple": "array", "Tuple": "array", "set": "array", "Set": "array", "frozenset": "array", "Array": "array", "ArrayList": "array", "Queue": "array", "Stack": "array",
	"bool": "boolean", "Bool": "boolean", "Boolean": "boolean",
	"None": "null", "NoneType": "null",
	"any": anyType, "Any": anyType,
}

// limits are the keywords for the limits of foreign types, which the JSON Schema types do not have. One of them is
// enough.
var limits = map[string][]string{
	"set": itemLimits, "Set": itemLimits, "frozenset": itemLimits, "char": textLimits, "Char": textLimits,
	"byte": sizeLimits, "short": sizeLimits,
	"decimal": digitLimits, "Decimal": digitLimits, "Bigint": digitLimits, "BigInt": digitLimits, "bigint": digitLimits,
}

var (
	itemLimits  = []string{"uniqueItems"}
	textLimits  = []string{"maxLength", "pattern", "enum", "const"}
	sizeLimits  = []string{"maximum", "minimum", "exclusiveMinimum", "exclusiveMaximum", "enum", "const"}
	digitLimits = []string{"x-go-type"} // json.Number keeps all digits
)

// readAs warns that a foreign type name is read as a JSON Schema type. The option asked for that, but not for the
// loss of limits that the schema does not state.
func (z *normaliser) readAs(schema, n *Node, name, meant string) {
	problem, fix := fmt.Sprintf("the type %q is read as the type %q", name, meant), fmt.Sprintf("write %q", meant)
	if meant == anyType {
		problem, fix = fmt.Sprintf("the type %q is read as any value", name), `leave "type" out`
	}
	words := limits[name]
	lost := len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return schema.Get(word) != nil })
	if lost {
		problem, fix = problem+", without its limits", fmt.Sprintf("add %q", words[0])
	}
	if z.once(problem) {
		z.Warn(n, "type", problem, fix)
		z.Diags[len(z.Diags)-1].Asked = !lost
	}
}

// typesKeyword reads the misspelling "types" as "type".
func (z *normaliser) typesKeyword(n *Node) {
	kinds := n.Get("types")
	if kinds == nil || n.Get("type") != nil || !kinds.Is(String) && !kinds.Is(Array) {
		return
	}
	z.rename(n, "types", "type")
	z.Warn(kinds, "types", `"types" is not a keyword and is read as "type"`, `write "type"`)
}

// typeNames reduces the type keyword to distinct JSON Schema types.
func (z *normaliser) typeNames(n *Node) {
	kind := n.Get("type")
	switch {
	case kind.Is(String):
		if kind.Text = z.typeName(n, kind); kind.Text == anyType {
			n.Remove("type")
		}
	case kind.Is(Array):
		for _, item := range kind.Items {
			if !item.Is(String) {
				return // the meta-schema has a better message
			}
			if item.Text = z.typeName(n, item); item.Text == anyType {
				n.Remove("type")
				return
			}
		}
		z.unique(kind, "type")
	}
}

// typeName returns the JSON Schema type for a name, the name itself on error, or anyType if the keyword has no
// effect.
func (z *normaliser) typeName(schema, n *Node) string {
	name := n.Text
	if isTypeName(name) {
		return name
	}
	if z.tool.Envelope == Gemini {
		if lower := strings.ToLower(name); name == strings.ToUpper(name) && isTypeName(lower) {
			return lower
		}
		if name == "TYPE_UNSPECIFIED" {
			return anyType
		}
	}
	meant, foreign := foreignTypes[name]
	switch {
	case foreign && z.opts.PythonTypes:
		z.readAs(schema, n, name, meant)
		return meant
	case foreign:
		if !z.once(name) { // one flag fixes all
			z.faulty = append(z.faulty, keywordOf{schema, "type"})
		} else {
			write := fmt.Sprintf("write %q", meant)
			if meant == anyType {
				write = `leave "type" out`
			}
			z.fail(schema, n, "type", fmt.Sprintf("%q is not a type of JSON Schema", name), write+", or pass --python-types to have such names read")
		}
	default:
		fix := "the types are " + strings.Join(typeNames, ", ")
		if near := near.Name(name, typeNames); near != "" {
			fix = fmt.Sprintf("write %q", near)
			if isUpperType(n) {
				fix += ", or pass --envelope gemini where these are Gemini's types"
			}
		}
		z.fail(schema, n, "type", fmt.Sprintf("%q is not a type of JSON Schema", model.Cut(name, 40)), fix)
	}
	return name
}

// once reports whether a foreign type name occurs for the first time in this tool.
func (z *normaliser) once(what string) bool {
	first := !z.said[what]
	z.said[what] = true
	return first
}
