package tooldef

import (
	"fmt"
	"slices"
	"strings"
)

// exclusiveBound converts boolean exclusive bounds of draft 4 and OpenAPI 3.0 to numbers. In a schema that
// declares draft 4 they are kept.
func (z *normaliser) exclusiveBound(n *Node, dialect, keyword, bound string) {
	flag := n.Get(keyword)
	if !flag.is(Bool) || strings.Contains(dialect, "draft-04") || strings.Contains(dialect, "draft-03") {
		return
	}
	limit := n.Get(bound)
	switch {
	case dialect != "":
		fix := "write the bound itself"
		if flag.Bool && limit.is(Number) {
			fix = fmt.Sprintf("write %q: %s instead of %q", keyword, limit.Text, bound)
		}
		z.fail(n, flag, keyword, keyword+": must be a number", fix)
	case flag.Bool && !limit.is(Number):
		z.fail(n, flag, keyword, fmt.Sprintf("%s is true, but there is no %s that it could belong to", keyword, bound), "write the bound itself")
	case flag.Bool:
		if !z.openAPI {
			z.warn(flag, keyword, fmt.Sprintf("a boolean %s is read as in draft 4: the %s %s is exclusive", keyword, bound, limit.Text), fmt.Sprintf("write %q: %s", keyword, limit.Text))
		}
		n.remove(bound)
		n.set(keyword, limit)
	default:
		if !z.openAPI {
			z.warn(flag, keyword, fmt.Sprintf("a boolean %s is read as in draft 4: false has no effect", keyword), "remove it")
		}
		n.remove(keyword)
	}
}

// tupleItems converts a list in items to prefixItems if there is no $schema: up to draft 2019-09 it means that,
// and in 2020-12 nothing else. additionalItems is converted as well.
func (z *normaliser) tupleItems(n *Node, dialect string) {
	items := n.Get("items")
	if dialect != "" || !items.is(Array) || n.Get("prefixItems") != nil {
		return
	}
	z.warn(items, "items", "a list under items is read as in draft 2019-09", `write "prefixItems"`)
	n.rename("items", "prefixItems")
	n.rename("additionalItems", "items")
}

// duplicateEnum removes duplicate values of an enum.
func (z *normaliser) duplicateEnum(n *Node) {
	enum := n.Get("enum")
	if !enum.is(Array) || len(enum.Items) < 2 {
		return
	}
	seen := make(map[string]bool, len(enum.Items))
	kept := make([]*Node, 0, len(enum.Items))
	for _, item := range enum.Items {
		value := item.CanonicalJSON()
		if seen[value] {
			z.warn(item, "enum", fmt.Sprintf("the value %s comes twice in the enum", shorten(item.JSON())), "remove one of them")
			continue
		}
		seen[value] = true
		kept = append(kept, item)
	}
	enum.Items = kept
}

// requiredFlags converts `"required": true` in a property to the object's list of required properties.
func (z *normaliser) requiredFlags(n *Node) {
	if flag := n.Get("required"); flag.is(Bool) {
		// An object removes the flags of its properties before these are visited.
		z.fail(n, flag, "required", "required has to be a list of property names, this is a boolean", "list the required properties in the object that has them")
	}
	properties := n.Get("properties")
	if !properties.is(Object) {
		return
	}
	var listed map[string]bool
	for i := range properties.Members {
		m := &properties.Members[i]
		flag := m.Value.Get("required")
		if !flag.is(Bool) {
			continue
		}
		list := n.Get("required")
		if list != nil && !list.is(Array) {
			continue
		}
		if listed == nil {
			listed = make(map[string]bool)
			for _, name := range list.items() {
				listed[name.Text] = true
			}
		}
		switch {
		case !flag.Bool && listed[m.Key]:
			z.fail(m.Value, flag, "required", fmt.Sprintf("the property %q says that it is not required, but the object's list has it", shorten(m.Key)), "remove one of the two")
		case flag.Bool && !listed[m.Key]:
			z.warn(flag, "required", fmt.Sprintf("a boolean required is read as an entry %q of the object's required list", shorten(m.Key)), "write it there")
			if list == nil {
				list = flag.list()
				list.Pointer = n.Pointer + "/required"
				n.set("required", list)
			}
			list.Items = append(list.Items, flag.text(m.Key))
			listed[m.Key] = true
		default:
			z.warn(flag, "required", "a boolean required is no keyword of JSON Schema; the object's required list says the same", "remove it")
		}
		m.Value.remove("required")
	}
}

// items returns the items of an array; none for nil.
func (n *Node) items() []*Node {
	if n == nil {
		return nil
	}
	return n.Items
}

// nullDefault removes a null default of a value that is not nullable: it means "no default".
func (z *normaliser) nullDefault(n *Node) {
	value := n.Get("default")
	if !value.is(Null) || !refusesNull(n, 0) {
		return
	}
	z.warn(value, "default", "the default is null, which this schema does not accept", "remove it")
	n.remove("default")
}

// refusesNull reports whether a schema certainly rejects null, without following references.
func refusesNull(n *Node, depth int) bool {
	const few = 4
	if n.is(Bool) {
		return !n.Bool
	}
	if !n.is(Object) || depth > few {
		return false
	}
	if flag := n.Get("nullable"); flag.is(Bool) && flag.Bool {
		return false // of a branch that is visited later
	}
	kind := n.Get("type")
	if kind.is(String) && kind.Text != "null" || kind.is(Array) && !hasText(kind, "null") {
		return true
	}
	if enum := n.Get("enum"); enum.is(Array) && !hasNull(enum) {
		return true
	}
	if value := n.Get("const"); value != nil && !value.is(Null) {
		return true
	}
	refuses := func(b *Node) bool { return refusesNull(b, depth+1) }
	if all := n.Get("allOf"); all.is(Array) && slices.ContainsFunc(all.Items, refuses) {
		return true
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if list := n.Get(key); list.is(Array) && len(list.Items) > 0 &&
			!slices.ContainsFunc(list.Items, func(b *Node) bool { return !refuses(b) }) {
			return true
		}
	}
	return false
}
