package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// fault is a reason why the schema library rejects a document, with the keyword to blame.
type fault struct {
	diagnostic model.Diagnostic
	// holder is the object with the invalid member key; nil if the document is unusable without it.
	holder *tooldef.Node
	key    string
	// schema is the invalid value where a schema or an object is expected.
	schema *tooldef.Node
}

// remove removes a fault from its document, so that others can be found, and reports success. Another fault of
// the same keyword may have removed it before.
func (f fault) remove() bool {
	switch {
	case f.schema != nil:
		f.schema.Kind, f.schema.Items = tooldef.Object, nil
	case f.holder != nil:
		f.holder.Remove(f.key)
	default:
		return false
	}
	return true
}

// maxRounds bounds how often a faulty document is compiled, and so the number of faults that the library
// reports one at a time.
const maxRounds = 12

// Compile compiles the schema at root and returns its faults as diagnostics. The library stops at the first
// fault of some kinds, so each is removed from the tree and the rest is compiled again. The returned library is
// nil if that fails.
func Compile(root *tooldef.Node, files Files) (*Library, model.Diagnostics) {
	var diags model.Diagnostics
	for range maxRounds {
		l, faults := compileLibrary(root, files)
		if len(faults) == 0 {
			return l, diags
		}
		removed := true
		for _, f := range faults {
			diags = append(diags, f.diagnostic)
			removed = f.remove() && removed
		}
		if !removed {
			break
		}
	}
	return nil, diags
}

// invalid returns the keywords that violate the meta-schema.
func (l *Library) invalid(root *tooldef.Node, address string, err *jsonschema.ValidationError) []fault {
	d, top := l.Find(address)
	if top == nil {
		d, top = l.Docs[SchemaURL], root
	}
	if top = d.Root.At(strings.TrimPrefix(top.Pointer, d.Root.Pointer)); top == nil {
		top = d.Root
	}
	var faults []fault
	for _, leaf := range leaves(err) {
		f := faultAt(top, leaf)
		if d.Root != root {
			f.holder, f.schema = nil, nil // in a file, which is read again
		}
		faults = append(faults, f)
	}
	slices.SortStableFunc(faults, func(a, b fault) int { return a.diagnostic.Pos.Compare(b.diagnostic.Pos) })
	return faults
}

// faultAt returns the keyword of a leaf of the library's error.
func faultAt(top *tooldef.Node, leaf *jsonschema.ValidationError) fault {
	var f fault
	n := top
	for i, token := range leaf.InstanceLocation {
		next := n.At("/" + tooldef.EscapePointer(token))
		if next == nil {
			break
		}
		if n.Kind == tooldef.Object {
			f.holder, f.key = n, leaf.InstanceLocation[i]
		}
		n = next
	}
	if k, ok := leaf.ErrorKind.(*kind.Type); ok && slices.Contains(k.Want, "object") && n != top {
		f.schema = n
	}
	f.diagnostic = explainLeaf(n, leaf)
	return f
}

// duplicate reports two schemas of a document with one name, blaming the second.
func (l *Library) duplicate(schema *tooldef.Node, address, name, first, second string, keywords ...string) fault {
	root := schema
	if d, _ := l.Find(address); d != nil {
		root = d.Root
	}
	a, b := root.At(first), root.At(second)
	if a == nil || b == nil {
		return fault{diagnostic: tooldef.ErrorAt(root, "", fmt.Sprintf("two schemas have the name %q", name), "rename one of them")}
	}
	if a.Pos.Compare(b.Pos) > 0 {
		a, b = b, a
	}
	f := fault{diagnostic: tooldef.ErrorAt(b, "", fmt.Sprintf("the name %q belongs to the schema at %s already", name, a.Pointer),
		"rename one of them")}
	for _, word := range keywords {
		if v := b.Get(word); v.Is(tooldef.String) {
			f.diagnostic.Pos, f.diagnostic.Pointer, f.diagnostic.Keyword = v.Pos, v.Pointer, word
			if root == schema {
				f.holder, f.key = b, word
			}
			break
		}
	}
	return f
}

// leaves returns the innermost causes of an error: the first at each position, and none that has a cause
// further inside. For example, an invalid name in a type list violates both forms of type, but only the name
// matters.
func leaves(err *jsonschema.ValidationError) []*jsonschema.ValidationError {
	var all []*jsonschema.ValidationError
	at := map[string]bool{}    // positions of leaves
	above := map[string]bool{} // positions with a leaf further inside
	var walk func(e *jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, c := range e.Causes {
			walk(c)
		}
		if place := pointerOf(e.InstanceLocation); len(e.Causes) == 0 && !at[place] {
			at[place] = true
			all = append(all, e)
			for i, c := range place {
				if c == '/' {
					above[place[:i]] = true
				}
			}
		}
	}
	walk(err)
	return slices.DeleteFunc(all, func(e *jsonschema.ValidationError) bool { return above[pointerOf(e.InstanceLocation)] })
}
