package tooldef

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// lists are keywords with a list value for which the empty list has no effect. (An empty anyOf or enum
// allows nothing.)
var lists = []string{"required", "allOf", "prefixItems", "examples"}

// emptyKeywords removes or corrects null and wrongly typed empty keywords: PHP writes [] for an empty object,
// Lua {} for an empty list, and serializers null for absent values.
func (z *normaliser) emptyKeywords(n *Node, dialect string) {
	for _, m := range slices.Clone(n.Members) {
		value, keyword := m.Value, Keywords[m.Key]
		isMap, isSchema := keyword.ByName() || m.Key == "dependentRequired", keyword.holds&one != 0
		switch {
		case value.Is(Null) && absentIfNull(m.Key):
			z.drop(n, m.Key, "null")
		case m.Key == "$schema" && value.Is(String) && strings.TrimSpace(value.Text) == "":
			z.drop(n, m.Key, "empty")
		case m.Key == "items" && value.isEmpty(Array) && n.Get("additionalItems") != nil && n.Get("prefixItems") == nil:
			value.Pointer = n.Pointer // the name of the keyword goes to additionalItems, which then applies to all items
			z.drop(n, m.Key, "an empty list")
			z.rename(n, "additionalItems", "items")
		case value.isEmpty(Array) && (isMap || isSchema && m.Key != "not"):
			z.emptyObject(value, m.Key, m.Key)
		case value.isEmpty(Object) && slices.Contains(lists, m.Key):
			z.drop(n, m.Key, "an empty object")
		case value.isEmpty(Array) && (m.Key == "allOf" || m.Key == "prefixItems" || m.Key == "required" && strings.Contains(dialect, "draft-04")):
			z.drop(n, m.Key, "an empty list")
		}
	}
	for _, keyword := range n.Members {
		if !Keywords[keyword.Key].ByName() || !keyword.Value.Is(Object) || keyword.Key == "dependencies" { // whose members may be lists
			continue
		}
		for _, m := range keyword.Value.Members {
			if m.Value.isEmpty(Array) {
				z.emptyObject(m.Value, keyword.Key, fmt.Sprintf("the schema of %q", model.Cut(m.Key, 40)))
			}
		}
	}
}

// absentIfNull reports whether null as the value of a keyword can only mean that it is absent. For others, null may be data,
// or the name of a type.
func absentIfNull(keyword string) bool {
	_, known := Keywords[keyword]
	return (known || keyword == "nullable") && !slices.Contains([]string{"type", "const", "default", "example"}, keyword)
}

// isEmpty reports whether the node is an empty object or array.
func (n *Node) isEmpty(kind Kind) bool { return n.Is(kind) && len(n.Members)+len(n.Items) == 0 }

// drop removes a keyword without effect.
func (z *normaliser) drop(n *Node, keyword, what string) {
	z.Warn(n.Get(keyword), keyword, fmt.Sprintf("%s is %s, and is read as if it were not there", keyword, what), "remove it")
	n.Remove(keyword)
}

// emptyObject replaces an empty list by an empty object.
func (z *normaliser) emptyObject(list *Node, keyword, what string) {
	z.Warn(list, keyword, what+" is an empty list, and is read as an empty object", "write {}")
	list.Kind = Object
}
