package docs

import (
	"sort"
	"strings"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// keywordOrder is the order of keywords in an advertised schema, so that it does not depend on the source.
// Properties keep their order, which is meaningful.
var keywordOrder = []string{
	"$schema", "$id", "$anchor", "$ref", "type", "title", "description", "enum", "const", "default",
	"properties", "required",
}

// Advertised renders a schema for models: compact, canonical, and without Go names.
func Advertised(n *tooldef.Node) string {
	return orderedSchema(n).JSON()
}

// orderedSchema sorts the members of schema objects and removes x-go-name and the like.
func orderedSchema(n *tooldef.Node) *tooldef.Node {
	if n == nil || n.Kind != tooldef.Object {
		return n
	}
	out := *n
	out.Members = make([]tooldef.Member, 0, len(n.Members))
	for _, m := range n.Members {
		if !strings.HasPrefix(m.Key, "x-go-") {
			out.Members = append(out.Members, tooldef.Member{Key: m.Key, KeyPos: m.KeyPos, Value: orderedKeyword(m.Key, m.Value)})
		}
	}
	rank := func(key string) int {
		for i, k := range keywordOrder {
			if k == key {
				return i
			}
		}
		return len(keywordOrder)
	}
	sort.SliceStable(out.Members, func(i, j int) bool {
		a, b := out.Members[i].Key, out.Members[j].Key
		if ra, rb := rank(a), rank(b); ra != rb {
			return ra < rb
		}
		return a < b
	})
	return &out
}

// orderedKeyword sorts the value of a keyword: subschemas by keyword, values by key.
func orderedKeyword(key string, n *tooldef.Node) *tooldef.Node {
	switch key {
	case "properties":
		return eachMember(n, false)
	case "$defs", "definitions", "patternProperties", "dependentSchemas", "dependencies":
		return eachMember(n, true)
	case "enum", "const", "default", "examples", "example":
		return sortedValue(n)
	}
	switch n.Kind {
	case tooldef.Object:
		if _, known := Keywords[key]; known && !strings.HasPrefix(key, "x-") {
			return orderedSchema(n)
		}
		return sortedValue(n)
	case tooldef.Array:
		out := *n
		out.Items = make([]*tooldef.Node, len(n.Items))
		for i, item := range n.Items {
			out.Items[i] = orderedSchema(item)
		}
		return &out
	default:
		return n
	}
}

// eachMember sorts the schemas in an object of schemas.
func eachMember(n *tooldef.Node, sorted bool) *tooldef.Node {
	if n.Kind != tooldef.Object {
		return n
	}
	out := *n
	out.Members = make([]tooldef.Member, len(n.Members))
	for i, m := range n.Members {
		out.Members[i] = tooldef.Member{Key: m.Key, KeyPos: m.KeyPos, Value: orderedSchema(m.Value)}
	}
	if sorted {
		sort.SliceStable(out.Members, func(i, j int) bool { return out.Members[i].Key < out.Members[j].Key })
	}
	return &out
}

// sortedValue sorts the keys of a JSON value.
func sortedValue(n *tooldef.Node) *tooldef.Node {
	if n == nil {
		return nil
	}
	out := *n
	out.Members = make([]tooldef.Member, len(n.Members))
	for i, m := range n.Members {
		out.Members[i] = tooldef.Member{Key: m.Key, KeyPos: m.KeyPos, Value: sortedValue(m.Value)}
	}
	sort.SliceStable(out.Members, func(i, j int) bool { return out.Members[i].Key < out.Members[j].Key })
	out.Items = make([]*tooldef.Node, len(n.Items))
	for i, item := range n.Items {
		out.Items[i] = sortedValue(item)
	}
	return &out
}
