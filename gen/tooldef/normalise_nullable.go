package tooldef

import "slices"

// nullable converts OpenAPI's nullable to JSON Schema, where it is valid.
func (z *normaliser) nullable(n *Node) {
	flag := n.Get("nullable")
	if flag == nil {
		return
	}
	if !z.openAPI {
		z.Warn(flag, "nullable", "nullable has no effect in JSON Schema", `remove it, or add "null" to the type`)
		n.Remove("nullable")
		return
	}
	if !flag.Is(Bool) {
		z.fail(n, flag, "nullable", "nullable has to be true or false, this is "+flag.Describe(), "write true or false")
		return
	}
	n.Remove("nullable")
	if flag.Bool {
		addNull(n, flag)
	}
}

// addNull makes a schema accept null.
func addNull(n, at *Node) {
	if kind := n.Get("type"); kind.Is(String) && kind.Text != "null" {
		n.Set("type", kind.list(kind, at.text("null")))
	} else if kind.Is(Array) {
		if !hasText(kind, "null") {
			kind.Items = append(kind.Items, at.text("null"))
		}
	}
	if enum := n.Get("enum"); enum.Is(Array) && !hasNull(enum) {
		enum.Items = append(enum.Items, at.null())
	}
	if value := n.Get("const"); value != nil && !value.Is(Null) {
		n.Remove("const")
		if n.Get("enum") == nil {
			n.Set("enum", value.list(value, at.null()))
		}
	}
	nullSchema := func() *Node {
		s := &Node{Kind: Object, Pos: at.Pos, Pointer: at.Pointer}
		s.Set("type", at.text("null"))
		return s
	}
	if n.Get("$ref") == nil && n.Get("allOf") == nil {
		for _, key := range []string{"anyOf", "oneOf"} {
			if list := n.Get(key); list.Is(Array) && !acceptsNull(list) {
				list.Items = append(list.Items, nullSchema())
			}
		}
		return
	}
	// References and allOf apply to every value, so they become a branch of anyOf.
	branch := &Node{Kind: Object, Pos: n.Pos, Pointer: n.Pointer}
	for _, key := range []string{"$ref", "allOf", "anyOf", "oneOf"} {
		if value := n.Get(key); value != nil {
			n.Remove(key)
			branch.Set(key, value)
		}
	}
	n.Set("anyOf", at.list(branch, nullSchema()))
}

// hasText reports whether a list contains this string.
func hasText(list *Node, text string) bool {
	return slices.ContainsFunc(list.Items, func(item *Node) bool { return item.IsText(text) })
}

func hasNull(list *Node) bool {
	return slices.ContainsFunc(list.Items, func(item *Node) bool { return item.Is(Null) })
}

// acceptsNull reports whether one of the alternatives is null.
func acceptsNull(list *Node) bool {
	return slices.ContainsFunc(list.Items, func(item *Node) bool {
		kind, flag := item.Get("type"), item.Get("nullable")
		return kind.IsText("null") || kind.Is(Array) && hasText(kind, "null") || flag.Is(Bool) && flag.Bool
	})
}
