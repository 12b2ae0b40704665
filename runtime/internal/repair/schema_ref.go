package repair

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// rootURI is what references of a schema without an address are resolved against, as toolgen bundles files.
const rootURI = "toolgen:///schema.json"

// refsOf lists what references may name: resources by their URI, and anchors. It writes the URI into each
// reference, so that it can be followed wherever its schema is merged.
func refsOf(root *Node) map[string]*Node {
	refs := map[string]*Node{rootURI: root}
	var walk func(n *Node, base string)
	walk = func(n *Node, base string) {
		if n.Kind == Object {
			if id := n.str("$id") + n.str("id"); id != "" {
				base = strings.TrimSuffix(resolved(base, id), "#")
				add(refs, base, n)
				base, _, _ = strings.Cut(base, "#")
			}
			for _, word := range []string{"$anchor", "$dynamicAnchor"} {
				if name := n.str(word); name != "" {
					add(refs, base+"#"+name, n)
				}
			}
		}
		for _, m := range n.Members {
			switch {
			case slices.Contains([]string{"const", "enum", "default", "examples"}, m.Key): // values, no schemas
			case (m.Key == "$ref" || m.Key == "$dynamicRef") && m.Value.Kind == String:
				m.Value.Text = resolved(base, m.Value.Text)
			default:
				walk(m.Value, base)
			}
		}
		for _, item := range n.Items {
			walk(item, base)
		}
	}
	walk(root, rootURI)
	return refs
}

// add names a node. What was named first keeps the name.
func add(refs map[string]*Node, uri string, n *Node) {
	if refs[uri] == nil {
		refs[uri] = n
	}
}

// resolved is a reference as a URI.
func resolved(base, ref string) string {
	b, err := url.Parse(base)
	if err != nil {
		return ref
	}
	to, err := b.Parse(ref)
	if err != nil {
		return ref
	}
	return to.String()
}

// find gives the node that a reference names, nil where it is not in the schema.
func find(refs map[string]*Node, ref string) *Node {
	uri, fragment, _ := strings.Cut(ref, "#")
	n := refs[uri]
	if fragment == "" {
		return n
	}
	if fragment[0] != '/' {
		return refs[ref]
	}
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	for _, key := range strings.Split(fragment[1:], "/") {
		key = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
		switch i, err := strconv.Atoi(key); {
		case n == nil:
			return nil
		case n.Kind != Array:
			n = n.get(key)
		case err != nil || i < 0 || i >= len(n.Items):
			return nil
		default:
			n = n.Items[i]
		}
	}
	return n
}
