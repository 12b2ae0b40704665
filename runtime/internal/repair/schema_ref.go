package repair

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// rootURI is the base of references in a schema without an $id, as in bundles of toolgen.
const rootURI = "toolgen:///schema.json"

// references are the targets of references.
type references struct {
	byURI   map[string]*Node   // resources, and what anchors name
	dynamic map[string][]*Node // what dynamic anchors name, by the name; "" for recursive ones
}

// plainValues are the keywords that hold values, not schemas, and schemaMaps those that hold schemas by names.
var (
	plainValues = []string{"const", "enum", "default", "examples", "required"}
	schemaMaps  = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}
)

// refsOf lists what references may name. It writes the URI into each reference, so that it can be followed
// wherever its schema is merged.
func refsOf(root *Node) references {
	refs := references{byURI: map[string]*Node{rootURI: root}, dynamic: map[string][]*Node{}}
	var walk func(n *Node, base string, names bool)
	walk = func(n *Node, base string, names bool) {
		if id := n.str("$id") + n.str("id"); id != "" {
			base = strings.TrimSuffix(fieldpath.Resolve(base, id), "#")
			refs.add(base, n)
			base, _, _ = strings.Cut(base, "#")
		}
		for _, word := range []string{"$anchor", "$dynamicAnchor"} {
			if name := n.str(word); name != "" {
				refs.add(base+"#"+name, n)
			}
		}
		if name := n.str("$dynamicAnchor"); name != "" || n.get("$recursiveAnchor").isTrue() {
			refs.dynamic[name] = append(refs.dynamic[name], n)
		}
		for _, m := range n.Members {
			switch {
			case names:
				walk(m.Value, base, false)
			case slices.Contains(plainValues, m.Key):
			case slices.Contains(refWords, m.Key) && m.Value.Kind == String:
				m.Value.Text = fieldpath.Resolve(base, m.Value.Text)
			default:
				walk(m.Value, base, slices.Contains(schemaMaps, m.Key))
			}
		}
		for _, item := range n.Items {
			walk(item, base, false)
		}
	}
	walk(root, rootURI, false)
	return refs
}

// refWords are the keywords that refer to another schema.
var refWords = []string{"$ref", "$dynamicRef", "$recursiveRef"}

// add names a node. What was named first keeps the name.
func (r references) add(uri string, n *Node) {
	if r.byURI[uri] == nil {
		r.byURI[uri] = n
	}
}

// find returns the node that a reference names, nil if it is not in the schema.
func (r references) find(ref string) *Node {
	uri, fragment, _ := strings.Cut(ref, "#")
	n := r.byURI[uri]
	if fragment == "" {
		return n
	}
	if fragment[0] != '/' {
		return r.byURI[ref]
	}
	for _, key := range fieldpath.PointerKeys(fragment) {
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
