package tooldef

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// protoInteger matches an int64 as protocol buffers write it in JSON, as a string.
var protoInteger = regexp.MustCompile(`^(0|[1-9][0-9]{0,18})$`)

// gemini converts what Gemini's schemas inherit from OpenAPI and protocol buffers.
func (z *normaliser) gemini(n *Node) {
	if n.Get("format").IsText("enum") {
		n.Remove("format") // only repeats that there is an enum
	}
	for _, key := range []string{"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"} {
		if v := n.Get(key); v.Is(String) && protoInteger.MatchString(v.Text) {
			v.Kind = Number
		}
	}
	if n.Get("example") != nil && n.Get("examples") == nil {
		z.rename(n, "example", "examples")
		value := n.Get("examples")
		n.Set("examples", value.list(value))
	}
	z.propertyOrdering(n)
}

// propertyOrdering sorts the properties as requested.
func (z *normaliser) propertyOrdering(n *Node) {
	order := n.Get("propertyOrdering")
	if order == nil {
		return
	}
	n.Remove("propertyOrdering")
	properties := n.Get("properties")
	if !order.Is(Array) || !properties.Is(Object) {
		z.Warn(order, "propertyOrdering", "propertyOrdering has no properties to order", "it is left out")
		return
	}
	known := make(map[string]bool, len(properties.Members))
	for i := range properties.Members {
		known[properties.Members[i].Key] = true
	}
	rank := make(map[string]int, len(order.Items))
	for i, item := range order.Items {
		if !item.Is(String) || !known[item.Text] {
			z.Warn(item, "propertyOrdering", fmt.Sprintf("propertyOrdering names %s, which is not a property", model.Cut(item.JSON(), 40)),
				"remove it or declare the property")
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
