package docs

import (
	"cmp"
	"slices"
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
func Advertised(n *tooldef.Node) string { return ordered(n, isSchema).JSON() }

// role is what a value in a schema is, which decides the order of its members.
type role uint8

const (
	isSchema     role = iota // a schema, or a list of schemas: members in keywordOrder, others by name
	isProperties             // schemas by name, in source order
	isNamed                  // schemas by name, sorted
	isData                   // any value, sorted
)

// ordered returns a copy of a value with its members in order, without x-go-name and the like in schemas.
func ordered(n *tooldef.Node, is role) *tooldef.Node {
	if n == nil {
		return nil
	}
	out := *n
	out.Members, out.Items = nil, nil
	for _, m := range n.Members {
		if is != isSchema || !strings.HasPrefix(m.Key, "x-go-") {
			out.Members = append(out.Members, tooldef.Member{Key: m.Key, KeyPos: m.KeyPos, Value: ordered(m.Value, is.of(m.Key))})
		}
	}
	for _, item := range n.Items {
		out.Items = append(out.Items, ordered(item, is))
	}
	rank := func(m tooldef.Member) int {
		if i := slices.Index(keywordOrder, m.Key); i >= 0 && is == isSchema {
			return i
		}
		return len(keywordOrder)
	}
	if is != isProperties {
		slices.SortStableFunc(out.Members, func(a, b tooldef.Member) int {
			return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Key, b.Key))
		})
	}
	return &out
}

// of returns the role of a member.
func (is role) of(key string) role {
	keyword := tooldef.Keywords[key]
	switch {
	case is == isData, is == isSchema && !keyword.HoldsSchemas():
		return isData
	case is == isSchema && key == "properties":
		return isProperties
	case is == isSchema && keyword.ByName():
		return isNamed
	}
	return isSchema
}
