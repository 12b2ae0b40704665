package tooldef

import (
	"fmt"
	"regexp"
	"slices"
)

// protoInteger is an int64 as protocol buffers write it in JSON, which is in quotes.
var protoInteger = regexp.MustCompile(`^(0|[1-9][0-9]{0,18})$`)

// gemini reads what Gemini's schema objects take from OpenAPI and from protocol buffers.
func (z *normaliser) gemini(n *Node) {
	if n.Get("format").isText("enum") {
		n.remove("format") // says only that there is an enum
	}
	for _, key := range []string{"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"} {
		if v := n.Get(key); v.is(String) && protoInteger.MatchString(v.Text) {
			v.Kind = Number
		}
	}
	if n.Get("example") != nil && n.Get("examples") == nil {
		n.rename("example", "examples")
		value := n.Get("examples")
		n.set("examples", value.list(value))
	}
	z.propertyOrdering(n)
}

// propertyOrdering puts the properties into the order that the keyword asks for.
func (z *normaliser) propertyOrdering(n *Node) {
	order := n.Get("propertyOrdering")
	if order == nil {
		return
	}
	n.remove("propertyOrdering")
	properties := n.Get("properties")
	if !order.is(Array) || !properties.is(Object) {
		z.warn(order, "propertyOrdering", "propertyOrdering has no properties to order", "it is left out")
		return
	}
	known := make(map[string]bool, len(properties.Members))
	for i := range properties.Members {
		known[properties.Members[i].Key] = true
	}
	rank := make(map[string]int, len(order.Items))
	for i, item := range order.Items {
		if !item.is(String) || !known[item.Text] {
			z.warn(item, "propertyOrdering", fmt.Sprintf("propertyOrdering names %s, which is no property", shorten(item.JSON())), "remove it or declare the property")
			continue
		}
		if _, twice := rank[item.Text]; !twice {
			rank[item.Text] = i
		}
	}
	last := len(order.Items)
	place := func(m Member) int {
		if i, ok := rank[m.Key]; ok {
			return i
		}
		return last
	}
	slices.SortStableFunc(properties.Members, func(a, b Member) int { return place(a) - place(b) })
}
