package tooldef

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// exclusiveBound converts boolean exclusive bounds of draft 4 and OpenAPI 3.0 to numbers. In a schema that
// declares draft 4 they are kept.
func (z *normaliser) exclusiveBound(n *Node, dialect, keyword, bound string) {
	flag := n.Get(keyword)
	if !flag.Is(Bool) || strings.Contains(dialect, "draft-04") || strings.Contains(dialect, "draft-03") {
		return
	}
	limit := n.Get(bound)
	switch {
	case dialect != "":
		fix := "write the bound itself"
		if flag.Bool && limit.Is(Number) {
			fix = fmt.Sprintf("write %q: %s instead of %q", keyword, limit.Text, bound)
		}
		z.fail(n, flag, keyword, keyword+": must be a number", fix)
	case flag.Bool && !limit.Is(Number):
		z.fail(n, flag, keyword, fmt.Sprintf("%s is true, but there is no %s that it could belong to", keyword, bound), "write the bound itself")
	case flag.Bool:
		if !z.openAPI {
			z.Warn(flag, keyword, fmt.Sprintf("a boolean %s is read as in draft 4: the %s %s is exclusive", keyword, bound, limit.Text),
				fmt.Sprintf("write %q: %s", keyword, limit.Text))
		}
		n.Remove(bound)
		n.Set(keyword, limit)
	default:
		if !z.openAPI {
			z.Warn(flag, keyword, fmt.Sprintf("a boolean %s is read as in draft 4: false has no effect", keyword), "remove it")
		}
		n.Remove(keyword)
	}
}

// tupleItems converts a list in items to prefixItems if there is no $schema: up to draft 2019-09 it means that,
// and in 2020-12 nothing else. additionalItems is converted as well.
func (z *normaliser) tupleItems(n *Node, dialect string) {
	items := n.Get("items")
	if dialect != "" || !items.Is(Array) || n.Get("prefixItems") != nil {
		return
	}
	z.rename(n, "items", "prefixItems")
	z.rename(n, "additionalItems", "items")
	z.Warn(items, "items", "a list under items is read as in draft 2019-09", `write "prefixItems"`)
}

// unique removes duplicate values of a list.
func (z *normaliser) unique(list *Node, keyword string) {
	if !list.Is(Array) || len(list.Items) < 2 {
		return
	}
	seen := make(map[string]bool, len(list.Items))
	list.Items = slices.DeleteFunc(list.Items, func(item *Node) bool {
		value := item.CanonicalJSON()
		twice := seen[value]
		if seen[value] = true; twice {
			z.Warn(item, keyword, fmt.Sprintf("the value %s comes twice in %s", model.Cut(item.JSON(), 40), keyword), "remove one of them")
		}
		return twice
	})
}

// requiredFlags converts `"required": true` in a property to the object's list of required properties.
func (z *normaliser) requiredFlags(n *Node) {
	if flag := n.Get("required"); flag.Is(Bool) {
		// An object removes the flags of its properties before these are visited.
		z.fail(n, flag, "required", "required has to be a list of property names, this is a boolean",
			"list the required properties in the object that has them")
	}
	properties := n.Get("properties")
	if !properties.Is(Object) {
		return
	}
	var listed map[string]bool
	for i := range properties.Members {
		m := &properties.Members[i]
		flag := m.Value.Get("required")
		if !flag.Is(Bool) {
			continue
		}
		list := n.Get("required")
		if list != nil && !list.Is(Array) {
			continue
		}
		if listed == nil {
			listed = make(map[string]bool)
			for _, name := range list.List() {
				listed[name.Text] = true
			}
		}
		switch {
		case !flag.Bool && listed[m.Key]:
			z.fail(m.Value, flag, "required", fmt.Sprintf("the property %q says that it is not required, but the object's list has it",
				model.Cut(m.Key, 40)), "remove one of the two")
		case flag.Bool && !listed[m.Key]:
			z.Warn(flag, "required", fmt.Sprintf("a boolean required is read as an entry %q of the object's required list",
				model.Cut(m.Key, 40)), "write it there")
			if list == nil {
				list = flag.list()
				list.Pointer = n.Pointer + "/required"
				n.Set("required", list)
			}
			list.Items = append(list.Items, flag.text(m.Key))
			listed[m.Key] = true
		default:
			z.Warn(flag, "required", "a boolean required is not a keyword of JSON Schema; the object's required list says the same", "remove it")
		}
		m.Value.Remove("required")
	}
}

// nullDefault removes a null default of a value that is not nullable: it means "no default".
func (z *normaliser) nullDefault(n *Node) {
	value := n.Get("default")
	if !value.Is(Null) || !implies(n, refusesNull) {
		return
	}
	z.Warn(value, "default", "the default is null, which this schema does not accept", "remove it")
	n.Remove("default")
}

// refusesNull reports whether the keywords of a schema itself reject null.
func refusesNull(n *Node) (yes, known bool) {
	if flag := n.Get("nullable"); flag.Is(Bool) && flag.Bool {
		return false, true // of a branch that is visited later
	}
	kind, enum, value := n.Get("type"), n.Get("enum"), n.Get("const")
	yes = n.Is(Bool) && !n.Bool ||
		kind.Is(String) && kind.Text != "null" || kind.Is(Array) && !hasText(kind, "null") ||
		enum.Is(Array) && !hasNull(enum) || value != nil && !value.Is(Null)
	return yes, yes
}

// implies reports whether a schema certainly limits its values in some way: by its own keywords, by a part of allOf,
// or by each of its alternatives. own returns the answer of its own keywords, if they give one.
func implies(n *Node, own func(*Node) (yes, known bool)) bool {
	if yes, known := own(n); known {
		return yes
	}
	part := func(b *Node) bool { return implies(b, own) }
	if slices.ContainsFunc(n.Get("allOf").List(), part) {
		return true
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		list := n.Get(key).List()
		if len(list) > 0 && !slices.ContainsFunc(list, func(b *Node) bool { return !part(b) }) {
			return true
		}
	}
	return false
}
