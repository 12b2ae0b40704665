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

// anyType is what a foreign type name stands for that allows every value.
const anyType = "any"

// foreignTypes are the type names of Python and other languages that function descriptions are
// written with, and the JSON Schema type that holds such a value.
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

// typesKeyword reads the misspelling "types" as "type".
func (z *normaliser) typesKeyword(n *Node) {
	kinds := n.Get("types")
	if kinds == nil || n.Get("type") != nil || !kinds.is(String) && !kinds.is(Array) {
		return
	}
	z.warn(kinds, "types", `"types" is no keyword and is read as "type"`, `write "type"`)
	n.rename("types", "type")
}

// typeNames makes the type keyword hold names of JSON Schema, each once.
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
		had := make(map[string]bool, len(kind.Items))
		for _, item := range kind.Items {
			if !item.is(String) {
				return // the meta-schema has the better words for it
			}
			name := z.typeName(n, item)
			if name == anyType {
				n.remove("type")
				return
			}
			if had[name] {
				if name == item.Text {
					z.warn(item, "type", fmt.Sprintf("the type %q comes twice in this list", name), "it is read once")
				}
				continue
			}
			had[name] = true
			item.Text = name
			items = append(items, item)
		}
		kind.Items = items
	}
}

// typeName returns the JSON Schema type that a name in the type keyword of a schema stands for, the
// name itself where that is an error, and anyType where the keyword has nothing to say.
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
	write := fmt.Sprintf("write %q", meant)
	if meant == anyType {
		write = `leave "type" out`
	}
	switch {
	case foreign && z.opts.PythonTypes:
		if z.once(name) {
			as := "the type " + fmt.Sprintf("%q", meant)
			if meant == anyType {
				as = "any value"
			}
			z.warn(n, "type", fmt.Sprintf("the type %q is read as %s", name, as), write)
		}
		return meant
	case foreign:
		if !z.once(name) { // one flag mends them all
			z.faulty = append(z.faulty, keywordOf{schema, "type"})
		} else {
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

// once reports whether a foreign type name is met for the first time in this tool.
func (z *normaliser) once(name string) bool {
	first := !z.said[name]
	z.said[name] = true
	return first
}
