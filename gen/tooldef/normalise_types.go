package tooldef

import (
	"fmt"
	"slices"
	"strings"

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

// loss is a constraint of a foreign type that the JSON Schema type does not express.
type loss struct {
	problem, fix string
	said         []string // keywords, one of which expresses it
}

// losses are the losses of foreign types.
var losses = map[string]loss{
	"set": anItemTwice, "Set": anItemTwice, "frozenset": anItemTwice,
	"char": anyLength, "Char": anyLength,
	"byte": anySize, "short": anySize,
	"decimal": rounded, "Decimal": rounded,
	"Bigint": wrongSize, "BigInt": wrongSize, "bigint": wrongSize,
}

var (
	anItemTwice = loss{"an item may come twice", `add "uniqueItems": true`, []string{"uniqueItems"}}
	anyLength   = loss{"it may have any length", `add "maxLength": 1`, []string{"maxLength", "pattern", "enum", "const"}}
	anySize     = loss{"it may have any size", `add "minimum" and "maximum"`, []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "enum", "const"}}
	rounded     = loss{"Go rounds it to a float64", `add "x-go-type": "json.Number" for its digits to be kept`, []string{"x-go-type"}}
	wrongSize   = loss{"Go holds 64 bits of it", `add "x-go-type": "json.Number" for all of its digits to be kept`, []string{"x-go-type"}}
)

// readAs warns that a foreign type name is read as a JSON Schema type, and about lost constraints that the
// schema does not express otherwise. The option suppresses the former, not the latter.
func (z *normaliser) readAs(schema, n *Node, name, meant string) {
	problem, fix := fmt.Sprintf("the type %q is read as the type %q", name, meant), fmt.Sprintf("write %q", meant)
	if meant == anyType {
		problem, fix = fmt.Sprintf("the type %q is read as any value", name), `leave "type" out`
	}
	l, loses := losses[name]
	if loses = loses && !slices.ContainsFunc(l.said, func(word string) bool { return schema.Get(word) != nil }); loses {
		problem, fix = problem+", and "+l.problem, l.fix
	}
	if z.once(problem) {
		z.warn(n, "type", problem, fix)
		z.diags[len(z.diags)-1].Asked = !loses
	}
}

// typesKeyword reads the misspelling "types" as "type".
func (z *normaliser) typesKeyword(n *Node) {
	kinds := n.Get("types")
	if kinds == nil || n.Get("type") != nil || !kinds.is(String) && !kinds.is(Array) {
		return
	}
	z.warn(kinds, "types", `"types" is no keyword and is read as "type"`, `write "type"`)
	n.rename("types", "type")
}

// typeNames reduces the type keyword to distinct JSON Schema types.
func (z *normaliser) typeNames(n *Node) {
	kind := n.Get("type")
	switch {
	case kind.is(String):
		switch name := z.typeName(n, kind); name {
		case anyType:
			n.remove("type")
		default:
			kind.Text = name
		}
	case kind.is(Array):
		items := make([]*Node, 0, len(kind.Items))
		had := make(map[string]string, len(kind.Items)) // spelling by type
		for _, item := range kind.Items {
			if !item.is(String) {
				return // the meta-schema has a better message
			}
			name := z.typeName(n, item)
			if name == anyType {
				n.remove("type")
				return
			}
			if text, twice := had[name]; twice {
				if text == item.Text {
					z.warn(item, "type", fmt.Sprintf("the type %q comes twice in this list", name), "it is read once")
				}
				continue
			}
			had[name] = item.Text
			item.Text = name
			items = append(items, item)
		}
		kind.Items = items
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
			z.fail(schema, n, "type", fmt.Sprintf("%q is no type of JSON Schema", name), write+", or pass --python-types to have such names read")
		}
	default:
		fix := "the types are " + strings.Join(typeNames, ", ")
		if near := near.Name(shorten(name), typeNames); near != "" {
			fix = fmt.Sprintf("write %q", near)
			if isUpperType(n) {
				fix += ", or pass --envelope gemini where these are Gemini's types"
			}
		}
		z.fail(schema, n, "type", fmt.Sprintf("%q is no type of JSON Schema", shorten(name)), fix)
	}
	return name
}

// once reports whether a foreign type name occurs for the first time in this tool.
func (z *normaliser) once(what string) bool {
	first := !z.said[what]
	z.said[what] = true
	return first
}
