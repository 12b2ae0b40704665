package fields

import (
	"slices"
	"strconv"
	"strings"
)

// described is what describes a place, for one variant of a union: schemas that hold all together.
type described struct {
	nodes    []*node
	variant  string
	required bool
}

// all lists the schemas that hold wherever some hold: those, what they refer to, and what they join.
func (d *document) all(nodes []*node) (all []*node) {
	seen := map[*node]bool{}
	var add func(n *node)
	add = func(n *node) {
		if n == nil || seen[n] || n.obj == nil || d.spent() {
			return
		}
		seen[n] = true
		all = append(all, n)
		if to, there := n.string("$ref"); there {
			add(d.find(n, to))
		} else if list, _ := d.targets(n); len(list) > 0 {
			add(list[0])
		}
		for _, part := range n.children("allOf") {
			add(part)
		}
		for _, word := range []string{"anyOf", "oneOf"} {
			if only := branches(n, word); len(only) == 1 {
				add(only[0])
			}
		}
	}
	for _, n := range nodes {
		add(n)
	}
	return all
}

// branches are the alternatives of a choice but for null and never.
func branches(n *node, word string) []*node {
	return slices.DeleteFunc(n.children(word), func(b *node) bool {
		return b.isFalse() || b.text("type") == "null" || b.get("const") != nil && b.get("const").json() == "null"
	})
}

// variants puts the variants of unions in their place.
func (d *document) variants(types []described) (list []described) {
	open := map[*node]bool{}
	var add func(t described)
	add = func(t described) {
		found := false
		for _, n := range t.nodes {
			for _, word := range []string{"oneOf", "anyOf"} {
				choice := branches(n, word)
				if len(choice) < 2 || len(list) > maxVariants || d.spent() || open[n] || !slices.ContainsFunc(choice, func(b *node) bool { return d.shapes(b, 0) }) {
					continue
				}
				open[n], found = true, true
				for i, b := range choice {
					all := d.all([]*node{b})
					add(described{nodes: append(all, t.nodes...), variant: d.label(all, i)})
				}
				delete(open, n)
			}
		}
		if !found {
			t.nodes = unique(t.nodes)
			list = append(list, t)
		}
	}
	for _, t := range types {
		add(t)
	}
	if len(list) > maxVariants {
		list = list[:maxVariants]
	}
	return list
}

const maxVariants = 200

func unique(nodes []*node) (list []*node) {
	for _, n := range nodes {
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// shapes reports whether a branch says something of members or items.
func (d *document) shapes(n *node, depth int) bool {
	if depth > maxTypeDepth || d.spent() {
		return false
	}
	return slices.ContainsFunc(d.all([]*node{n}), func(n *node) bool {
		for _, word := range []string{"properties", "items", "prefixItems", "additionalProperties", "patternProperties", "required"} {
			if n.get(word) != nil {
				return true
			}
		}
		return slices.ContainsFunc(append(n.children("oneOf"), n.children("anyOf")...), func(b *node) bool { return d.shapes(b, depth+1) })
	})
}

// label is what a variant is called: its title, the constant that tells it from others, else its number.
func (d *document) label(all []*node, i int) string {
	label := "variant " + strconv.Itoa(i+1)
	for _, n := range all {
		if title := n.text("title"); title != "" {
			label = title
			break
		}
	}
	if strings.HasPrefix(label, "variant ") {
		for _, n := range all {
			props := n.get("properties")
			if props == nil {
				continue
			}
			if at := slices.IndexFunc(props.keys, func(key string) bool { return len(d.constants(d.all([]*node{props.obj[key]}))) == 1 }); at >= 0 {
				label = strings.Trim(d.constants(d.all([]*node{props.obj[props.keys[at]]}))[0], `"`)
				break
			}
		}
	}
	return label
}

// mostTold is how many branches may tell of one field.
const mostTold = 8

// declared lists the keys that need rows: those that some schema declares or requires, those of conditions
// last. For these, branches has what the conditions say of the value.
func (d *document) declared(types []described, at *place) (keys []string, branches map[string][]described) {
	add := func(nodes []*node, word string) {
		for _, n := range nodes {
			v := n.get(word)
			if v == nil {
				continue
			}
			for _, key := range v.keys {
				if !slices.Contains(keys, key) {
					keys = append(keys, key)
				}
			}
			for _, item := range v.list {
				if name, ok := item.value.(string); ok && !slices.Contains(keys, name) {
					keys = append(keys, name)
				}
			}
		}
	}
	var own []*node
	for _, t := range types {
		own = append(own, t.nodes...)
	}
	all := d.closure(own)
	add(own, "properties")
	add(own, "required")
	sure := len(keys)
	add(all, "properties")
	add(all, "required")
	branches = map[string][]described{}
	for _, key := range keys[sure:] {
		for _, n := range all {
			if m := n.get("properties").get(key); m.isSchema() && len(branches[key]) < mostTold {
				branches[key] = append(branches[key], described{nodes: d.all([]*node{m})})
			}
		}
	}
	if at != nil {
		for _, key := range at.keys {
			if at.below[key] != at.rest && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	return keys, branches
}

// under lists the schemas that hold for the value under a key; declares is false where none names it.
func (d *document) under(nodes []*node, key string) (list []*node, declares bool) {
	for _, n := range nodes {
		m, named := n.get("properties").get(key), false
		if m.isSchema() {
			list, declares, named = append(list, m), true, true
		}
		if patterns := n.get("patternProperties"); patterns != nil {
			for _, source := range patterns.keys {
				if match, ok := matches(source, key); match && ok {
					list, named = append(list, patterns.obj[source]), true
				}
			}
		}
		if more := n.get("additionalProperties"); !named && more.isSchema() && !more.isFalse() {
			list = append(list, more)
		}
	}
	return d.all(list), declares || isRequired(nodes, key)
}

func isRequired(nodes []*node, key string) bool {
	return slices.ContainsFunc(nodes, func(n *node) bool {
		list := n.get("required")
		return list != nil && slices.ContainsFunc(list.list, func(k *node) bool { return k.value == key })
	})
}

// restOf lists the schemas for keys that are not declared.
func restOf(nodes []*node) (list []*node) {
	for _, n := range nodes {
		list = append(append(list, n.members("patternProperties")...), n.children("additionalProperties", "unevaluatedProperties")...)
	}
	return list
}

// itemsOf lists the schemas for items, whatever their index.
func itemsOf(nodes []*node) (list []*node) {
	for _, n := range nodes {
		list = append(list, n.children("items", "prefixItems", "additionalItems", "contains", "unevaluatedItems")...)
	}
	return list
}

// speaks reports whether schemas say what values may be.
func speaks(nodes []*node) bool {
	return slices.ContainsFunc(nodes, func(n *node) bool { return len(n.keys) > 0 })
}

// constants are the allowed values of a place, as JSON.
func (d *document) constants(nodes []*node) []string {
	for _, n := range nodes {
		if c := n.get("const"); c != nil {
			return []string{c.json()}
		}
		if list := n.get("enum"); list != nil && list.array {
			var values []string
			for _, v := range list.list {
				values = append(values, v.json())
			}
			return values
		}
		for _, word := range []string{"anyOf", "oneOf"} {
			var values []string
			list := n.children(word)
			for _, b := range list {
				if c := b.get("const"); c != nil {
					values = append(values, c.json())
				}
			}
			if len(values) > 0 && len(values) == len(list) {
				return values
			}
		}
	}
	return nil
}

// boundWords are the keywords that bound a number, a length or a count.
var boundWords = []string{
	"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
	"minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
}

// rowOf is what schemas say of a value.
func (d *document) rowOf(nodes []*node) Row {
	var r Row
	types := anyType
	for _, n := range nodes {
		types &= d.typesOf(n, 0)
		keep := func(s *string, v string) {
			if *s == "" {
				*s = v
			}
		}
		keep(&r.Title, n.text("title"))
		keep(&r.Description, n.text("description"))
		keep(&r.Format, n.text("format"))
		keep(&r.Pattern, n.text("pattern"))
		keep(&r.Question, n.get("x-toolgen").text("question"))
		if v := n.get("default"); v != nil {
			keep(&r.Default, v.json())
		}
		for _, word := range boundWords {
			if v := n.get(word); v != nil && v.obj == nil && !v.array && v.value != false && !(word != "uniqueItems" && v.value == true) {
				r.Bounds = append(r.Bounds, [2]string{word, v.json()})
			}
		}
		r.Closed = r.Closed || n.get("additionalProperties").isFalse() || n.get("unevaluatedProperties").isFalse()
		r.Sensitive = r.Sensitive || n.get("x-toolgen").get("sensitive").isTrue()
		r.Injected = r.Injected || n.get("x-toolgen").get("injected").isTrue()
	}
	r.Enum = d.constants(nodes)
	r.Type, r.Nullable = names(types), types&nullType != 0
	return r
}

// kinds is a set of JSON types.
type kinds uint8

const (
	boolType kinds = 1 << iota
	integerType
	fractionType // numbers that are no integers
	stringType
	arrayType
	objectType
	nullType
	anyType = boolType | integerType | fractionType | stringType | arrayType | objectType | nullType
)

var kindByName = map[string]kinds{
	"boolean": boolType, "integer": integerType, "number": integerType | fractionType, "string": stringType,
	"array": arrayType, "object": objectType, "null": nullType,
}

// maxTypeDepth bounds unions within unions.
const maxTypeDepth = 8

// typesOf are the types that one schema lets through.
func (d *document) typesOf(n *node, depth int) kinds {
	types := anyType
	if depth > maxTypeDepth || d.spent() {
		return types
	}
	switch t := n.get("type"); {
	case t == nil:
	case t.array:
		types = 0
		for _, item := range t.list {
			name, _ := item.value.(string)
			types |= kindByName[name]
		}
	default:
		name, _ := t.value.(string)
		if k, ok := kindByName[name]; ok {
			types = k
		}
	}
	if values := d.constants([]*node{n}); values != nil {
		var of kinds
		for _, v := range values {
			of |= kindOf(v)
		}
		types &= of
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		if list := n.children(word); len(list) > 0 {
			var some kinds
			for _, b := range list {
				of := anyType
				for _, part := range d.all([]*node{b}) {
					of &= d.typesOf(part, depth+1)
				}
				if !b.isFalse() {
					some |= of
				}
			}
			types &= some
		}
	}
	if n.get("nullable").isTrue() {
		types |= nullType
	}
	return types
}

// kindOf is the type of a value as JSON.
func kindOf(value string) kinds {
	switch value[0] {
	case '"':
		return stringType
	case '{':
		return objectType
	case '[':
		return arrayType
	case 't', 'f':
		return boolType
	case 'n':
		return nullType
	}
	return integerType | fractionType
}

// names renders types joined by "|", null only where there is no other.
func names(types kinds) string {
	if types == nullType {
		return "null"
	}
	var list []string
	for _, name := range []string{"boolean", "integer", "number", "string", "array", "object"} {
		k := kindByName[name]
		if name == "integer" && types&fractionType != 0 || name == "number" && types&fractionType == 0 {
			continue
		}
		if types&k != 0 {
			list = append(list, name)
		}
	}
	if len(list) == 5 {
		return "any"
	}
	return strings.Join(list, "|")
}
